//! Property values, written as the JSON that the engine would show.

use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};
use serde_json::Value as Json;

/// Properties as the engine sends them.
pub fn properties(json: &Json) -> Struct {
    match proto(json).kind {
        Some(Kind::StructValue(properties)) => properties,
        _ => panic!("no properties: {json}"),
    }
}

fn proto(json: &Json) -> Value {
    let kind = match json {
        Json::Null => Kind::NullValue(0),
        Json::Bool(value) => Kind::BoolValue(*value),
        Json::Number(value) => Kind::NumberValue(value.as_f64().unwrap()),
        Json::String(text) => Kind::StringValue(text.clone()),
        Json::Array(values) => Kind::ListValue(ListValue {
            values: values.iter().map(proto).collect(),
        }),
        Json::Object(members) => Kind::StructValue(Struct {
            fields: members
                .iter()
                .map(|(key, value)| (key.clone(), proto(value)))
                .collect(),
        }),
    };
    Value { kind: Some(kind) }
}
