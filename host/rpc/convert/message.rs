//! Properties as messages of the generated types: for the rare answers in which dependencies are put back.

use prost::Message as _;
use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};
use pulumi_wasm_core::special_values;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::read::ConvertError;

/// The message that bytes are, which were read before and so nest no deeper than values may.
///
/// # Errors
/// When the bytes are malformed.
pub(super) fn decode(properties: &[u8]) -> Result<Struct, ConvertError> {
    Struct::decode(properties).map_err(|_| ConvertError::Malformed("they are not a message"))
}

pub(super) fn map_to_message(properties: PropertyMap) -> Struct {
    Struct {
        fields: properties
            .into_iter()
            .map(|(key, value)| (key, to_message(value)))
            .collect(),
    }
}

fn to_message(value: PropertyValue) -> Value {
    let kind = match special_values::encode(value) {
        PropertyValue::Null => Kind::NullValue(0),
        PropertyValue::Bool(value) => Kind::BoolValue(value),
        PropertyValue::Number(value) => Kind::NumberValue(value),
        PropertyValue::String(text) => Kind::StringValue(text),
        PropertyValue::Array(items) => Kind::ListValue(ListValue {
            values: items.into_iter().map(to_message).collect(),
        }),
        PropertyValue::Object(map) => Kind::StructValue(map_to_message(map)),
        // `express` leaves plain values alone; were one forgotten there, null would be its harmless form.
        _ => Kind::NullValue(0),
    };
    Value { kind: Some(kind) }
}
