//! Properties as tests write them, JSON, and as they are in messages.

use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value as Wire};
use serde_json::{Value, json};
use test_support::protocol::pulumirpc as pb;

/// The key that makes an object a special value.
pub(crate) const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";
/// The sentinel that the host writes for an unknown value.
pub(crate) const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/// A secret in its wire format.
pub(crate) fn secret(value: impl Into<Value>) -> Value {
    json!({ SIGNATURE: "1b47061264138c4ac30d75fd1eb44270", "value": value.into() })
}

/// Properties for a message.
pub(crate) fn object(properties: Value) -> Option<Struct> {
    match wire(properties).kind {
        Some(Kind::StructValue(found)) => Some(found),
        _ => panic!("no object"),
    }
}

fn wire(value: Value) -> Wire {
    let kind = match value {
        Value::Null => Kind::NullValue(0),
        Value::Bool(value) => Kind::BoolValue(value),
        Value::Number(number) => Kind::NumberValue(number.as_f64().expect("a double")),
        Value::String(text) => Kind::StringValue(text),
        Value::Array(items) => Kind::ListValue(ListValue {
            values: items.into_iter().map(wire).collect(),
        }),
        Value::Object(members) => Kind::StructValue(Struct {
            fields: members
                .into_iter()
                .map(|(key, value)| (key, wire(value)))
                .collect(),
        }),
    };
    Wire { kind: Some(kind) }
}

/// Properties of a message; null without them. Numbers are doubles: `1` is `1.0`.
pub(crate) fn json(properties: Option<&Struct>) -> Value {
    properties.map_or(Value::Null, |properties| {
        let members = properties.fields.iter();
        members
            .map(|(key, value)| (key.clone(), plain(value)))
            .collect()
    })
}

fn plain(value: &Wire) -> Value {
    match value.kind.as_ref().expect("a value") {
        Kind::NullValue(_) => Value::Null,
        Kind::BoolValue(value) => json!(value),
        Kind::NumberValue(value) => json!(value),
        Kind::StringValue(text) => json!(text),
        Kind::ListValue(list) => list.values.iter().map(plain).collect(),
        Kind::StructValue(found) => json(Some(found)),
    }
}

/// The path of a failure: its property, or the first path in its reason.
pub(crate) fn path_of(failure: &pb::CheckFailure) -> &str {
    let in_reason = || failure.reason.split('`').nth(1).unwrap_or_default();
    match failure.property.as_str() {
        "" => in_reason(),
        property => property,
    }
}

/// Names and reasons of bad properties.
pub(crate) fn reasons(failures: &[pb::CheckFailure]) -> Vec<(&str, &str)> {
    failures
        .iter()
        .map(|failure| (failure.property.as_str(), failure.reason.as_str()))
        .collect()
}
