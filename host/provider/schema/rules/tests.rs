//! The rules as check, diff, refresh and promises obey them.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Comparison, Comparisons, Rules};
use crate::provider::failure::DifferenceKind::{Add, Change, Remove};
use crate::provider::failure::{Difference, DifferenceKind};
use crate::provider::schema::testing::{
    known_properties, list, map, object, package, ruled, secret, thing,
};
use crate::provider::schema::{
    PackageSchema, broken_promises, check, diff, no_environment, refreshed_inputs,
};
use crate::provider::value::PropertyValue::{Null, Unknown};
use crate::provider::value::{PropertyMap, PropertyValue};

/// What a check says of inputs, beside a label that is always there.
fn failures(rules: &Value, inputs: PropertyMap) -> Vec<(String, String)> {
    let schema = ruled(rules);
    let mut inputs = inputs;
    inputs.entry("label".to_owned()).or_insert("a".into());
    let checked = check(&schema, &thing(&schema).inputs, inputs, &no_environment);
    checked
        .failures
        .into_iter()
        .map(|failure| (failure.property, failure.reason))
        .collect()
}

/// What a check says of one property under its rules.
fn of(name: &str, rules: &Value, value: PropertyValue) -> Vec<(String, String)> {
    failures(
        &json!({ "properties": { name: rules } }),
        map([(name, value)]),
    )
}

fn told(property: &str, reason: &str) -> Vec<(String, String)> {
    vec![(property.to_owned(), reason.to_owned())]
}

#[test]
fn values_that_keep_the_rules_pass() {
    let rows: Vec<(&str, Value, PropertyValue)> = vec![
        ("count", json!({ "minimum": 1, "maximum": 3 }), 1.0.into()),
        ("count", json!({ "minimum": 1, "maximum": 3 }), "3".into()),
        (
            "ratio",
            json!({ "exclusiveMinimum": 0, "exclusiveMaximum": 1 }),
            0.5.into(),
        ),
        ("ratio", json!({ "multipleOf": 0.1 }), 0.3.into()),
        ("ratio", json!({ "multipleOf": 0.01 }), 123_456.78.into()),
        ("ratio", json!({ "multipleOf": 3 }), (-9.0).into()),
        (
            "label",
            json!({ "minLength": 2, "maxLength": 2 }),
            "äö".into(),
        ),
        ("label", json!({ "pattern": "^[a-z]+$" }), "abc".into()),
        ("label", json!({ "pattern": "b" }), "abc".into()),
        ("label", json!({ "format": "ipv4" }), "10.0.0.1".into()),
        ("label", json!({ "minLength": 9, "pattern": "x" }), Unknown),
        (
            "label",
            json!({ "minLength": 9, "pattern": "x" }),
            secret(Unknown),
        ),
        (
            "tags",
            json!({ "keyPattern": "^[a-z]$", "items": { "maxLength": 1 } }),
            object([("a", "1".into()), ("b", Unknown)]),
        ),
        (
            "tags",
            json!({ "minProperties": 1, "maxProperties": 1 }),
            object([("a", Null), ("b", "1".into())]),
        ),
        (
            "rules",
            json!({ "uniqueItems": true }),
            list([object([("port", 1.0.into())]), Unknown, Unknown]),
        ),
        ("target", json!({ "minItems": 1, "maximum": 5 }), 5.0.into()),
        (
            "target",
            json!({ "minItems": 1, "maximum": 5, "items": { "minimum": 6 } }),
            list([6.0.into()]),
        ),
        (
            "anything",
            json!({ "minimum": 1, "minLength": 9 }),
            true.into(),
        ),
        (
            "anything",
            json!({ "minItems": 1, "items": { "maximum": 2 } }),
            list(["x".into(), 2.0.into()]),
        ),
    ];
    for (name, rules, value) in rows {
        assert_eq!(
            of(name, &rules, value.clone()),
            [],
            "{name} {rules} {value:?}"
        );
    }
}

#[test]
fn values_that_break_a_rule_are_told_with_it() {
    let rows: Vec<(&str, Value, PropertyValue, &str, &str)> = vec![
        (
            "count",
            json!({ "minimum": 1 }),
            0.0.into(),
            "count",
            "must be at least 1; found 0",
        ),
        (
            "count",
            json!({ "maximum": 3 }),
            "4".into(),
            "count",
            "must be at most 3; found 4",
        ),
        (
            "ratio",
            json!({ "exclusiveMinimum": 0 }),
            0.0.into(),
            "ratio",
            "must be above 0; found 0",
        ),
        (
            "ratio",
            json!({ "exclusiveMaximum": 1.5 }),
            1.5.into(),
            "ratio",
            "must be below 1.5; found 1.5",
        ),
        (
            "ratio",
            json!({ "multipleOf": 0.1 }),
            0.35.into(),
            "ratio",
            "must be a multiple of 0.1; found 0.35",
        ),
        (
            "label",
            json!({ "minLength": 2 }),
            "ä".into(),
            "label",
            "must have at least 2 characters; found 1",
        ),
        (
            "label",
            json!({ "maxLength": 1 }),
            "äö".into(),
            "label",
            "must have at most 1 character; found 2",
        ),
        (
            "label",
            json!({ "pattern": "^[a-z]+$" }),
            "A\n".into(),
            "label",
            "must match `^[a-z]+$`; found `A\\n`",
        ),
        (
            "label",
            json!({ "pattern": "^[a-z]+$", "patternReason": "must have small letters only" }),
            "A".into(),
            "label",
            "must have small letters only; found `A`",
        ),
        (
            "label",
            json!({ "format": "ip" }),
            "here".into(),
            "label",
            "must be an IP address; found `here`",
        ),
        (
            "label",
            json!({ "format": "ip" }),
            secret("here"),
            "label",
            "must be an IP address",
        ),
        (
            "password",
            json!({ "minLength": 9 }),
            "short".into(),
            "password",
            "must have at least 9 characters",
        ),
        (
            "password",
            json!({ "pattern": "x" }),
            "short".into(),
            "password",
            "must match `x`",
        ),
        (
            "rules",
            json!({ "minItems": 1 }),
            list([]),
            "rules",
            "must have at least 1 element; found 0",
        ),
        (
            "rules",
            json!({ "uniqueItems": true }),
            list([
                object([("port", 1.0.into())]),
                object([("port", "1".into()), ("protocol", "tcp".into())]),
            ]),
            "rules[1]",
            "is the same as the element 0",
        ),
        (
            "tags",
            json!({ "items": { "maxLength": 1 } }),
            object([("a.b", "12".into())]),
            "tags[\"a.b\"]",
            "must have at most 1 character; found 2",
        ),
        (
            "tags",
            json!({ "maxProperties": 0 }),
            object([("a", "1".into())]),
            "tags",
            "must have at most 0 entries; found 1",
        ),
        (
            "tags",
            json!({ "keyPattern": "^[a-z]$" }),
            object([("A", "1".into())]),
            "tags.A",
            "the key must match `^[a-z]$`",
        ),
        (
            "tags",
            json!({ "keyPattern": "^[a-z]$" }),
            secret(object([("A", "1".into())])),
            "tags",
            "the key must match `^[a-z]$`",
        ),
        (
            "target",
            json!({ "items": { "maximum": 5 } }),
            list([5.0.into(), 6.0.into()]),
            "target[1]",
            "must be at most 5; found 6",
        ),
        (
            "anything",
            json!({ "uniqueItems": true, "items": { "compare": ["ignore-case"] } }),
            list(["a".into(), "A".into()]),
            "anything[1]",
            "is the same as the element 0",
        ),
    ];
    for (name, rules, value, property, reason) in rows {
        assert_eq!(
            of(name, &rules, value),
            told(property, reason),
            "{name} {rules}"
        );
    }
}

#[test]
fn a_value_of_the_wrong_type_breaks_no_rule_besides() {
    let failures = of("count", &json!({ "minimum": 1 }), "many".into());
    assert_eq!(
        failures,
        told("count", "expected a whole number, found a string")
    );
}

#[test]
fn a_long_text_is_not_repeated() {
    let failures = of("label", &json!({ "pattern": "^a" }), "x".repeat(61).into());
    assert_eq!(failures, told("label", "must match `^a`"));
}

#[test]
fn constraints_hold_between_what_is_given() {
    let constraints = json!({ "constraints": [
        { "exactlyOneOf": ["password", "policy"] },
        { "atLeastOneOf": ["ratio", "anything"] },
        { "conflicts": ["source", "bundle", "parent"] },
        { "allOrNone": ["first", "tree"] },
        { "property": "color", "requires": ["mode", "ratio"] },
    ] });
    let valid = || map([("password", "p".into()), ("ratio", 1.0.into())]);
    let with = |extra: Vec<(&str, PropertyValue)>| {
        let mut inputs = valid();
        inputs.extend(
            extra
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value)),
        );
        inputs
    };
    assert_eq!(failures(&constraints, valid()), []);
    let unknown = map([("password", Unknown), ("ratio", secret(Unknown))]);
    assert_eq!(failures(&constraints, unknown), []);
    let nulls = with(vec![
        ("policy", Null),
        ("color", Null),
        ("first", secret(Null)),
    ]);
    assert_eq!(failures(&constraints, nulls), []);
    assert_eq!(
        failures(&constraints, map([])),
        [
            (
                "".to_owned(),
                "one of `password`, `policy` must be given".to_owned()
            ),
            (
                "".to_owned(),
                "at least one of `anything`, `ratio` must be given".to_owned()
            ),
        ]
    );
    let rows = [
        (
            vec![("policy", "{}".into())],
            "password",
            "conflicts with `policy`; give one of them",
        ),
        (
            vec![
                ("parent", Unknown),
                ("source", Unknown),
                ("bundle", Unknown),
            ],
            "bundle",
            "conflicts with `parent`, `source`; give one of them",
        ),
        (
            vec![("tree", Unknown)],
            "tree",
            "also needs `first`: give all or none",
        ),
        (vec![("color", "red".into())], "color", "also needs `mode`"),
    ];
    for (extra, property, reason) in rows {
        assert_eq!(failures(&constraints, with(extra)), told(property, reason));
    }
}

/// The differences of one property under its rules.
fn differences(
    name: &str,
    rules: &Value,
    old: PropertyValue,
    new: PropertyValue,
) -> Vec<Difference> {
    let schema = ruled(&json!({ "properties": { name: rules } }));
    let inputs = &thing(&schema).inputs;
    diff(
        &schema,
        inputs,
        &map([(name, old)]),
        &map([(name, new)]),
        &[],
    )
}

fn difference(property: &str, kind: DifferenceKind, replace: bool) -> Difference {
    Difference {
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

#[test]
fn a_refresh_takes_what_is_empty_for_nothing_where_the_rules_say_so() {
    let schema = ruled(&json!({ "properties": {
        "label": { "compare": ["empty"] },
        "tags": { "compare": ["empty"] }
    } }));
    let resource = thing(&schema);
    let recorded = map([("label", "".into())]);
    let outputs = map([("tags", object([]))]);
    let kept = refreshed_inputs(&schema, resource, &recorded, &map([]), &outputs);
    assert_eq!(kept, recorded);
    let drifted = map([("label", "x".into()), ("tags", object([("a", "b".into())]))]);
    let refreshed = refreshed_inputs(&schema, resource, &recorded, &map([]), &drifted);
    assert_eq!(refreshed, drifted);
}

#[test]
fn a_refresh_keeps_the_programs_form_of_what_is_the_same() {
    let schema = ruled(&json!({ "properties": {
        "label": { "compare": ["trailing-dot", "ignore-case"] },
        "rules": { "compare": ["set"] },
    } }));
    let rule = |port: f64| object([("port", port.into())]);
    let inputs = map([
        ("label", "Example.org".into()),
        ("rules", list([rule(2.0), rule(1.0)])),
    ]);
    let outputs = map([
        ("label", "example.org.".into()),
        ("rules", list([rule(1.0), rule(2.0)])),
    ]);
    let refresh =
        |found: &PropertyMap| refreshed_inputs(&schema, thing(&schema), &inputs, &outputs, found);
    assert_eq!(refresh(&outputs), inputs);
    let drifted = map([
        ("label", "example.com.".into()),
        ("rules", list([rule(3.0), rule(1.0)])),
    ]);
    let expected = map([
        ("label", "example.com.".into()),
        ("rules", list([rule(1.0), rule(3.0)])),
    ]);
    assert_eq!(refresh(&drifted), expected);
}

#[test]
fn a_promise_is_kept_by_what_is_the_same() {
    let schema = ruled(&json!({ "properties": {
        "label": { "compare": ["ignore-case"] },
        "rules": { "compare": ["set"] },
    } }));
    let broken = |promised: &PropertyMap, outputs: &PropertyMap| {
        broken_promises(&schema, thing(&schema), promised, outputs).len()
    };
    let rule = |port: f64| object([("port", port.into())]);
    let promised = map([
        ("label", "A".into()),
        ("rules", list([rule(1.0), rule(2.0)])),
    ]);
    let kept = map([
        ("label", "a".into()),
        ("rules", list([rule(2.0), rule(1.0)])),
    ]);
    assert_eq!(broken(&promised, &kept), 0);
    let other = map([
        ("label", "b".into()),
        ("rules", list([rule(3.0), rule(1.0)])),
    ]);
    assert_eq!(broken(&promised, &other), 2);
    let open = map([("rules", list([Unknown, rule(1.0)]))]);
    assert_eq!(broken(&open, &kept), 0);
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
        prop_assert_eq!(diff(&schema, object, &inputs, &inputs, &[]), vec![]);
    }

    #[test]
    fn whatever_the_comparisons_both_directions_see_the_same_paths(
        schema in compared(), old in known_properties(), new in known_properties()
    ) {
        let object = &thing(&schema).inputs;
        let paths = |old, new| -> Vec<(String, bool)> {
            let differences = diff(&schema, object, old, new, &[]);
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
        let refreshed = refreshed_inputs(&schema, thing, &inputs, &inputs, &inputs);
        prop_assert_eq!(diff(&schema, &thing.inputs, &inputs, &refreshed, &[]), vec![]);
    }
}
