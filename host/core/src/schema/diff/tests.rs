use proptest::prelude::*;

use super::*;
use crate::error::failure::DifferenceKind;
use crate::error::failure::DifferenceKind::{Add, Change, Remove};
use crate::schema::testing::{
    acme, fitted, known_properties, list, map, object, package, secret, thing,
};
use crate::schema::{check, no_environment};
use crate::value::PropertyValue::{self, Null, Unknown};
use crate::value::{Archive, ArchiveContent, Asset, AssetContent, ResourceReference};

fn differences(old: &PropertyMap, new: &PropertyMap) -> Vec<PropertyDifference> {
    let schema = acme();
    diff(&schema, &thing(&schema).inputs, old, new)
}

fn difference(property: &str, kind: DifferenceKind, replace: bool) -> PropertyDifference {
    PropertyDifference {
        property: property.to_owned(),
        kind,
        replace,
    }
}

/// The differences between two values of one property.
fn of(name: &str, old: PropertyValue, new: PropertyValue) -> Vec<PropertyDifference> {
    differences(&map([(name, old)]), &map([(name, new)]))
}

#[test]
fn additions_changes_and_removals_have_their_paths() {
    let old = map([
        ("label", "a".into()),
        ("ratio", 1.0.into()),
        ("tags", object([("a.b", "1".into()), ("c", "1".into())])),
        ("target", list([1.0.into(), 2.0.into(), 3.0.into()])),
    ]);
    let new = map([
        ("label", "b".into()),
        ("password", "p".into()),
        ("tags", object([("a.b", "2".into()), ("d", "1".into())])),
        ("target", list([1.0.into(), 3.0.into()])),
    ]);
    let expected = [
        difference("label", Change, true),
        difference("password", Add, false),
        difference("ratio", Remove, false),
        difference("tags[\"a.b\"]", Change, false),
        difference("tags.c", Remove, false),
        difference("tags.d", Add, false),
        difference("target[1]", Change, false),
        difference("target[2]", Remove, false),
    ];
    assert_eq!(differences(&old, &new), expected);
}

#[test]
fn form_is_no_difference() {
    let hashed = |content| {
        let hash = "abc".to_owned();
        PropertyValue::Asset(Box::new(Asset { hash, content }))
    };
    let resource = |version: &str| {
        PropertyValue::ResourceReference(Box::new(ResourceReference {
            urn: "urn:pulumi:s::p::acme:index:Thing::x".to_owned(),
            id: Some(Some("i".to_owned())),
            package_version: Some(version.to_owned()),
            ..ResourceReference::default()
        }))
    };
    let cat = |lives: &[(&str, PropertyValue)]| {
        let mut cat = map([("kind", "cat".into())]);
        cat.extend(
            lives
                .iter()
                .map(|(key, value)| ((*key).to_owned(), value.clone())),
        );
        PropertyValue::Object(cat)
    };
    let rows: Vec<(&str, PropertyValue, PropertyValue)> = vec![
        ("count", 1.0.into(), Null),
        ("count", "8".into(), 8.0.into()),
        ("enabled", "true".into(), true.into()),
        ("label", 8.0.into(), "8".into()),
        ("size", "4".into(), 4.0.into()),
        ("password", "p".into(), secret("p")),
        (
            "tags",
            object([("a", secret("1"))]),
            secret(object([("a", "1".into())])),
        ),
        ("tags", object([("a", Null)]), object([])),
        (
            "tags",
            object([("a", true.into())]),
            object([("a", "true".into())]),
        ),
        ("ratio", Null, secret(Null)),
        (
            "rules",
            list([object([("port", "80".into()), ("__defaults", list([]))])]),
            list([object([
                ("port", 80.0.into()),
                ("protocol", "tcp".into()),
                ("key", Null),
            ])]),
        ),
        ("pet", cat(&[]), cat(&[("lives", 9.0.into())])),
        ("target", "8".into(), 8.0.into()),
        (
            "policy",
            r#"{"a":1,"b":2}"#.into(),
            r#"{ "b": 2, "a": 1.0 }"#.into(),
        ),
        ("policy", object([("a", 1.0.into())]), r#"{"a":1}"#.into()),
        (
            "source",
            hashed(AssetContent::Elided),
            hashed(AssetContent::Path("a.txt".into())),
        ),
        ("parent", resource("1.0.0"), resource("2.0.0")),
        ("parent", "i".into(), resource("2.0.0")),
        ("anything", f64::NAN.into(), f64::NAN.into()),
        ("__foreign", 1.0.into(), 2.0.into()),
    ];
    for (name, old, new) in rows {
        assert_eq!(
            of(name, old.clone(), new.clone()),
            [],
            "{name}: {old:?}, {new:?}"
        );
        assert_eq!(
            of(name, new.clone(), old.clone()),
            [],
            "{name}: {new:?}, {old:?}"
        );
    }
}

#[test]
fn meaning_is_a_difference() {
    let asset = |hash: &str, text: &str| {
        let content = AssetContent::Text(text.to_owned());
        PropertyValue::Asset(Box::new(Asset {
            hash: hash.to_owned(),
            content,
        }))
    };
    let archive = |text: &str| {
        let content = ArchiveContent::Assets(map([("a", asset("", text))]));
        PropertyValue::Archive(Box::new(Archive {
            hash: String::new(),
            content,
        }))
    };
    let rows: Vec<(&str, PropertyValue, PropertyValue)> = vec![
        ("count", 1.0.into(), 0.0.into()),
        ("anything", "8".into(), 8.0.into()),
        ("policy", r#"{"a":1}"#.into(), r#"{"a":"1"}"#.into()),
        ("source", asset("abc", "x"), asset("abd", "x")),
        ("source", asset("", "x"), asset("abd", "y")),
        ("source", asset("", "x"), archive("x")),
        ("bundle", archive("x"), archive("y")),
        ("target", 1.0.into(), list([1.0.into()])),
        ("label", Unknown, Unknown),
    ];
    for (name, old, new) in rows {
        assert_eq!(of(name, old, new).len(), 1, "{name}");
    }
    assert_eq!(of("source", asset("", "x"), asset("abd", "x")), []);
    assert_eq!(of("bundle", archive("x"), archive("x")), []);
}

#[test]
fn what_is_not_known_yet_may_change() {
    assert_eq!(
        of("label", "a".into(), Unknown),
        [difference("label", Change, true)]
    );
    assert_eq!(
        of("ratio", Null, secret(Unknown)),
        [difference("ratio", Add, false)]
    );
    let rules = |port| list([object([("port", port)])]);
    let changed = [difference("rules[0].port", Change, true)];
    assert_eq!(of("rules", rules(1.0.into()), rules(Unknown)), changed);
}

#[test]
fn a_part_that_cannot_change_in_place_replaces() {
    let rule =
        |port: f64, protocol: &str| object([("port", port.into()), ("protocol", protocol.into())]);
    let change = |old, new| of("rules", list([old]), list([new]));
    assert_eq!(
        change(rule(1.0, "tcp"), rule(1.0, "udp")),
        [difference("rules[0].protocol", Change, false)]
    );
    assert_eq!(
        change(rule(1.0, "tcp"), rule(2.0, "tcp")),
        [difference("rules[0].port", Change, true)]
    );
    let one = list([rule(1.0, "tcp")]);
    let two = list([rule(1.0, "tcp"), rule(2.0, "tcp")]);
    assert_eq!(
        of("rules", one.clone(), two.clone()),
        [difference("rules[1]", Add, true)]
    );
    assert_eq!(
        of("rules", two, one.clone()),
        [difference("rules[1]", Remove, true)]
    );
    assert_eq!(of("rules", Null, one), [difference("rules", Add, true)]);
    assert_eq!(
        of("rules", Null, list([])),
        [difference("rules", Add, false)]
    );
    assert_eq!(
        of("first", "odd".into(), rule(1.0, "tcp")),
        [difference("first", Change, true)]
    );
}

#[test]
fn names_that_are_part_of_a_secret_are_not_told() {
    let tags = |key: &str| secret(object([(key, "1".into()), ("other", "2".into())]));
    assert_eq!(
        of("tags", tags("hush"), tags("hash")),
        [difference("tags", Change, false)]
    );
    let rule = |port: f64| secret(object([("port", port.into())]));
    assert_eq!(
        of("first", rule(1.0), rule(2.0)),
        [difference("first.port", Change, true)]
    );
}

#[test]
fn what_the_schema_does_not_know_is_compared_as_it_is() {
    let old = object([("a", list([1.0.into(), object([("b", Null)])]))]);
    let new = object([("a", list([1.0.into(), object([])]))]);
    assert_eq!(
        of("anything", old, new),
        [difference("anything.a[1].b", Remove, false)]
    );
    assert_eq!(
        of("gone", 1.0.into(), Null),
        [difference("gone", Remove, false)]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn nothing_differs_from_itself(schema in package(), inputs in known_properties()) {
        let differences = diff(&schema, &thing(&schema).inputs, &inputs, &inputs);
        prop_assert_eq!(differences, vec![]);
    }

    #[test]
    fn a_check_makes_no_difference(
        schema in package(), inputs in known_properties()
    ) {
        let object = &thing(&schema).inputs;
        let inputs = fitted(&schema.types, object, inputs);
        let checked = check(&schema, object, inputs.clone(), &no_environment);
        // An archive stands in as unknown, and an unknown value always counts as changed.
        if checked.failures.is_empty() && !inputs.values().any(PropertyValue::contains_unknown) {
            prop_assert_eq!(diff(&schema, object, &inputs, &checked.inputs), vec![]);
            prop_assert_eq!(diff(&schema, object, &checked.inputs, &inputs), vec![]);
        }
    }

    #[test]
    fn both_directions_see_the_same_paths(
        schema in package(), old in known_properties(), new in known_properties()
    ) {
        let object = &thing(&schema).inputs;
        let there = diff(&schema, object, &old, &new);
        let back = diff(&schema, object, &new, &old);
        let paths = |differences: &[PropertyDifference]| -> Vec<(String, bool)> {
            differences.iter().map(|one| (one.property.clone(), one.replace)).collect()
        };
        prop_assert_eq!(paths(&there), paths(&back));
    }
}
