//! Property values as JSON text.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

use crate::value::json_numbers::{self, Marked};
use crate::value::special_values::{self, SpecialValueError};
use crate::value::{PropertyMap, PropertyValue};

/// Below this number, every whole number is an exact double.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether a text is JSON.
pub(super) fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// Converts JSON to a property value, including the signature forms of secrets and unknown values.
pub fn to_property(value: Value) -> Result<PropertyValue, SpecialValueError> {
    Ok(match value {
        Value::Null => PropertyValue::Null,
        Value::Bool(flag) => PropertyValue::Bool(flag),
        Value::Number(number) => PropertyValue::Number(number.as_f64().unwrap_or(f64::NAN)),
        Value::String(text) if special_values::is_unknown(&text) => PropertyValue::Unknown,
        Value::String(text) => PropertyValue::String(text),
        Value::Array(items) => {
            let items: Result<_, _> = items.into_iter().map(to_property).collect();
            PropertyValue::Array(items?)
        }
        Value::Object(members) => {
            let members: Result<PropertyMap, _> = members
                .into_iter()
                .map(|(key, value)| Ok((key, to_property(value)?)))
                .collect();
            special_values::decode(members?)?
        }
    })
}

/// The JSON text of a value that is not a string; `None` if a part of it has no JSON form.
///
/// A secret anywhere makes the text a secret, an unknown anywhere makes it unknown.
pub(crate) fn to_text(value: &PropertyValue) -> Option<PropertyValue> {
    let text = if value.contains_unknown() {
        PropertyValue::Unknown
    } else {
        PropertyValue::String(from_property(value)?.to_string())
    };
    Some(if value.contains_secret() {
        text.into_secret()
    } else {
        text
    })
}

/// Converts a value to JSON with secrets unwrapped; `None` if a part has no JSON form.
pub fn from_property(value: &PropertyValue) -> Option<Value> {
    Some(match value {
        PropertyValue::Null => Value::Null,
        PropertyValue::Bool(flag) => Value::Bool(*flag),
        PropertyValue::Number(number) => Value::Number(from_number(*number)?),
        PropertyValue::String(text) => Value::String(text.clone()),
        PropertyValue::Array(items) => {
            Value::Array(items.iter().map(from_property).collect::<Option<_>>()?)
        }
        PropertyValue::Object(members) => Value::Object(
            members
                .iter()
                .map(|(key, value)| Some((key.clone(), from_property(value)?)))
                .collect::<Option<Map<_, _>>>()?,
        ),
        PropertyValue::Secret(inner) => from_property(inner)?,
        PropertyValue::Unknown
        | PropertyValue::Asset(_)
        | PropertyValue::Archive(_)
        | PropertyValue::ResourceReference(_)
        | PropertyValue::Bytes(_) => return None,
    })
}

/// Whole numbers are written without a fraction.
#[allow(clippy::cast_possible_truncation)] // It is whole, and small enough.
fn from_number(number: f64) -> Option<Number> {
    if number.fract() == 0.0 && number.abs() < EXACT {
        return Some(Number::from(number as i64));
    }
    Number::from_f64(number)
}

/// Whether two texts contain the same JSON, apart from white space, the order of keys and the notation of numbers.
pub(crate) fn same_text(left: &str, right: &str) -> bool {
    if left == right {
        return true;
    }
    match (exact(left), exact(right)) {
        (Some(left), Some(right)) => left == right,
        _ => false,
    }
}

/// The canonical form of a JSON text: no white space, sorted members, numbers with all their digits. `None` if the text
/// is not JSON.
pub(crate) fn canonical(text: &str) -> Option<String> {
    let mut written = String::with_capacity(text.len());
    write(&exact(text)?, &mut written);
    Some(written)
}

/// The JSON of a text, in which numbers and strings are marked strings: a number of Rust would lose digits.
fn exact(text: &str) -> Option<Value> {
    if !is_json(text) {
        return None;
    }
    serde_json::from_str(&json_numbers::as_texts(text)).ok()
}

fn write(value: &Value, written: &mut String) {
    match value {
        Value::String(text) => write_marked(text, written),
        Value::Array(items) => {
            written.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    written.push(',');
                }
                write(item, written);
            }
            written.push(']');
        }
        Value::Object(members) => {
            let members: BTreeMap<_, _> = members.iter().collect();
            written.push('{');
            for (index, (key, value)) in members.into_iter().enumerate() {
                if index > 0 {
                    written.push(',');
                }
                write_marked(key, written);
                written.push(':');
                write(value, written);
            }
            written.push('}');
        }
        other => written.push_str(&other.to_string()),
    }
}

fn write_marked(text: &str, written: &mut String) {
    match json_numbers::marked(text) {
        Marked::Number(number) => written.push_str(number),
        Marked::String(text) => written.push_str(&Value::from(text).to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_compared_as_json() {
        assert!(same_text(
            r#"{"a":1,"b":[true]}"#,
            r#"{ "b": [true], "a": 1.0 }"#
        ));
        assert!(!same_text(r#"{"a":1}"#, r#"{"a":1,"b":null}"#));
        assert!(!same_text("9007199254740993", "9007199254740992"));
        assert!(!same_text(
            "[340282366920938463463374607431768211455]",
            "[340282366920938463463374607431768211456]"
        ));
        assert!(same_text("[100]", "[1e2]"));
        assert!(!same_text("1", r#""1""#));
        assert!(same_text(r#"{"a":1,"a":2}"#, r#"{"a":2}"#));
        assert!(!same_text("not json", "not json either"));
        assert!(same_text("not json", "not json"));
    }

    #[test]
    fn values_become_text_with_what_they_hide() {
        let plain = PropertyValue::Array(vec![1.0.into(), 1.5.into(), "x".into()]);
        assert_eq!(to_text(&plain), Some(r#"[1,1.5,"x"]"#.into()));
        let secret = PropertyValue::Array(vec![PropertyValue::from("x").into_secret()]);
        assert_eq!(
            to_text(&secret),
            Some(PropertyValue::from(r#"["x"]"#).into_secret())
        );
        let unknown = PropertyValue::Array(vec![PropertyValue::Unknown]);
        assert_eq!(to_text(&unknown), Some(PropertyValue::Unknown));
        assert_eq!(to_text(&PropertyValue::Bytes(vec![1])), None);
        assert_eq!(to_text(&f64::NAN.into()), None);
    }
}
