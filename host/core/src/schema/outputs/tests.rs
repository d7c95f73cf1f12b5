use proptest::prelude::*;

use super::*;
use crate::schema::model::types::Type;
use crate::schema::testing::{
    acme, known_properties, list, map, object, package, secret, thing, unknowns,
};
use crate::value::PropertyValue::{Null, Unknown};

#[test]
fn outputs_are_secret_by_schema_and_by_input() {
    let schema = acme();
    let inputs = map([
        ("label", secret("x")),
        ("tags", object([("a", secret("1"))])),
        ("__wasm", secret("y")),
    ]);
    let rule = |key: PropertyValue| list([object([("port", 1.0.into()), ("key", key)])]);
    let outputs = map([
        ("label", "x".into()),
        ("count", 1.0.into()),
        ("password", "p".into()),
        ("tags", object([("a", "1".into())])),
        ("token", "t".into()),
        ("serial", Null),
        ("rules", rule("k".into())),
        ("__wasm", "y".into()),
        ("more", "m".into()),
    ]);
    let expected = map([
        ("label", secret("x")),
        ("count", 1.0.into()),
        ("password", secret("p")),
        ("tags", object([("a", secret("1"))])),
        ("token", secret("t")),
        ("serial", Null),
        ("rules", rule(secret("k"))),
        ("__wasm", "y".into()),
        ("more", "m".into()),
    ]);
    let marked = mark_secrets(&schema, thing(&schema), &inputs, outputs);
    assert_eq!(marked, expected);
    assert_eq!(
        mark_secrets(&schema, thing(&schema), &inputs, marked.clone()),
        marked
    );
}

#[test]
fn a_secret_has_no_further_one_inside() {
    let schema = acme();
    let inside = object([("a", list([secret("1"), secret(secret("2"))]))]);
    let outputs = map([
        ("more", secret(inside.clone())),
        ("token", inside.clone()),
        ("label", inside.clone()),
    ]);
    let plain = object([("a", list(["1".into(), "2".into()]))]);
    let expected = map([
        ("more", secret(plain.clone())),
        ("token", secret(plain)),
        ("label", inside),
    ]);
    let marked = mark_secrets(&schema, thing(&schema), &map([]), outputs);
    assert_eq!(marked, expected);
}

#[test]
fn the_part_of_an_output_is_secret_that_is_in_the_input() {
    let user = |name: &str, key: PropertyValue| object([("name", name.into()), ("key", key)]);
    let (ada, bob) = (user("ada", secret("a")), user("bob", secret("b")));
    let (open_ada, open_bob) = (user("ada", "a".into()), user("bob", "b".into()));
    for (given, output, expected) in [
        (ada.clone(), open_ada.clone(), ada.clone()),
        // It has become another one since.
        (
            ada.clone(),
            user("eve", "e".into()),
            user("eve", secret("e")),
        ),
        (ada.clone(), user("ada", Null), user("ada", Null)),
        // The secret has lost its place.
        (
            ada.clone(),
            object([("name", "ada".into()), ("token", "a".into())]),
            secret(object([("name", "ada".into()), ("token", "a".into())])),
        ),
        (ada.clone(), "ada:a".into(), secret("ada:a")),
        (
            list([ada.clone(), bob.clone()]),
            list([open_ada.clone(), open_bob.clone()]),
            list([ada.clone(), bob.clone()]),
        ),
        // They have changed places.
        (
            list([ada.clone(), open_bob.clone()]),
            list([open_bob.clone(), open_ada.clone()]),
            secret(list([open_bob.clone(), open_ada.clone()])),
        ),
        (
            list([ada.clone()]),
            list([open_ada.clone(), open_bob.clone()]),
            secret(list([open_ada.clone(), open_bob.clone()])),
        ),
        (ada, Unknown, secret(Unknown)),
        (list([bob]), list([Unknown]), secret(list([Unknown]))),
    ] {
        let mut marked = output.clone();
        mark::secrets_as_in(&given, &mut marked);
        assert_eq!(marked, expected, "{given:?}, {output:?}");
        let once = marked.clone();
        mark::secrets_as_in(&given, &mut marked);
        assert_eq!(marked, once);
    }
}

#[test]
fn a_preview_shows_inputs_and_leaves_the_rest_open() {
    let schema = acme();
    let inputs = map([
        ("label", "x".into()),
        ("password", secret("p")),
        ("ratio", 1.0.into()),
        ("count", Null),
        ("rules", list([object([("port", 1.0.into())])])),
    ]);
    let rule = object([("port", 1.0.into()), ("handle", Unknown)]);
    let expected = map([
        ("label", "x".into()),
        ("count", Unknown),
        ("password", secret("p")),
        ("rules", list([rule])),
        ("tags", Unknown),
        ("serial", Unknown),
        ("token", secret(Unknown)),
        ("address", Unknown),
        ("login", Unknown),
    ]);
    assert_eq!(preview(&schema, thing(&schema), &inputs), expected);
}

#[test]
fn an_output_of_another_type_is_not_the_input() {
    let mut schema = acme();
    let thing = schema.resources.get_mut("acme:index:Thing").unwrap();
    thing.outputs.properties.get_mut("tags").unwrap().value_type = Type::Any;
    thing
        .outputs
        .properties
        .get_mut("label")
        .unwrap()
        .value_type = Type::Archive;
    let inputs = map([("label", secret("x")), ("tags", object([]))]);
    let thing = &schema.resources["acme:index:Thing"];
    let shown = preview(&schema, thing, &inputs);
    assert_eq!(shown["label"], secret(Unknown));
    assert_eq!(shown["tags"], object([]));
}

#[test]
fn an_update_keeps_what_only_a_replacement_changes() {
    let schema = acme();
    let thing = thing(&schema);
    assert_eq!(stable_outputs(thing), ["address", "label"]);
    let old = map([
        ("address", "1.2.3.4".into()),
        ("serial", 1.0.into()),
        ("label", "old".into()),
    ]);
    let shown = preview_update(
        &schema,
        thing,
        &map([]),
        &old,
        &map([("count", 2.0.into())]),
    );
    assert_eq!(shown["address"], "1.2.3.4".into());
    assert_eq!(shown["label"], "old".into());
    assert_eq!(shown["count"], 2.0.into());
    assert_eq!(shown["serial"], Unknown);
}

#[test]
fn outputs_that_break_the_promise_are_noted() {
    let schema = acme();
    let outputs = map([
        ("label", "x".into()),
        ("count", "many".into()),
        ("sreial", 1.0.into()),
    ]);
    let found = mismatches(&schema, thing(&schema), &outputs);
    let found: Vec<&str> = found
        .iter()
        .map(|failure| failure.property.as_str())
        .collect();
    assert_eq!(found, ["count", "sreial", "serial"]);
}

/// Whether `value` shows what `secret_value` hides.
fn shows(value: &PropertyValue, marked: &PropertyValue) -> bool {
    match (value, marked) {
        (PropertyValue::Secret(_), _) => false,
        (_, PropertyValue::Secret(_)) => true,
        (PropertyValue::Array(values), PropertyValue::Array(marked)) => values
            .iter()
            .zip(marked)
            .any(|(value, marked)| shows(value, marked)),
        (PropertyValue::Object(values), PropertyValue::Object(marked)) => marked
            .iter()
            .any(|(key, marked)| values.get(key).is_some_and(|value| shows(value, marked))),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_preview_never_shows_a_secret(
        schema in package(), inputs in known_properties(), old in known_properties()
    ) {
        let resource = thing(&schema);
        let inputs = unknowns(inputs);
        for shown in [
            preview(&schema, resource, &inputs),
            preview_update(&schema, resource, &old, &old, &inputs),
        ] {
            for (name, value) in &shown {
                let input = inputs.get(name).filter(|input| !matches!(input.reveal(), Null));
                // A null that is recorded shows nothing.
                let shows = *value != Null && input.is_some_and(|input| shows(value, input));
                prop_assert!(!shows);
                let is_hidden = value.is_secret() || *value == Null;
                prop_assert!(!resource.outputs.properties[name].secret || is_hidden);
            }
            prop_assert!(shown.keys().all(|name| resource.outputs.properties.contains_key(name)));
            // A property that an update leaves out was unset before and is unset now, so it need not exist.
            let mut left_out = resource.outputs.properties.keys();
            let is_nothing = |map: &PropertyMap, name: &String| {
                map.get(name).is_none_or(|value| *value.reveal() == Null)
            };
            let is_whole = left_out.all(|name| {
                shown.contains_key(name)
                    || (is_nothing(&inputs, name)
                        && is_nothing(&old, name)
                        && !resource.outputs.required.contains(name))
            });
            prop_assert!(is_whole);
        }
    }
}
