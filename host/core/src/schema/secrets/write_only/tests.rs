use super::*;
use crate::schema::testing::{acme, list, map, refreshed, secret, thing};
use crate::schema::{check, mark_secrets, mismatches, no_environment, preview};

/// A password and, in the objects of `rules` and of `tree`, a key that are write-only.
fn schema() -> PackageSchema {
    let mut schema = acme();
    let thing = schema.resources.get_mut("acme:index:Thing").unwrap();
    let password = thing.inputs.properties.get_mut("password").unwrap();
    password.write_only = true;
    thing.outputs.properties.remove("password");
    for object in schema.types.objects_mut() {
        if let Some(key) = object.schema.properties.get_mut("key") {
            key.write_only = true;
            key.secret = true;
        }
    }
    schema
}

fn rule(key: Option<&str>) -> PropertyValue {
    let mut rule = map([("port", 1.0.into())]);
    rule.extend(key.map(|key| ("key".to_owned(), secret(key))));
    PropertyValue::Object(rule)
}

#[test]
fn outputs_and_previews_have_none_of_it() {
    let schema = schema();
    let thing = thing(&schema);
    let inputs = map([
        ("label", "a".into()),
        ("password", secret("p")),
        ("rules", list([rule(Some("k"))])),
    ]);
    let shown = preview(&schema, thing, &inputs);
    assert!(!shown.contains_key("password"));
    let outputs = map([("password", "p".into()), ("label", "a".into())]);
    let outputs = mark_secrets(&schema, thing, &inputs, outputs);
    assert_eq!(outputs, map([("label", "a".into())]));
}

#[test]
fn outputs_need_none_of_it() {
    let mut schema = schema();
    for object in schema.types.objects_mut() {
        if object.schema.properties.contains_key("key") {
            object.schema.required.insert("key".to_owned());
        }
    }
    let thing_schema = schema.resources.get_mut("acme:index:Thing").unwrap();
    let rules = thing_schema.inputs.properties["rules"].clone();
    thing_schema
        .outputs
        .properties
        .insert("rules".to_owned(), rules);
    let outputs = map([
        ("label", "a".into()),
        ("serial", 1.0.into()),
        ("rules", list([rule(None)])),
    ]);
    assert_eq!(mismatches(&schema, thing(&schema), &outputs), []);
    let inputs = map([("label", "a".into()), ("rules", list([rule(None)]))]);
    let checked = check(&schema, &thing(&schema).inputs, inputs, &no_environment);
    assert_eq!(checked.failures[0].property, "rules[0].key");
}

#[test]
fn parts_of_outputs_are_left_out_too() {
    let schema = schema();
    let mut outputs = map([
        ("rules", list([rule(Some("k")), secret(rule(Some("k")))])),
        ("first", rule(Some("k"))),
    ]);
    leave_out(&schema.types, &thing(&schema).inputs, &mut outputs);
    let expected = map([
        ("rules", list([rule(None), secret(rule(None))])),
        ("first", rule(None)),
    ]);
    assert_eq!(outputs, expected);
}

#[test]
fn a_refresh_keeps_what_was_recorded() {
    let schema = schema();
    let thing = thing(&schema);
    let recorded = map([
        ("label", "a".into()),
        ("password", secret("p")),
        ("rules", list([rule(Some("k"))])),
        ("first", rule(Some("f"))),
    ]);
    let found = map([
        ("label", "b".into()),
        ("password", "guessed".into()),
        ("rules", list([rule(None)])),
        ("first", secret(rule(None))),
    ]);
    let kept = keep_write_only(&schema, thing, &recorded, found);
    let expected = map([
        ("label", "b".into()),
        ("password", secret("p")),
        ("rules", list([rule(Some("k"))])),
        ("first", secret(rule(Some("f")))),
    ]);
    assert_eq!(kept, expected);
    let none_recorded = keep_write_only(&schema, thing, &map([]), map([]));
    assert_eq!(none_recorded, map([]));
    let outputs = map([("label", "a".into())]);
    let found = refreshed(&schema, thing, &recorded, &outputs, &outputs);
    assert_eq!(found.get("password"), Some(&secret("p")));
}

#[test]
fn an_element_keeps_its_own_wherever_it_stands_now() {
    let schema = schema();
    let rule = |port: f64, key: Option<&str>| {
        let mut rule = map([("port", port.into())]);
        rule.extend(key.map(|key| ("key".to_owned(), secret(key))));
        PropertyValue::Object(rule)
    };
    let recorded = map([("rules", list([rule(1.0, Some("k")), rule(2.0, Some("l"))]))]);
    let keep = |found: PropertyValue| {
        let found = map([("rules", found)]);
        keep_write_only(&schema, thing(&schema), &recorded, found)["rules"].clone()
    };
    assert_eq!(
        keep(list([rule(2.0, None), rule(3.0, None)])),
        list([rule(2.0, Some("l")), rule(3.0, None)])
    );
    assert_eq!(
        keep(list([rule(9.0, None), rule(1.0, None), rule(2.0, None)])),
        list([rule(9.0, None), rule(1.0, Some("k")), rule(2.0, Some("l"))])
    );
}
