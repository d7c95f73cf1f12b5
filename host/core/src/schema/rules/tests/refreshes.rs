//! Values that are the same to a refresh and to a promise.

use serde_json::json;

use crate::schema::differences_from_plan;
use crate::schema::testing::{list, map, object, refreshed, ruled, secret, thing};
use crate::value::PropertyMap;
use crate::value::PropertyValue::Unknown;

#[test]
fn a_refresh_takes_what_is_empty_for_nothing_where_the_rules_say_so() {
    let schema = ruled(&json!({ "properties": {
        "label": { "compare": ["empty"] },
        "tags": { "compare": ["empty"] }
    } }));
    let resource = thing(&schema);
    let recorded = map([("label", "".into())]);
    let outputs = map([("tags", object([]))]);
    let kept = refreshed(&schema, resource, &recorded, &map([]), &outputs);
    assert_eq!(kept, recorded);
    let drifted = map([("label", "x".into()), ("tags", object([("a", "b".into())]))]);
    let before = map([("tags", object([]))]);
    let found = refreshed(&schema, resource, &recorded, &before, &drifted);
    assert_eq!(found, drifted);
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
        |found: &PropertyMap| refreshed(&schema, thing(&schema), &inputs, &outputs, found);
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
fn a_refresh_keeps_what_the_schema_does_not_know_in_an_element_of_a_set() {
    let schema = ruled(&json!({ "properties": { "rules": { "compare": ["set"] } } }));
    // As an older version of the schema let it be recorded.
    let rule = |port: f64| object([("port", port.into()), ("old", false.into())]);
    let recorded = map([("rules", list([rule(1.0), secret(rule(2.0))]))]);
    let found = refreshed(&schema, thing(&schema), &recorded, &recorded, &recorded);
    assert_eq!(found, recorded);
}

#[test]
fn a_promise_is_kept_by_what_is_the_same() {
    let schema = ruled(&json!({ "properties": {
        "label": { "compare": ["ignore-case"] },
        "rules": { "compare": ["set"] },
    } }));
    let broken = |planned: &PropertyMap, outputs: &PropertyMap| {
        differences_from_plan(&schema, thing(&schema), planned, outputs).len()
    };
    let rule = |port: f64| object([("port", port.into())]);
    let planned = map([
        ("label", "A".into()),
        ("rules", list([rule(1.0), rule(2.0)])),
    ]);
    let kept = map([
        ("label", "a".into()),
        ("rules", list([rule(2.0), rule(1.0)])),
    ]);
    assert_eq!(broken(&planned, &kept), 0);
    let other = map([
        ("label", "b".into()),
        ("rules", list([rule(3.0), rule(1.0)])),
    ]);
    assert_eq!(broken(&planned, &other), 2);
    let open = map([("rules", list([Unknown, rule(1.0)]))]);
    assert_eq!(broken(&open, &kept), 0);
}
