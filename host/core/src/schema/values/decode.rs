//! Decodes values that arrive as text because their transport only carries text: stack configuration, provider
//! arguments of generated SDKs, environment variables.

use serde_json::Value;

use super::json;
use super::member;
use super::scalar;
use crate::schema::model::named_types::Types;
use crate::schema::model::types::{Primitive, Type};
use crate::value::PropertyValue;
use crate::value::json_numbers;
use crate::value::special_values;

/// Parses a string as a value of the type. The check decides later whether the value has the type.
///
/// # Errors
/// The reason why the string is not such a value. It does not quote the string.
pub(crate) fn text(types: &Types, expected: &Type, text: String) -> Result<PropertyValue, String> {
    match expected {
        _ if is_text(types, expected) => Ok(wrapped(&text).unwrap_or(PropertyValue::String(text))),
        // An empty string is not a number, list or object: users clear a value with it.
        _ if text.is_empty() => Ok(PropertyValue::Null),
        Type::Union(union) => {
            let parsed = parse(&text).and_then(Result::ok);
            let fits = |value: &PropertyValue| member::fits(types, expected, value, false);
            if let Some(value) = parsed.filter(fits) {
                return Ok(value);
            }
            if union.members.iter().any(|member| is_text(types, member)) {
                Ok(PropertyValue::String(text))
            } else {
                Ok(parse(&text).and_then(Result::ok).unwrap_or(text.into()))
            }
        }
        Type::Primitive(_) | Type::Enum(_) | Type::Any => {
            Ok(parse(&text).unwrap_or(Ok(PropertyValue::String(text)))?)
        }
        _ => parse(&text).unwrap_or_else(|| {
            Err(format!(
                "expected the JSON text of {}",
                scalar::describe(types, expected)
            ))
        }),
    }
}

/// Whether values of the type are texts themselves.
fn is_text(types: &Types, expected: &Type) -> bool {
    match expected {
        Type::Primitive(Primitive::String) | Type::Json | Type::ResourceReference => true,
        Type::Enum(id) => types.enumeration(*id).element == Primitive::String,
        _ => false,
    }
}

/// The text as JSON, or `None` if it is not, or is a number with more digits than a number keeps.
///
/// # Errors
/// When a list or an object has such a number, or is not a value of Pulumi.
fn parse(text: &str) -> Option<Result<PropertyValue, String>> {
    let value: Value = serde_json::from_str(text).ok()?;
    if json_numbers::loses_digits(text) {
        let reason =
            "has a whole number with more digits than a number keeps; write it in quotation marks";
        return (!value.is_number()).then(|| Err(reason.to_owned()));
    }
    Some(json::to_property(value).map_err(|error| error.to_string()))
}

/// The value of a special value's JSON: a declared text that is not itself, but a secret or an unknown.
fn wrapped(text: &str) -> Option<PropertyValue> {
    if !text.starts_with('{') || !text.contains(special_values::KEY) {
        return None;
    }
    let value: Value = serde_json::from_str(text).ok()?;
    value.get(special_values::KEY)?;
    json::to_property(value).ok()
}
