//! Reads values of a known type. The bytes are checked, although they come from the core.

use std::collections::BTreeMap;

use super::decode_error::{DecodeError, Reason};
use super::reader::{Reader, Token};
use crate::convert::value::{Number, Value};
use crate::convert::value_type::ValueType;
use crate::proto::tfplugin6::DynamicValue;
use crate::proto::tfplugin6::attribute_path::step::Selector;

/// Deeper than values of property maps may be, with room for the types of dynamic values.
pub(super) const MAX_DEPTH: usize = 250;
/// Values with more bytes in one message than their bytes on the wire could be a trap: each element is counted, and each byte of a type.
pub(super) const MAX_ELEMENTS: usize = 4 << 20;

/// Reads a value of a request. A message that is not there is null.
///
/// # Errors
/// If the bytes are not a value of the type.
pub(crate) fn dynamic_value(
    value: Option<&DynamicValue>,
    value_type: &ValueType,
) -> Result<Value, DecodeError> {
    let Some(value) = value else {
        return Ok(Value::Null);
    };
    if value.msgpack.is_empty() {
        return if value.json.is_empty() {
            Ok(Value::Null)
        } else {
            Err(Reason::Json.into())
        };
    }
    let mut decoder = Decoder {
        reader: Reader::new(&value.msgpack),
        left: MAX_ELEMENTS,
    };
    let read = decoder.value(value_type, MAX_DEPTH)?;
    if decoder.reader.is_at_end() {
        Ok(read)
    } else {
        Err(Reason::Malformed.into())
    }
}

/// Reads a value that has no unknown parts.
///
/// # Errors
/// As [`dynamic_value`], or if a part is unknown.
pub(crate) fn known_value(
    value: Option<&DynamicValue>,
    value_type: &ValueType,
) -> Result<Value, DecodeError> {
    match dynamic_value(value, value_type)? {
        value if value.contains_unknown() => Err(DecodeError::unknown(&value, value_type)),
        value => Ok(value),
    }
}

struct Decoder<'a> {
    reader: Reader<'a>,
    left: usize,
}

impl Decoder<'_> {
    fn value(&mut self, value_type: &ValueType, depth: usize) -> Result<Value, DecodeError> {
        let depth = depth.checked_sub(1).ok_or(Reason::TooDeep)?;
        self.left = self.left.checked_sub(1).ok_or(Reason::TooMany)?;
        let token = self.reader.next().ok_or(Reason::Malformed)?;
        let value = match (token, value_type) {
            (Token::Nil, _) => Value::Null,
            (Token::Extension(..), _) => Value::Unknown,
            (Token::Bool(value), ValueType::Bool) => Value::Bool(value),
            (Token::Text(text), ValueType::String) => Value::String(text.to_owned()),
            (token, ValueType::Number) => match token {
                Token::Integer(number) => Value::Number(Number::Integer(number)),
                Token::Unsigned(number) => Value::Number(Number::Unsigned(number)),
                Token::Float(number) if number.is_finite() => Value::Number(Number::Float(number)),
                Token::Text(text) if is_decimal(text) => {
                    Value::Number(Number::Text(text.to_owned()))
                }
                _ => return Err(other(value_type)),
            },
            (Token::Array(2), ValueType::Dynamic) => {
                let Some(Token::Binary(inner)) = self.reader.next() else {
                    return Err(Reason::Malformed.into());
                };
                // A type takes far more memory than its text.
                self.left = self.left.checked_sub(inner.len()).ok_or(Reason::TooMany)?;
                let inner = std::str::from_utf8(inner).ok();
                let inner = inner.and_then(ValueType::from_json);
                let inner = inner.ok_or(Reason::BadType)?;
                let value = self.value(&inner, depth)?;
                Value::Dynamic(inner, Box::new(value))
            }
            (Token::Array(length), ValueType::List(element)) => {
                let items = (0..length).map(|index| self.element(index, element, depth));
                Value::List(items.collect::<Result<_, _>>()?)
            }
            (Token::Array(length), ValueType::Set(element)) => {
                let items = (0..length).map(|_| {
                    let item = self.value(element, depth);
                    item.map_err(DecodeError::inside_set)
                });
                Value::List(items.collect::<Result<_, _>>()?)
            }
            (Token::Array(length), ValueType::Tuple(elements)) if length == elements.len() => {
                let items = elements.iter().enumerate();
                let items = items.map(|(index, element)| self.element(index, element, depth));
                Value::List(items.collect::<Result<_, _>>()?)
            }
            (Token::Map(length), ValueType::Map(element)) => {
                let mut members = BTreeMap::new();
                for _ in 0..length {
                    let key = self.key()?;
                    let value = self.value(element, depth);
                    let value = value
                        .map_err(|error| error.inside(Selector::ElementKeyString(key.clone())))?;
                    members.insert(key, value);
                }
                Value::Map(members)
            }
            (Token::Map(length), ValueType::Object { attributes, .. })
                if length == attributes.len() =>
            {
                let mut members = BTreeMap::new();
                for _ in 0..length {
                    let key = self.key()?;
                    let attribute = attributes.get(&key).ok_or_else(|| other(value_type))?;
                    let value = self.value(attribute, depth);
                    let value = value
                        .map_err(|error| error.inside(Selector::AttributeName(key.clone())))?;
                    members.insert(key, value);
                }
                if members.len() != attributes.len() {
                    return Err(other(value_type));
                }
                Value::Map(members)
            }
            _ => return Err(other(value_type)),
        };
        Ok(value)
    }

    fn element(
        &mut self,
        index: usize,
        element: &ValueType,
        depth: usize,
    ) -> Result<Value, DecodeError> {
        let value = self.value(element, depth);
        value.map_err(|error| {
            let index = i64::try_from(index).unwrap_or(i64::MAX);
            error.inside(Selector::ElementKeyInt(index))
        })
    }

    fn key(&mut self) -> Result<String, DecodeError> {
        match self.reader.next() {
            Some(Token::Text(key)) => Ok(key.to_owned()),
            _ => Err(Reason::Malformed.into()),
        }
    }
}

fn other(value_type: &ValueType) -> DecodeError {
    let kind = match value_type {
        ValueType::Bool => "bool",
        ValueType::Number => "number",
        ValueType::String => "string",
        ValueType::Dynamic => "dynamic",
        ValueType::List(_) => "list",
        ValueType::Set(_) => "set",
        ValueType::Map(_) => "map",
        ValueType::Tuple(_) => "tuple",
        ValueType::Object { .. } => "object",
    };
    Reason::OtherType(kind).into()
}

/// Whether a text is a decimal number.
fn is_decimal(text: &str) -> bool {
    text.parse::<f64>().is_ok()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte))
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use proptest::prelude::*;

    use super::*;
    use crate::convert::wire::encode;

    fn read(bytes: &[u8], value_type: &ValueType) -> Result<Value, DecodeError> {
        let value = DynamicValue {
            msgpack: Bytes::copy_from_slice(bytes),
            json: Bytes::new(),
        };
        dynamic_value(Some(&value), value_type)
    }

    #[test]
    fn unknown_values_are_read_in_each_form() {
        // A bare one, one that is not null and has a prefix, and one with a lower bound of its length.
        for bytes in [
            &[0xd4, 0, 0][..],
            &[
                0xc7, 0x09, 0x0c, 0x82, 0x01, 0xc2, 0x02, 0xa4, 0x70, 0x72, 0x65, 0x2d,
            ],
            &[0xc7, 0x03, 0x0c, 0x81, 0x01, 0xc2],
        ] {
            assert_eq!(read(bytes, &ValueType::String), Ok(Value::Unknown));
        }
    }

    #[test]
    fn an_unknown_part_is_refused_where_each_part_has_to_be_known() {
        let list = ValueType::List(Box::new(ValueType::String));
        for (value, is_known) in [
            (Value::Null, true),
            (Value::List(vec!["a".into()]), true),
            (Value::List(vec!["a".into(), Value::Unknown]), false),
            (Value::Unknown, false),
        ] {
            let found = known_value(Some(&encode::dynamic_value(&value)), &list);
            let expected = if is_known {
                Ok(value)
            } else {
                Err(Reason::Unknown)
            };
            assert_eq!(found.map_err(|error| error.reason), expected);
        }
    }

    #[test]
    fn a_number_goes_back_as_it_came() {
        let numbers = [
            Number::Integer(-33),
            Number::Integer(i64::MIN),
            Number::Unsigned(u64::MAX),
            Number::Float(1.5),
            Number::Text("0.1".to_owned()),
            Number::Text("123456789012345678901234567890.5".to_owned()),
            Number::Text("1e400".to_owned()),
        ];
        for number in numbers {
            let value = Value::Number(number);
            let written = encode::dynamic_value(&value);
            let read = dynamic_value(Some(&written), &ValueType::Number);
            assert_eq!(read.as_ref(), Ok(&value));
        }
    }

    #[test]
    fn a_dynamic_value_has_its_type() {
        let value_type = ValueType::Tuple(vec![ValueType::String, ValueType::Dynamic]);
        let inner = Value::List(vec!["a".into(), Value::Null]);
        let value = Value::Dynamic(value_type, Box::new(inner));
        let written = encode::dynamic_value(&value);
        assert_eq!(
            dynamic_value(Some(&written), &ValueType::Dynamic),
            Ok(value)
        );
    }

    #[test]
    fn bad_bytes_are_refused_without_much_memory() {
        let list = ValueType::List(Box::new(ValueType::String));
        let object = ValueType::Object {
            attributes: BTreeMap::from([("a".to_owned(), ValueType::String)]),
            optional: Default::default(),
        };
        let text = ValueType::String;
        for (bytes, value_type) in [
            (&[0xc1][..], &text),
            (&[0xa2, b'a'], &text),
            (&[0xa1, 0xff], &text),
            (&[0xc3], &text),
            (&[0xa1, b'a', 0xc0], &text),
            // A list that says that it has four thousand million elements.
            (&[0xdd, 0xff, 0xff, 0xff, 0xff], &list),
            (&[0x91, 0xc3], &list),
            (&[0x80], &object),
            (&[0x81, 0xa1, b'b', 0xc0], &object),
            (&[0x82, 0xa1, b'a', 0xc0, 0xa1, b'a', 0xc0], &object),
            (&[0xa3, b'n', b'a', b'n'], &ValueType::Number),
            (&[0x92, 0xc4, 0x01, b'1', 0xc0], &ValueType::Dynamic),
        ] {
            assert!(read(bytes, value_type).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn a_large_type_of_a_value_is_refused() {
        let name = "x".repeat(MAX_ELEMENTS);
        let value_type = format!(r#"["object",{{"{name}":"string"}}]"#);
        let length = u32::try_from(value_type.len()).expect("a length");
        let mut bytes = vec![0x92, 0xc6];
        bytes.extend(length.to_be_bytes());
        bytes.extend(value_type.as_bytes());
        bytes.push(0xc0);
        let error = read(&bytes, &ValueType::Dynamic).expect_err("too large");
        assert_eq!(error.reason, Reason::TooMany);
    }

    #[test]
    fn a_deep_value_is_refused() {
        let mut bytes = Vec::new();
        for _ in 0..300 {
            bytes.extend([0x92, 0xc4, 9]);
            bytes.extend(br#""dynamic""#);
        }
        bytes.push(0xc0);
        let error = read(&bytes, &ValueType::Dynamic).expect_err("too deep");
        assert_eq!(error.reason, Reason::TooDeep);
    }

    #[test]
    fn an_error_names_the_part_that_cannot_be_read() {
        let inner = r#"["object",{"size":"number","names":["set","string"]}]"#;
        let value_type = format!(r#"["object",{{"rules":["list",["map",{inner}]]}}]"#);
        let value_type = ValueType::from_json(&value_type).expect("a type");
        let value = |size: Value, names: Value| {
            let map = |members: Vec<(&str, Value)>| {
                let members = members.into_iter();
                Value::Map(
                    members
                        .map(|(name, value)| (name.to_owned(), value))
                        .collect(),
                )
            };
            let rule = map(vec![("size", size), ("names", names)]);
            let rules = vec![map(vec![]), map(vec![("a.b", rule)])];
            map(vec![("rules", Value::List(rules))])
        };
        let read = |value: &Value| {
            let written = encode::dynamic_value(value);
            known_value(Some(&written), &value_type).expect_err("not of the type")
        };
        for (value, expected) in [
            (
                value("many".into(), Value::Null),
                r#"`rules[1]["a.b"].size`: the value is not of the type `number`"#,
            ),
            (
                value(Value::Unknown, Value::Null),
                r#"`rules[1]["a.b"].size`: the value is unknown,"#,
            ),
            (
                value(Value::Null, Value::List(vec![Value::Bool(true)])),
                r#"`rules[1]["a.b"].names`: the value is not of the type `string`"#,
            ),
            (
                value(Value::Null, Value::List(vec![Value::Unknown])),
                r#"`rules[1]["a.b"].names`: the value is unknown,"#,
            ),
        ] {
            let error = read(&value);
            assert!(error.to_string().starts_with(expected), "{error}");
            assert_eq!(error.path().expect("a path").steps.len(), 4);
        }
        assert_eq!(read(&Value::Unknown).path(), None);
    }

    proptest! {
        #[test]
        fn any_bytes_end_in_a_value_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            for value_type in [
                ValueType::Dynamic,
                ValueType::Number,
                ValueType::List(Box::new(ValueType::Dynamic)),
                ValueType::Map(Box::new(ValueType::String)),
            ] {
                if let Ok(value) = read(&bytes, &value_type) {
                    let written = encode::dynamic_value(&value);
                    prop_assert_eq!(dynamic_value(Some(&written), &value_type), Ok(value));
                }
            }
        }
    }
}
