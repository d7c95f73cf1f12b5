use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::schema::testing::{
    acme, fitted, known_properties, list, map, object, package, secret, thing,
};
use crate::schema::{check, diff, no_environment, testing};
use crate::value::PropertyValue;
use crate::value::PropertyValue::Null;

#[test]
fn an_import_takes_what_inputs_can_have() {
    let schema = acme();
    let outputs = map([
        ("label", "x".into()),
        ("count", Null),
        ("password", "p".into()),
        ("serial", 7.0.into()),
        (
            "rules",
            list([object([
                ("port", 1.0.into()),
                ("key", "k".into()),
                ("handle", "h".into()),
            ])]),
        ),
        ("__wasm", object([])),
    ]);
    let expected = map([
        ("label", "x".into()),
        ("password", secret("p")),
        (
            "rules",
            list([object([("port", 1.0.into()), ("key", secret("k"))])]),
        ),
    ]);
    assert_eq!(
        inputs_from_outputs(&schema, thing(&schema), &outputs),
        expected
    );
}

fn refreshed<const I: usize, const B: usize, const O: usize>(
    inputs: [(&str, PropertyValue); I],
    before: [(&str, PropertyValue); B],
    outputs: [(&str, PropertyValue); O],
) -> PropertyMap {
    let schema = acme();
    testing::refreshed(
        &schema,
        thing(&schema),
        &map(inputs),
        &map(before),
        &map(outputs),
    )
}

#[test]
fn a_refresh_keeps_the_programs_form() {
    let inputs = [
        ("label", 8.0.into()),
        ("password", secret("p")),
        ("policy", "{}".into()),
        ("count", "1".into()),
        ("__defaults", list([])),
    ];
    let outputs = [
        ("label", "8".into()),
        ("password", "p".into()),
        ("count", 1.0.into()),
    ];
    assert_eq!(
        refreshed(inputs.clone(), outputs.clone(), outputs),
        map(inputs)
    );
}

#[test]
fn drift_becomes_visible() {
    let inputs = [
        ("label", "x".into()),
        ("password", secret("p")),
        ("tags", object([("a", "1".into())])),
    ];
    let before = [
        ("label", "x".into()),
        ("password", "p".into()),
        ("tags", object([("a", "1".into())])),
    ];
    let outputs = [
        ("label", "y".into()),
        ("password", "q".into()),
        ("tags", Null),
    ];
    let expected = map([("label", "y".into()), ("password", secret("q"))]);
    assert_eq!(refreshed(inputs, before, outputs), expected);
}

#[test]
fn what_a_server_fills_in_is_no_drift_until_it_changes() {
    let inputs = [("label", "x".into())];
    let filled = |tag: &str| {
        [
            ("label", "x".into()),
            ("tags", object([("by", tag.into())])),
        ]
    };
    assert_eq!(
        refreshed(inputs.clone(), filled("server"), filled("server")),
        map(inputs.clone())
    );
    let with_tags = map(filled("someone"));
    assert_eq!(
        refreshed(inputs.clone(), filled("server"), filled("someone")),
        with_tags
    );
    let defaulted = [("label", "x".into()), ("count", 1.0.into())];
    assert_eq!(
        refreshed(inputs.clone(), [("label", "x".into())], defaulted),
        map(inputs)
    );
}

#[test]
fn only_the_part_that_drifted_changes() {
    let rule = |port: PropertyValue, extra: &[(&str, PropertyValue)]| {
        let mut rule = map([("port", port)]);
        rule.extend(
            extra
                .iter()
                .map(|(key, value)| ((*key).to_owned(), value.clone())),
        );
        list([PropertyValue::Object(rule)])
    };
    let given = [("key", secret("k"))];
    let handle = [
        ("handle", "h".into()),
        ("protocol", "tcp".into()),
        ("key", "k".into()),
    ];
    let found = refreshed(
        [("label", "x".into()), ("rules", rule("80".into(), &given))],
        [("label", "x".into()), ("rules", rule(80.0.into(), &handle))],
        [("label", "x".into()), ("rules", rule(81.0.into(), &handle))],
    );
    assert_eq!(found["rules"], rule(81.0.into(), &given));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_refresh_of_what_has_not_changed_changes_nothing(
        schema in package(), inputs in known_properties(), outputs in known_properties()
    ) {
        // Every input is an output as well, and shows what was given.
        let resource = thing(&schema);
        let resource = ResourceSchema { outputs: resource.inputs.clone(), ..resource.clone() };
        let inputs = fitted(&schema.types, &resource.inputs, inputs);
        let checked = check(&schema, &resource.inputs, inputs, &no_environment);
        prop_assume!(checked.failures.is_empty());
        let mut state = outputs;
        state.extend(checked.inputs.clone());
        let refreshed = testing::refreshed(&schema, &resource, &checked.inputs, &state, &state);
        let differences = diff(&schema, &resource.inputs, &checked.inputs, &refreshed);
        let known = !checked.inputs.values().any(PropertyValue::contains_unknown);
        prop_assert!(!known || differences.is_empty(), "{:?}", differences);
    }

    #[test]
    fn no_outputs_panic(
        schema in package(), a in known_properties(), b in known_properties(), c in known_properties()
    ) {
        let resource = thing(&schema);
        let _ = inputs_from_outputs(&schema, resource, &a);
        let _ = testing::refreshed(&schema, resource, &a, &b, &c);
    }
}

#[test]
fn a_refresh_keeps_what_no_type_knows_inside_a_map() {
    let parts =
        json!({ "type": "object", "additionalProperties": { "$ref": "#/types/acme:index:Part" } });
    let document = json!({
        "name": "acme",
        "version": "1.0.0",
        "types": { "acme:index:Part": {
            "type": "object",
            "properties": { "size": { "type": "integer" } },
        } },
        "resources": { "acme:index:Thing": {
            "inputProperties": { "parts": parts },
            "properties": { "parts": parts },
        } },
    });
    let schema = PackageSchema::parse(&document).unwrap();
    let first = || object([("size", "8".into()), ("note", "n".into())]);
    let second = || object([("size", 1.0.into())]);
    let recorded = map([("parts", object([("first", first())]))]);
    let found = object([("size", 8.0.into()), ("note", "n".into())]);
    let outputs = map([("parts", object([("first", found), ("second", second())]))]);
    assert_eq!(
        testing::refreshed(&schema, thing(&schema), &recorded, &recorded, &outputs),
        map([("parts", object([("first", first()), ("second", second())]))])
    );
}
