//! Values that are the same to a diff, and those that differ.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::error::failure::DifferenceKind::{Add, Change, Remove};
use crate::error::failure::{DifferenceKind, PropertyDifference};
use crate::schema::rules::{Comparison, Comparisons, Rules};
use crate::schema::testing::{
    known_properties, list, map, object, package, refreshed, ruled, secret, thing,
};
use crate::schema::{PackageSchema, diff};
use crate::value::PropertyValue;
use crate::value::PropertyValue::{Null, Unknown};

/// The differences of one property under its rules.
fn differences(
    name: &str,
    rules: &Value,
    old: PropertyValue,
    new: PropertyValue,
) -> Vec<PropertyDifference> {
    let schema = ruled(&json!({ "properties": { name: rules } }));
    let inputs = &thing(&schema).inputs;
    diff(&schema, inputs, &map([(name, old)]), &map([(name, new)]))
}

fn difference(property: &str, kind: DifferenceKind, replace: bool) -> PropertyDifference {
    PropertyDifference {
        property: property.to_owned(),
        kind,
        replace,
    }
}

#[test]
fn what_a_comparison_calls_the_same_is_no_difference() {
    let rows: Vec<(&str, Value, PropertyValue, PropertyValue)> = vec![
        (
            "label",
            json!({ "compare": ["ignore-case"] }),
            "A".into(),
            "a".into(),
        ),
        (
            "label",
            json!({ "compare": ["ignore-case"] }),
            secret("A"),
            "a".into(),
        ),
        (
            "label",
            json!({ "compare": ["trim", "trailing-dot"] }),
            " a. ".into(),
            "a".into(),
        ),
        (
            "label",
            json!({ "compare": ["json"] }),
            r#"{"a":1}"#.into(),
            r#"{ "a": 1 }"#.into(),
        ),
        (
            "tags",
            json!({ "items": { "compare": ["duration"] } }),
            object([("a", "60s".into())]),
            object([("a", "1m".into())]),
        ),
        (
            "tags",
            json!({ "compare": ["empty"] }),
            PropertyValue::Null,
            object([("a", PropertyValue::Null), ("__defaults", list([]))]),
        ),
        (
            "label",
            json!({ "compare": ["empty"] }),
            secret(""),
            PropertyValue::Null,
        ),
        (
            "password",
            json!({ "compare": ["presence"] }),
            "a".into(),
            "b".into(),
        ),
        (
            "password",
            json!({ "compare": ["presence"] }),
            "a".into(),
            Unknown,
        ),
        (
            "rules",
            json!({ "compare": ["presence"] }),
            list([]),
            list([object([])]),
        ),
        (
            "target",
            json!({ "compare": ["set"] }),
            list([1.0.into(), 2.0.into()]),
            list([2.0.into(), 1.0.into(), 1.0.into()]),
        ),
        (
            "anything",
            json!({ "compare": ["set"], "items": { "compare": ["cidr"] } }),
            list(["10.1.0.0/8".into(), "::1".into()]),
            list(["::1/128".into(), "10.0.0.0/8".into()]),
        ),
        (
            "rules",
            json!({ "compare": ["set"] }),
            list([
                object([("port", 1.0.into())]),
                object([("port", 2.0.into())]),
            ]),
            list([
                object([("port", "2".into()), ("protocol", "tcp".into())]),
                secret(object([("port", 1.0.into())])),
            ]),
        ),
    ];
    for (name, rules, old, new) in rows {
        assert_eq!(
            differences(name, &rules, old.clone(), new.clone()),
            [],
            "{name} {rules}"
        );
        if !new.contains_unknown() {
            assert_eq!(differences(name, &rules, new, old), [], "{name} {rules}");
        }
    }
}

#[test]
fn what_it_does_not_is_one() {
    let rows: Vec<(&str, Value, PropertyValue, PropertyValue)> = vec![
        (
            "label",
            json!({ "compare": ["ignore-case"] }),
            "a".into(),
            "b".into(),
        ),
        (
            "label",
            json!({ "compare": ["ignore-case"] }),
            "a".into(),
            Unknown,
        ),
        (
            "password",
            json!({ "compare": ["presence"] }),
            "a".into(),
            Null,
        ),
        (
            "password",
            json!({ "compare": ["presence"] }),
            Null,
            "a".into(),
        ),
        (
            "target",
            json!({}),
            list([1.0.into(), 2.0.into()]),
            list([1.0.into(), 2.0.into(), 1.0.into()]),
        ),
    ];
    for (name, rules, old, new) in rows {
        assert_eq!(
            differences(name, &rules, old, new).len(),
            1,
            "{name} {rules}"
        );
    }
}

#[test]
fn elements_of_a_set_are_told_where_they_are() {
    let set = json!({ "compare": ["set"] });
    let target = |old: Vec<f64>, new: Vec<f64>| {
        let list =
            |values: Vec<f64>| PropertyValue::Array(values.into_iter().map(Into::into).collect());
        differences("target", &set, list(old), list(new))
    };
    assert_eq!(
        target(vec![1.0, 2.0], vec![3.0, 2.0, 1.0]),
        [difference("target[0]", Add, false)]
    );
    assert_eq!(
        target(vec![1.0, 2.0, 3.0], vec![3.0, 1.0]),
        [difference("target[1]", Remove, false)]
    );
    assert_eq!(
        target(vec![1.0, 2.0], vec![3.0, 1.0]),
        [
            difference("target[0]", Add, false),
            difference("target[1]", Remove, false),
        ]
    );
    assert_eq!(
        target(vec![1.0, 2.0], vec![1.0, 3.0]),
        [difference("target[1]", Change, false)]
    );

    let rule =
        |port: f64, protocol: &str| object([("port", port.into()), ("protocol", protocol.into())]);
    let rules = |old, new| differences("rules", &set, list(old), list(new));
    assert_eq!(
        rules(
            [rule(1.0, "tcp"), rule(2.0, "tcp")],
            [rule(2.0, "tcp"), rule(1.0, "udp")]
        ),
        [difference("rules", Change, false)]
    );
    assert_eq!(
        rules(
            [rule(1.0, "tcp"), rule(2.0, "tcp")],
            [rule(2.0, "tcp"), rule(3.0, "tcp")]
        ),
        [
            difference("rules[0]", Remove, true),
            difference("rules[1]", Add, true)
        ]
    );
    assert_eq!(
        rules(
            [rule(1.0, "tcp"), rule(2.0, "tcp")],
            [rule(1.0, "tcp"), rule(2.0, "udp")]
        ),
        [difference("rules[1].protocol", Change, false)]
    );
    assert_eq!(
        differences(
            "target",
            &set,
            list([1.0.into()]),
            list([Unknown, 1.0.into()])
        ),
        [difference("target[0]", Add, false)]
    );
}

#[test]
fn a_large_set_is_compared_in_time() {
    let set = json!({ "compare": ["set"] });
    let numbers: Vec<PropertyValue> = (0..20_000).map(|number| f64::from(number).into()).collect();
    let reversed = numbers.iter().rev().cloned().collect();
    let old = PropertyValue::Array(numbers);
    assert_eq!(
        differences("target", &set, old, PropertyValue::Array(reversed)),
        []
    );
}

/// A made-up package whose inputs have made-up comparisons.
fn compared() -> impl Strategy<Value = PackageSchema> {
    (package(), proptest::collection::vec(any::<u16>(), 1..8)).prop_map(|(schema, choices)| {
        let mut schema = schema;
        let mut choices = choices.into_iter().cycle();
        let mut comparisons = || {
            let choice = choices.next().unwrap_or_default();
            let chosen = Comparison::NAMES.iter().enumerate();
            let chosen = chosen.filter(|(index, _)| choice & (1 << index) != 0);
            chosen.fold(Comparisons::default(), |all, (_, (_, one))| all.with(*one))
        };
        let thing = schema.resources.get_mut("acme:index:Thing").unwrap();
        for property in thing.inputs.properties.values_mut() {
            property.rules.compare = comparisons();
            property.rules.items = Some(Box::new(Rules {
                compare: comparisons(),
                ..Rules::default()
            }));
        }
        schema
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn whatever_the_comparisons_nothing_differs_from_itself(
        schema in compared(), inputs in known_properties()
    ) {
        let object = &thing(&schema).inputs;
        prop_assert_eq!(diff(&schema, object, &inputs, &inputs), vec![]);
    }

    #[test]
    fn whatever_the_comparisons_both_directions_see_the_same_paths(
        schema in compared(), old in known_properties(), new in known_properties()
    ) {
        let object = &thing(&schema).inputs;
        let paths = |old, new| -> Vec<(String, bool)> {
            let differences = diff(&schema, object, old, new);
            differences.into_iter().map(|one| (one.property, one.replace)).collect()
        };
        prop_assert_eq!(paths(&old, &new), paths(&new, &old));
    }

    #[test]
    fn whatever_the_comparisons_a_refresh_that_finds_what_is_recorded_changes_nothing(
        schema in compared(), inputs in known_properties()
    ) {
        let mut schema = schema;
        let thing = schema.resources.get_mut("acme:index:Thing").unwrap();
        thing.outputs = thing.inputs.clone();
        let thing = self::thing(&schema);
        let found = refreshed(&schema, thing, &inputs, &inputs, &inputs);
        prop_assert_eq!(diff(&schema, &thing.inputs, &inputs, &found), vec![]);
    }
}
