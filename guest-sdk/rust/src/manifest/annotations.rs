//! Texts that a schema may have for any of its parts.

use crate::value::map::PropertyMap;

/// Adds the description, if there is one.
pub(crate) fn describe(schema: &mut PropertyMap, description: &str) {
    if !description.is_empty() {
        schema.insert("description".to_owned(), description.into());
    }
}

/// Adds the deprecation message, if there is one.
pub(crate) fn deprecate(schema: &mut PropertyMap, message: Option<&str>) {
    if let Some(message) = message {
        schema.insert("deprecationMessage".to_owned(), message.into());
    }
}
