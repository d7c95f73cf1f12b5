//! JSON, if a property value holds it as text.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

use crate::special_values::{self, SpecialValueError};
use crate::value::{PropertyMap, PropertyValue};

/// Below this number, every whole number is an exact double.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether a text is JSON.
pub(super) fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

/// The value that JSON stands for, secrets and unknowns in their signature forms included.
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

/// The JSON text of a value that is not a string; `None` if a part of it has no JSON.
///
/// A secret anywhere makes the text a secret, an unknown anywhere makes it unknown.
pub(super) fn to_text(value: &PropertyValue) -> Option<PropertyValue> {
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

/// The JSON of a value, secrets laid open; `None` if a part of it has no JSON.
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

/// Whether two texts are the same JSON, independent of white space and of the order of keys.
pub(super) fn same_text(left: &str, right: &str) -> bool {
    if left == right {
        return true;
    }
    match (serde_json::from_str(left), serde_json::from_str(right)) {
        (Ok(left), Ok(right)) => same(&left, &right),
        _ => false,
    }
}

/// The one way of writing a JSON text: without white space, members sorted, a whole number without a fraction. `None`
/// if the text is not JSON.
pub(super) fn canonical(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    Some(sorted(value).to_string())
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Array(items) => Value::Array(items.into_iter().map(sorted).collect()),
        Value::Object(members) => {
            let members: BTreeMap<_, _> = members.into_iter().collect();
            let members = members.into_iter();
            Value::Object(members.map(|(key, value)| (key, sorted(value))).collect())
        }
        // Large integers keep their digits, which a double would not.
        Value::Number(number) if number.is_f64() => number
            .as_f64()
            .and_then(from_number)
            .map_or(Value::Null, Value::Number),
        other => other,
    }
}

fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        // `1` and `1.0` are one number, but two large integers that share a double are not.
        (Value::Number(left), Value::Number(right)) => {
            left == right || (left.is_f64() || right.is_f64()) && left.as_f64() == right.as_f64()
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .zip(right)
                    .all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left
                    .iter()
                    .all(|(key, value)| right.get(key).is_some_and(|other| same(value, other)))
        }
        _ => left == right,
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
