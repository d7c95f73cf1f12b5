use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::schema::model::object::PropertySchema;
use crate::schema::model::types::{Primitive, Type};
use crate::schema::testing::{acme, fitted, known_properties, list, map, object, package, secret};
use crate::schema::{check, no_environment};
use crate::value::PropertyValue::{self, Unknown};
use crate::value::special_values;

/// A value decoded, which must succeed.
fn decoded(name: &str, value: impl Into<PropertyValue>) -> PropertyValue {
    let Decoded {
        mut values,
        ignored,
        failures,
    } = decode(&acme(), map([(name, value.into())]));
    assert_eq!(failures, []);
    assert_eq!(ignored, map([]));
    values.remove(name).unwrap_or(PropertyValue::Null)
}

fn failures(name: &str, value: impl Into<PropertyValue>) -> Vec<String> {
    let decoded = decode(&acme(), map([(name, value.into())]));
    let failures = decoded.failures.iter();
    failures
        .map(|failure| format!("{}: {}", failure.property, failure.reason))
        .collect()
}

#[test]
fn a_text_with_a_whole_number_that_would_lose_digits_is_refused() {
    for (name, text) in [
        ("extra", r#"{"id":2961068737224365485}"#),
        ("zones", "[2961068737224365485]"),
    ] {
        let found = failures(name, text);
        assert!(
            found[0].contains("more digits than a number keeps"),
            "{found:?}"
        );
        assert!(!found[0].contains("2961068737224365485"), "{found:?}");
    }
    assert!(failures("retries", "2961068737224365485")[0].contains("where numbers are exact"));
}

#[test]
fn text_is_decoded_by_the_declared_type() {
    let rows: Vec<(&str, PropertyValue, PropertyValue)> = vec![
        ("retries", "5".into(), 5.0.into()),
        ("retries", 5.0.into(), 5.0.into()),
        ("retries", "\"5\"".into(), 5.0.into()),
        ("retries", "".into(), PropertyValue::Null),
        ("insecure", "true".into(), true.into()),
        ("zones", "[1,2]".into(), list([1.0.into(), 2.0.into()])),
        ("zones", list(["1".into()]), list([1.0.into()])),
        (
            "headers",
            r#"{"a":"b"}"#.into(),
            object([("a", "b".into())]),
        ),
        ("serverUrl", "\"quoted\"".into(), "\"quoted\"".into()),
        ("serverUrl", "8080".into(), "8080".into()),
        ("serverUrl", "".into(), "".into()),
        ("serverUrl", "{\"a\":1}".into(), "{\"a\":1}".into()),
        ("token", "t".into(), secret("t")),
        ("zones", secret("[1]"), secret(list([1.0.into()]))),
        ("retries", Unknown, Unknown),
        (
            "extra",
            "{\"a\":[1]}".into(),
            object([("a", list([1.0.into()]))]),
        ),
        ("extra", "plain".into(), "plain".into()),
        (
            "extra",
            "9007199254740991".into(),
            9_007_199_254_740_991.0.into(),
        ),
        (
            "extra",
            "2961068737224365485".into(),
            "2961068737224365485".into(),
        ),
        ("either", "[\"a\"]".into(), list(["a".into()])),
        ("either", "\"a\"".into(), "a".into()),
        ("either", "a".into(), "a".into()),
        ("either", "8080".into(), "8080".into()),
        (
            "login",
            r#"{"user":"u","password":"p"}"#.into(),
            object([
                ("user", "u".into()),
                ("password", secret("p")),
                ("realm", "main".into()),
            ]),
        ),
    ];
    for (name, value, expected) in rows {
        assert_eq!(decoded(name, value.clone()), expected, "{name}: {value:?}");
    }
}

#[test]
fn special_values_are_found_inside_the_text() {
    let special = |kind: &str, value: serde_json::Value| {
        let mut special = json!({ "value": value });
        special[special_values::KEY] = json!(kind);
        special
    };
    let secret_text = special(special_values::SECRET, json!("x"));
    assert_eq!(decoded("serverUrl", secret_text.to_string()), secret("x"));
    let mut output = special(special_values::OUTPUT, json!("x"));
    assert_eq!(decoded("serverUrl", output.to_string()), "x".into());
    output["secret"] = json!(true);
    assert_eq!(decoded("serverUrl", output.to_string()), secret("x"));
    if let Some(output) = output.as_object_mut() {
        output.remove("value");
    }
    assert_eq!(decoded("serverUrl", output.to_string()), secret(Unknown));
    let zones = json!([
        1,
        special(special_values::SECRET, json!(2)),
        special_values::UNKNOWN
    ]);
    assert_eq!(
        decoded("zones", zones.to_string()),
        list([1.0.into(), secret(2.0), Unknown])
    );
    let whole = special(special_values::SECRET, json!({ "a": "b" }));
    assert_eq!(
        decoded("headers", whole.to_string()),
        secret(object([("a", "b".into())]))
    );
    let mut odd = json!({});
    odd[special_values::KEY] = json!("odd");
    let found = failures("headers", odd.to_string());
    assert!(
        found[0].starts_with("headers: an object carries the signature `odd`"),
        "{found:?}"
    );
}

#[test]
fn what_cannot_be_decoded_is_told() {
    let rows: Vec<(&str, PropertyValue, &str)> = vec![
        (
            "retries",
            "many".into(),
            "retries: expected a whole number, found a string",
        ),
        (
            "retries",
            "[1]".into(),
            "retries: expected a whole number, found a list",
        ),
        (
            "zones",
            "1,2".into(),
            "zones: expected the JSON text of a list",
        ),
        (
            "zones",
            "[true]".into(),
            "zones[0]: expected a whole number, found a boolean",
        ),
        (
            "headers",
            "{".into(),
            "headers: expected the JSON text of an object",
        ),
        (
            "login",
            "{}".into(),
            "login.user: missing required property `user`",
        ),
        (
            "serverURL",
            "x".into(),
            "serverURL: unknown property `serverURL`; did you mean `serverUrl`?",
        ),
    ];
    for (name, value, expected) in rows {
        assert_eq!(failures(name, value), [expected]);
    }
}

#[test]
fn the_engines_own_keys_are_set_aside() {
    let raw = map([
        ("version", "1.0.0".into()),
        ("pluginDownloadURL", "u".into()),
        ("__internal", object([])),
        ("region", "r".into()),
    ]);
    let decoded = decode(&acme(), raw);
    assert_eq!(decoded.failures, []);
    assert_eq!(decoded.values, map([("region", "r".into())]));
    assert_eq!(decoded.ignored.len(), 3);
}

#[test]
fn keys_are_missing_after_defaults_and_environment() {
    let schema = acme();
    let given = map([("serverUrl", PropertyValue::Null)]);
    let keys = missing(&schema, &given);
    let names: Vec<&str> = keys.iter().map(|key| key.name.as_str()).collect();
    assert_eq!(names, ["acme:serverUrl", "acme:token"]);
    assert_eq!(keys[0].description, "Where the server is.");

    let set = |variable: &str| (variable == "ACME_TOKEN").then(|| "t".to_owned());
    let CheckedInputs { inputs, failures } =
        apply_defaults(&schema, map([("serverUrl", Unknown)]), &set);
    assert_eq!(failures, []);
    assert_eq!(missing(&schema, &inputs), []);
    assert_eq!(inputs["retries"], 3.0.into());
    assert_eq!(inputs["token"], secret("t"));
}

/// The text that a generated SDK makes of a value, or the value if it is text by declaration.
fn encoded(property: &PropertySchema, value: &PropertyValue) -> PropertyValue {
    if let (Type::Primitive(Primitive::String), PropertyValue::String(_)) =
        (&property.value_type, value.reveal())
    {
        return value.clone();
    }
    json_of(value).to_string().into()
}

fn json_of(value: &PropertyValue) -> serde_json::Value {
    match special_values::encode(value.clone()) {
        PropertyValue::Null => json!(null),
        PropertyValue::Bool(flag) => json!(flag),
        PropertyValue::Number(number) => json!(number),
        PropertyValue::String(text) => json!(text),
        PropertyValue::Array(items) => items.iter().map(json_of).collect(),
        PropertyValue::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), json_of(value)))
            .collect(),
        other => panic!("{other:?} is not expressed"),
    }
}

/// Whether the type accepts any text, so that JSON text is not parsed.
fn is_text(types: &crate::schema::Types, value_type: &Type) -> bool {
    match value_type {
        Type::Json | Type::ResourceReference | Type::Primitive(Primitive::String) => true,
        Type::Enum(id) => types.enumeration(*id).element == Primitive::String,
        Type::Union(_) => true,
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_sdks_encode_is_decoded_again(schema in package(), values in known_properties()) {
        let values = fitted(&schema.types, &schema.config, values);
        let checked = check(&schema, &schema.config, values, &no_environment);
        prop_assume!(checked.failures.is_empty());
        let mut values = checked.inputs;
        values.retain(|key, _| {
            schema.config.properties.get(key).is_some_and(|property| {
                property.value_type == Type::Primitive(Primitive::String)
                    || !is_text(&schema.types, &property.value_type)
            })
        });
        let raw = values
            .iter()
            .map(|(key, value)| (key.clone(), encoded(&schema.config.properties[key], value)))
            .collect();
        let decoded = decode(&schema, raw);
        prop_assert_eq!(decoded.failures, vec![]);
        prop_assert_eq!(decoded.values, values);
    }

    #[test]
    fn no_configuration_panics(
        schema in package(), values in known_properties(), text in "[\\[{\":,0-9a-z}\\]]{0,12}"
    ) {
        let _ = decode(&schema, values);
        for name in schema.config.properties.keys() {
            let _ = decode(&schema, map([(name, text.as_str().into())]));
        }
    }
}

#[test]
fn a_text_with_a_secret_inside_is_one_as_a_whole() {
    let secret_form = format!(
        "{{\"{}\":\"{}\",\"value\":\"v\"}}",
        special_values::KEY,
        special_values::SECRET
    );
    let output_form = |is_secret: bool| {
        format!(
            "{{\"{}\":\"{}\",\"value\":\"v\",\"secret\":{is_secret}}}",
            special_values::KEY,
            special_values::OUTPUT
        )
    };
    for (known, text, is_secret) in [
        // By the schema, and by its form.
        (
            object([("a", secret("v"))]),
            "{\"a\":\"v\"}".to_owned(),
            true,
        ),
        (list([secret("v")]), format!("[{secret_form}]"), true),
        // A value that is declared as plain text, and one that cannot be read.
        ("x".into(), format!("{{\"a\":{secret_form}}}"), true),
        ("x".into(), format!("[{}]", output_form(true)), true),
        ("x".into(), format!("{{\"a\":{secret_form}"), true),
        ("x".into(), format!("[{}]", output_form(false)), false),
        ("x".into(), "{\"a\":\"v\"}".to_owned(), false),
        ("x".into(), "v".to_owned(), false),
    ] {
        let plain = || PropertyValue::from(text.as_str());
        let mut raw = map([("key", plain()), ("other", "y".into())]);
        hide_in_text(&map([("key", known)]), &mut raw);
        let expected = if is_secret {
            plain().into_secret()
        } else {
            plain()
        };
        assert_eq!(
            raw,
            map([("key", expected), ("other", "y".into())]),
            "{text}"
        );
    }
    let raw = map([
        ("key", format!("{{\"a\":{secret_form}}}").into()),
        ("other", "v".into()),
    ]);
    assert_eq!(
        secrets_in_text(&raw),
        map([("key", object([("a", secret("v"))]))])
    );
}
