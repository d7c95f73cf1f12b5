//! Property values ⇄ `google.protobuf.Struct`.

use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};

use crate::provider::signature::{self, SignatureError};
use crate::provider::value::{PropertyMap, PropertyValue};

/// How deep values may nest. prost refuses deeper messages itself; values that we are handed in process meet this.
const MAX_DEPTH: usize = 100;

/// A message's properties are not values.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    #[error("the property `{property}` is malformed: {source}")]
    Signature {
        property: String,
        source: SignatureError,
    },
    #[error("the property `{property}` nests deeper than {MAX_DEPTH} levels")]
    TooDeep { property: String },
    #[error("the property `{property}` has no value")]
    Empty { property: String },
}

/// Reads the properties of a request. An unset field is an empty map.
///
/// # Errors
/// When a special value is malformed; the error names the top-level property.
pub fn map_from_proto(properties: Option<Struct>) -> Result<PropertyMap, ConvertError> {
    Ok(optional_map_from_proto(properties)?.unwrap_or_default())
}

/// Reads the properties of a request where unset and empty differ.
///
/// # Errors
/// As [`map_from_proto`].
pub fn optional_map_from_proto(
    properties: Option<Struct>,
) -> Result<Option<PropertyMap>, ConvertError> {
    let Some(properties) = properties else {
        return Ok(None);
    };
    let mut map = PropertyMap::new();
    for (key, value) in properties.fields {
        let value = from_proto(value, MAX_DEPTH).map_err(|fault| fault.at(&key))?;
        map.insert(key, value);
    }
    Ok(Some(map))
}

/// What is wrong with a value, before its property is known.
enum Fault {
    Signature(SignatureError),
    TooDeep,
    Empty,
}

impl Fault {
    fn at(self, key: &str) -> ConvertError {
        let property = key.to_owned();
        match self {
            Fault::Signature(source) => ConvertError::Signature { property, source },
            Fault::TooDeep => ConvertError::TooDeep { property },
            Fault::Empty => ConvertError::Empty { property },
        }
    }
}

fn from_proto(value: Value, depth: usize) -> Result<PropertyValue, Fault> {
    if depth == 0 {
        return Err(Fault::TooDeep);
    }
    match value.kind.ok_or(Fault::Empty)? {
        Kind::NullValue(_) => Ok(PropertyValue::Null),
        Kind::BoolValue(value) => Ok(PropertyValue::Bool(value)),
        Kind::NumberValue(value) => Ok(PropertyValue::Number(value)),
        Kind::StringValue(text) if signature::is_unknown(&text) => Ok(PropertyValue::Unknown),
        Kind::StringValue(text) => Ok(PropertyValue::String(text)),
        Kind::ListValue(list) => {
            let items = list
                .values
                .into_iter()
                .map(|item| from_proto(item, depth - 1));
            Ok(PropertyValue::Array(items.collect::<Result<_, _>>()?))
        }
        Kind::StructValue(object) => {
            let mut map = PropertyMap::new();
            for (key, value) in object.fields {
                map.insert(key, from_proto(value, depth - 1)?);
            }
            signature::interpret(map).map_err(Fault::Signature)
        }
    }
}

/// Writes properties for a response.
#[must_use]
pub fn map_to_proto(properties: PropertyMap) -> Struct {
    Struct {
        fields: properties
            .into_iter()
            .map(|(key, value)| (key, to_proto(value)))
            .collect(),
    }
}

fn to_proto(value: PropertyValue) -> Value {
    let kind = match signature::express(value) {
        PropertyValue::Null => Kind::NullValue(0),
        PropertyValue::Bool(value) => Kind::BoolValue(value),
        PropertyValue::Number(value) => Kind::NumberValue(value),
        PropertyValue::String(text) => Kind::StringValue(text),
        PropertyValue::Array(items) => Kind::ListValue(ListValue {
            values: items.into_iter().map(to_proto).collect(),
        }),
        PropertyValue::Object(map) => Kind::StructValue(map_to_proto(map)),
        // `express` leaves plain values alone; were one forgotten there, null would be its harmless form.
        _ => Kind::NullValue(0),
    };
    Value { kind: Some(kind) }
}
