//! How `#[derive(Object)]` reads and writes.

use serde_json::Value as JsonValue;

use crate::error::PropertyFailure;
use crate::fields::Properties;
use crate::path::PropertyPath;
use crate::property::{reveal, unexpected};

/// Reads an object.
///
/// # Errors
/// When the value is not an object, or one of its properties is wrong.
pub fn decode_object<T: Properties>(
    value: JsonValue,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    match reveal(value, path)? {
        JsonValue::Object(properties) => T::from_properties(properties, path),
        other => Err(unexpected(path, "an object", &other)),
    }
}

/// Writes an object.
///
/// # Errors
/// When Pulumi cannot hold one of its properties.
pub fn encode_object<T: Properties>(
    object: &T,
    path: &PropertyPath<'_>,
) -> Result<Option<JsonValue>, PropertyFailure> {
    object
        .to_properties(path)
        .map(|properties| Some(JsonValue::Object(properties)))
}
