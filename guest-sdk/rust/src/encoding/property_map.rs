//! Property maps as texts.

use serde_json::Value as JsonValue;

use super::text::Text;
use crate::error::{Error, Result};
use crate::value::map::PropertyMap;
use crate::value::path::PropertyPath;

/// The map inside a request.
pub(crate) fn parse(text: &str) -> Result<PropertyMap> {
    let value = Text::new(text).value();
    match value.and_then(|value| value.tree(&PropertyPath::Root)) {
        Ok(JsonValue::Object(properties)) => Ok(properties),
        _ => Err(Error::other("the host sent no property map")),
    }
}

/// A map as the interface has it.
pub(crate) fn print(properties: PropertyMap) -> String {
    to_text(JsonValue::Object(properties))
}

/// The text of a tree. `to_string` would add a second printer to the component.
pub(crate) fn to_text(tree: JsonValue) -> String {
    // Names are texts, so it succeeds.
    serde_json::to_string(&tree).unwrap_or_default()
}
