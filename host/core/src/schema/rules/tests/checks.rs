//! The results of checks under rules.

use serde_json::{Value, json};

use crate::schema::testing::{list, map, object, ruled, secret, thing};
use crate::schema::{check, no_environment};
use crate::value::PropertyValue::{Null, Unknown};
use crate::value::{PropertyMap, PropertyValue};

/// The failures of a check of inputs, beside a label that is always there.
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

/// The failures of a check of one property under its rules.
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
            json!({ "pattern": "^[a-z]+$", "patternReason": "a word in small letters" }),
            "A".into(),
            "label",
            "must be a word in small letters; found `A`",
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
