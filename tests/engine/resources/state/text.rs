//! Values as programs in YAML and servers write them.

use pulumi_wasm_core::value::{PropertyMap, PropertyValue};
use serde_json::{Map, Value, json};

/// A value in a program. A secret is wrapped in `fn::secret`.
pub(crate) fn of_program(value: &PropertyValue) -> Value {
    match value {
        PropertyValue::Secret(inner) => json!({ "fn::secret": of_program(inner) }),
        PropertyValue::Array(elements) => elements.iter().map(of_program).collect(),
        PropertyValue::Object(members) => properties(members),
        other => to_json(other),
    }
}

/// Properties in a program.
pub(crate) fn properties(properties: &PropertyMap) -> Value {
    let members = properties.iter();
    let members: Map<String, Value> = members
        .map(|(name, value)| (name.clone(), of_program(value)))
        .collect();
    Value::Object(members)
}

/// A value on the server's wire.
pub(crate) fn to_json(value: &PropertyValue) -> Value {
    match value {
        PropertyValue::Bool(value) => json!(value),
        // All numbers of these things are small and whole.
        PropertyValue::Number(value) => format!("{value}")
            .parse::<i64>()
            .map_or(json!(value), |whole| json!(whole)),
        PropertyValue::String(text) => json!(text),
        PropertyValue::Array(elements) => elements.iter().map(to_json).collect(),
        PropertyValue::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), to_json(value)))
            .collect(),
        PropertyValue::Secret(inner) => to_json(inner),
        _ => Value::Null,
    }
}

/// A value that the server was sent.
pub(crate) fn from_json(value: &Value) -> PropertyValue {
    match value {
        Value::Null => PropertyValue::Null,
        Value::Bool(value) => PropertyValue::Bool(*value),
        Value::Number(number) => PropertyValue::Number(number.as_f64().unwrap()),
        Value::String(text) => text.as_str().into(),
        Value::Array(elements) => PropertyValue::Array(elements.iter().map(from_json).collect()),
        Value::Object(members) => PropertyValue::Object(
            members
                .iter()
                .map(|(name, value)| (name.clone(), from_json(value)))
                .collect(),
        ),
    }
}
