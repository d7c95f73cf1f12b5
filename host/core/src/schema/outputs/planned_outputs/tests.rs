use super::*;
use crate::schema::testing::{acme, list, map, object, secret, thing};

fn broken(planned: &PropertyMap, outputs: &PropertyMap) -> Vec<(String, String)> {
    let schema = acme();
    differences_from_plan(&schema, thing(&schema), planned, outputs)
        .into_iter()
        .map(|failure| (failure.property, failure.reason))
        .collect()
}

fn of(name: &str, planned: PropertyValue, actual: PropertyValue) -> Vec<(String, String)> {
    broken(&map([(name, planned)]), &map([(name, actual)]))
}

#[test]
fn kept_promises_are_not_told() {
    let rows: Vec<(&str, PropertyValue, PropertyValue)> = vec![
        ("label", "a".into(), "a".into()),
        ("label", PropertyValue::Unknown, "a".into()),
        ("label", secret(PropertyValue::Unknown), PropertyValue::Null),
        ("label", PropertyValue::Null, PropertyValue::Null),
        ("count", "8".into(), 8.0.into()),
        ("token", "t".into(), secret("t")),
        (
            "rules",
            list([object([
                ("port", 1.0.into()),
                ("number", PropertyValue::Unknown),
            ])]),
            list([object([("port", 1.0.into()), ("number", 7.0.into())])]),
        ),
        (
            "login",
            object([("user", "u".into())]),
            object([("user", "u".into()), ("realm", "main".into())]),
        ),
        ("foreign", PropertyValue::Unknown, PropertyValue::Null),
        ("__wasm", 1.0.into(), 2.0.into()),
    ];
    for (name, planned, actual) in rows {
        assert_eq!(of(name, planned.clone(), actual), [], "{name} {planned:?}");
    }
    assert_eq!(broken(&map([]), &map([("label", "new".into())])), []);
}

#[test]
fn broken_promises_say_what_was_promised() {
    let long = "x".repeat(61);
    let rows: Vec<(&str, PropertyValue, PropertyValue, &str, &str)> = vec![
        (
            "label",
            "a".into(),
            "b\n".into(),
            "label",
            "is `b\\n`; the preview showed `a`",
        ),
        (
            "count",
            1.0.into(),
            2.0.into(),
            "count",
            "is `2`; the preview showed `1`",
        ),
        (
            "label",
            "a".into(),
            PropertyValue::Null,
            "label",
            "is nothing; the preview showed `a`",
        ),
        (
            "label",
            PropertyValue::Null,
            "a".into(),
            "label",
            "is `a`; the preview showed nothing",
        ),
        (
            "label",
            long.into(),
            "a".into(),
            "label",
            "is `a`; the preview showed a text of 61 characters",
        ),
        (
            "tags",
            object([]),
            object([("a.b", "1".into())]),
            "tags[\"a.b\"]",
            "is `1`; the preview showed nothing",
        ),
        (
            "rules",
            list([]),
            list([object([])]),
            "rules[0]",
            "is an object; the preview showed nothing",
        ),
    ];
    for (name, planned, actual, property, reason) in rows {
        assert_eq!(
            of(name, planned, actual),
            [(property.to_owned(), reason.to_owned())]
        );
    }
}

#[test]
fn secrets_are_not_shown() {
    let hidden = "differs from the preview; the value is a secret";
    let rows: Vec<(&str, PropertyValue, PropertyValue, &str)> = vec![
        ("label", secret("a"), "b".into(), "label"),
        ("label", "a".into(), secret("b"), "label"),
        ("token", "a".into(), "b".into(), "token"),
        ("label", PropertyValue::Null, secret("b"), "label"),
        (
            "tags",
            secret(object([("hush", "1".into())])),
            object([("hash", "1".into())]),
            "tags",
        ),
    ];
    for (name, planned, actual, property) in rows {
        assert_eq!(
            of(name, planned, actual),
            [(property.to_owned(), hidden.to_owned())]
        );
    }
}

#[test]
fn what_a_preview_shows_of_inputs_is_kept_by_returning_them() {
    let schema = acme();
    let thing = thing(&schema);
    let inputs = map([("label", "a".into()), ("password", secret("p"))]);
    let shown = crate::schema::preview(&schema, thing, &inputs);
    assert_eq!(differences_from_plan(&schema, thing, &shown, &inputs), []);
}
