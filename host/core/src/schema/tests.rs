//! Input that no program should send: each has an answer, in time.

use serde_json::json;

use super::model::PackageSchema;
use super::model::object::ObjectSchema;
use super::testing::{acme, acme_document, list, map, object, ruled, secret, thing};
use super::{
    check, deprecations, diff, differences_from_plan, no_environment, preview, reset_ignored,
};
use crate::value::{PropertyMap, PropertyValue};

fn checked(schema: &PackageSchema, inputs: PropertyMap) -> (PropertyMap, Vec<(String, String)>) {
    let checked = check(schema, &thing(schema).inputs, inputs, &no_environment);
    let failures = checked.failures.into_iter();
    let failures = failures.map(|failure| (failure.property, failure.reason));
    (checked.inputs, failures.collect())
}

/// Inputs with a label and one further property.
fn with(name: &str, value: PropertyValue) -> PropertyMap {
    map([("label", "a".into()), (name, value)])
}

fn many(count: usize) -> PropertyMap {
    (0..count)
        .map(|number| (format!("key {number}"), number.to_string().into()))
        .collect()
}

#[test]
fn ten_thousand_keys_are_checked_and_compared() {
    let schema = ruled(&json!({ "properties": {
        "tags": { "maxProperties": 9999, "keyPattern": "^key", "items": { "compare": ["ignore-case"] } }
    } }));
    let tags = || with("tags", PropertyValue::Object(many(10_000)));
    let (inputs, failures) = checked(&schema, tags());
    let reason = "must have at most 9999 entries; found 10000".to_owned();
    assert_eq!(failures, [("tags".to_owned(), reason)]);
    assert_eq!(inputs["tags"], tags()["tags"]);
    let nothing = with("tags", object([]));
    let inputs = &thing(&schema).inputs;
    assert_eq!(diff(&schema, inputs, &tags(), &tags()), []);
    let ignored = ["tags[\"key 1\"]".to_owned(), "*[\"key 2\"]".to_owned()];
    let reset = reset_ignored(&ignored, &nothing, &tags()).into_owned();
    assert_eq!(diff(&schema, inputs, &nothing, &reset).len(), 9998);
}

#[test]
fn ten_thousand_unknown_keys_are_told_one_by_one() {
    let mut inputs = many(10_000);
    inputs.insert("label".to_owned(), "a".into());
    let (_, failures) = checked(&acme(), inputs);
    assert_eq!(failures.len(), 10_000);
    assert_eq!(failures[0].1, "unknown property `key 0`");
}

#[test]
fn ten_thousand_elements_are_found_unique() {
    let schema = ruled(&json!({ "properties": { "anything": { "uniqueItems": true } } }));
    let mut elements: Vec<PropertyValue> = (0..10_000).map(|n| f64::from(n).into()).collect();
    elements.push(7.0.into());
    let (_, failures) = checked(&schema, with("anything", PropertyValue::Array(elements)));
    let reason = "is the same as the element 7".to_owned();
    assert_eq!(failures, [("anything[10000]".to_owned(), reason)]);
}

#[test]
fn numbers_beyond_all_measure() {
    let schema = ruled(&json!({ "properties": {
        "anything": { "minimum": 0 }, "ratio": { "multipleOf": 0.5 }
    } }));
    let beyond = "has a number that is not finite, or is larger than 1.7976931348623157e308; write it in quotation marks";
    let rows = [
        (
            "count",
            f64::NAN,
            "expected a whole number, found a number that is not finite",
        ),
        (
            "count",
            f64::INFINITY,
            "expected a whole number, found a number that is not finite",
        ),
        (
            "ratio",
            f64::NAN,
            "expected a number, found a number that is not finite",
        ),
        (
            "label",
            f64::NEG_INFINITY,
            "expected a string, found a number that is not finite",
        ),
        ("anything", f64::NAN, beyond),
        ("anything", f64::NEG_INFINITY, beyond),
    ];
    for (name, number, reason) in rows {
        let (_, failures) = checked(&schema, with(name, number.into()));
        assert_eq!(failures, [(name.to_owned(), reason.to_owned())]);
    }
    for number in [1e308, -1e308, f64::MIN_POSITIVE, 2f64.powi(60)] {
        let (inputs, failures) = checked(&acme(), with("ratio", number.into()));
        assert_eq!((inputs["ratio"].clone(), failures), (number.into(), vec![]));
        let text = format!("{number:e}");
        let (inputs, _) = checked(&acme(), with("ratio", text.into()));
        assert_eq!(inputs["ratio"], number.into());
    }
    let too_large = checked(&acme(), with("ratio", "1e400".into())).1;
    assert_eq!(too_large[0].1, "expected a number, found a string");
}

#[test]
fn keys_that_look_like_paths_keep_their_place() {
    let keys = [
        "", ".", "a.b", "a[0]", "[", "]", "\"", "a\"b", "*", " ", "\\", "a\\", "ä", "\u{0}",
    ];
    for key in keys {
        let old = with("tags", object([(key, "1".into())]));
        let new = with("tags", object([(key, "2".into())]));
        let found = diff(&acme(), &thing(&acme()).inputs, &old, &new);
        assert_eq!(found.len(), 1, "{key}");
        let ignored = [found[0].property.clone()];
        let reset = reset_ignored(&ignored, &old, &new);
        let left = diff(&acme(), &thing(&acme()).inputs, &old, &reset);
        assert_eq!(left, [], "{key}");
        let (_, failures) = checked(&acme(), with("tags", object([(key, list([]))])));
        assert_eq!(failures[0].0, found[0].property);
    }
}

#[test]
fn a_key_that_no_path_can_name_is_told_as_a_change_of_what_holds_it() {
    let tags = |value: &str| with("tags", object([("a.b\\", value.into()), ("c", "1".into())]));
    let none = with("tags", object([("c", "1".into())]));
    let schema = acme();
    let inputs = &thing(&schema).inputs;
    for (old, new) in [
        (tags("1"), tags("2")),
        (none.clone(), tags("1")),
        (tags("1"), none),
    ] {
        let found = diff(&schema, inputs, &old, &new);
        let told: Vec<_> = found
            .iter()
            .map(|one| (one.property.as_str(), one.kind))
            .collect();
        assert_eq!(
            told,
            [("tags", crate::error::failure::DifferenceKind::Change)]
        );
    }
}

#[test]
fn secrets_within_secrets_are_one() {
    let nested = secret(PropertyValue::Secret(Box::new(secret("p"))));
    let deep = PropertyValue::Secret(Box::new(PropertyValue::Secret(Box::new(nested))));
    for name in ["label", "password", "anything"] {
        let (inputs, failures) = checked(&acme(), with(name, deep.clone()));
        assert_eq!(failures, [], "{name}");
        assert_eq!(inputs[name].reveal(), &"p".into());
        let plain = with(name, "p".into());
        assert_eq!(diff(&acme(), &thing(&acme()).inputs, &plain, &inputs), []);
    }
}

/// Types may contain each other; the walk ends where the values end.
#[test]
fn types_may_contain_each_other() {
    let mut document = acme_document();
    document["types"]["acme:index:A"] = json!({
        "type": "object",
        "properties": { "b": { "$ref": "#/types/acme:index:B" }, "x": { "type": "integer", "default": 1 } }
    });
    document["types"]["acme:index:B"] = json!({
        "type": "object",
        "properties": {
            "a": { "$ref": "#/types/acme:index:A", "replaceOnChanges": true },
            "either": { "oneOf": [{ "$ref": "#/types/acme:index:A" }, { "$ref": "#/types/acme:index:B" }] }
        }
    });
    document["types"]["acme:index:Endless"] = json!({
        "type": "object",
        "properties": { "again": { "$ref": "#/types/acme:index:Endless" } },
        "required": ["again"]
    });
    let inputs = &mut document["resources"]["acme:index:Thing"]["inputProperties"];
    inputs["a"] = json!({ "$ref": "#/types/acme:index:A" });
    inputs["endless"] = json!({ "$ref": "#/types/acme:index:Endless" });
    let schema = PackageSchema::parse(&document).unwrap();
    let mut value = object([]);
    for _ in 0..40 {
        value = object([("b", object([("a", value.clone()), ("either", value)]))]);
        // Twice as large each time: enough after a few.
        if format!("{value:?}").len() > 10_000 {
            break;
        }
    }
    let (inputs, failures) = checked(&schema, with("a", value));
    assert_eq!(failures, []);
    let object_schema: &ObjectSchema = &thing(&schema).inputs;
    assert_eq!(diff(&schema, object_schema, &inputs, &inputs), []);
    assert_eq!(deprecations(&schema, None, object_schema, &inputs), []);
    let shown = preview(&schema, thing(&schema), &inputs);
    assert_eq!(
        differences_from_plan(&schema, thing(&schema), &shown, &shown),
        []
    );

    let (_, failures) = checked(&schema, with("endless", object([("again", object([]))])));
    let reason = "missing required property `again`".to_owned();
    assert_eq!(failures, [("endless.again.again".to_owned(), reason)]);
}

/// Values at the maximum depth of the wire format.
#[test]
fn the_deepest_values_are_walked() {
    let mut value = PropertyValue::from("x");
    for level in 0..crate::value::MAX_DEPTH_ON_THE_WIRE {
        value = match level % 3 {
            0 => list([value]),
            1 => object([("a", value)]),
            _ => value.into_secret(),
        };
    }
    let schema = acme();
    let (inputs, failures) = checked(&schema, with("anything", value));
    assert_eq!(failures, []);
    let object_schema = &thing(&schema).inputs;
    assert_eq!(diff(&schema, object_schema, &inputs, &inputs), []);
    let emptied = with("anything", list([]));
    let found = diff(&schema, object_schema, &inputs, &emptied);
    assert_eq!(found.len(), 1);
}
