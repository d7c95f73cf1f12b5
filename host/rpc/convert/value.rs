//! Property values ⇄ `google.protobuf.Struct`.

use prost_types::value::Kind;
use prost_types::{ListValue, Struct, Value};

use crate::provider::signature::{self, SignatureError};
use crate::provider::value::{MAX_DEPTH_ON_THE_WIRE, PropertyMap, PropertyValue};

/// A message's properties are not values.
#[derive(Debug, thiserror::Error)]
pub enum ConvertError {
    #[error("the property `{property}` is malformed: {source}")]
    Signature {
        property: String,
        source: SignatureError,
    },
    #[error("the property `{property}` nests deeper than {MAX_DEPTH_ON_THE_WIRE} levels")]
    TooDeep { property: String },
    #[error("the property `{property}` has no value")]
    Empty { property: String },
    #[error("the property `{property}` has a number in it that is no finite number")]
    NotFinite { property: String },
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
        let value = from_proto(value, MAX_DEPTH_ON_THE_WIRE).map_err(|fault| fault.at(&key))?;
        map.insert(key, value);
    }
    Ok(Some(map))
}

/// What is wrong with a value, before its property is known.
enum Fault {
    Signature(SignatureError),
    TooDeep,
    Empty,
    NotFinite,
}

impl Fault {
    fn at(self, key: &str) -> ConvertError {
        let property = key.to_owned();
        match self {
            Fault::Signature(source) => ConvertError::Signature { property, source },
            Fault::TooDeep => ConvertError::TooDeep { property },
            Fault::Empty => ConvertError::Empty { property },
            Fault::NotFinite => ConvertError::NotFinite { property },
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
        // JSON, in which guests and the state have their values, cannot say it.
        Kind::NumberValue(value) if !value.is_finite() => Err(Fault::NotFinite),
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::provider::value_strategy::any_value;

    proptest! {
        #[test]
        fn a_value_comes_back_as_it_went(value in any_value()) {
            let map = PropertyMap::from([("value".to_owned(), value)]);
            let back = map_from_proto(Some(map_to_proto(map.clone())));
            prop_assert_eq!(back.expect("what was written is read"), map);
        }
    }

    fn text(text: &str) -> Value {
        Value {
            kind: Some(Kind::StringValue(text.to_owned())),
        }
    }

    fn object(members: &[(&str, Value)]) -> Value {
        let fields = members
            .iter()
            .map(|(key, value)| ((*key).to_owned(), value.clone()));
        Value {
            kind: Some(Kind::StructValue(Struct {
                fields: fields.collect(),
            })),
        }
    }

    fn read(value: Value) -> Result<PropertyValue, ConvertError> {
        let fields = [("p".to_owned(), value)].into();
        let mut map = map_from_proto(Some(Struct { fields }))?;
        Ok(map.remove("p").expect("the property"))
    }

    #[test]
    fn every_sentinel_is_unknown_and_output_values_are_their_values() {
        for sentinel in [
            "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
            "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
        ] {
            assert_eq!(
                read(text(sentinel)).expect("a value"),
                PropertyValue::Unknown
            );
        }
        let output = |members: &[(&str, Value)]| {
            let mut all = vec![(signature::KEY, text(signature::OUTPUT))];
            all.extend(members.iter().cloned());
            read(object(&all)).expect("a value")
        };
        let secret = Value {
            kind: Some(Kind::BoolValue(true)),
        };
        assert_eq!(output(&[("value", text("x"))]), PropertyValue::from("x"));
        assert_eq!(output(&[]), PropertyValue::Unknown);
        assert_eq!(
            output(&[("value", text("x")), ("secret", secret)]),
            PropertyValue::from("x").into_secret()
        );
    }

    #[test]
    fn what_is_malformed_names_its_property() {
        let nested = (0..200).fold(text("x"), |inner, _| object(&[("a", inner)]));
        for (value, expected) in [
            (
                object(&[(signature::KEY, text("nonsense"))]),
                "does not know",
            ),
            (
                object(&[(signature::KEY, text(signature::SECRET))]),
                "no usable `value`",
            ),
            (
                object(&[(signature::KEY, text(signature::RESOURCE_REFERENCE))]),
                "no usable `urn`",
            ),
            (object(&[(signature::KEY, object(&[]))]), "does not know"),
            (Value { kind: None }, "has no value"),
            (nested, "nests deeper"),
        ] {
            let message = read(value).expect_err("an error").to_string();
            assert!(
                message.contains("`p`") && message.contains(expected),
                "{message}"
            );
        }
    }
}
