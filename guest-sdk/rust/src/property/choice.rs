//! Properties with a fixed set of strings.

use serde_json::Value as JsonValue;

use crate::error::PropertyFailure;
use crate::path::PropertyPath;
use crate::property::{Property, reveal, unexpected};

/// An enum whose variants are the strings that a property may have. Written by `#[derive(Choice)]`.
///
/// ```
/// use pulumi_wasm_provider::prelude::*;
///
/// /// How a zone is served.
/// #[derive(Choice, Clone, Copy, PartialEq, Debug)]
/// enum Kind {
///     /// By this server itself.
///     Native,
///     #[property(name = "Slave", deprecated = "use `secondary`")]
///     Slave,
/// }
///
/// assert_eq!(Kind::Native.value(), "native");
/// assert_eq!(Kind::Slave.value(), "Slave");
/// ```
///
/// The value of a variant is its name in camel case, or what `#[property(name = "…")]` says.
pub trait Choice: Property + 'static {
    /// Every variant with its row in the schema.
    #[doc(hidden)]
    const CHOICES: &'static [(ChoiceRow, Self)];

    /// The string that stands for this variant.
    fn value(&self) -> &'static str;
}

/// One variant as the schema describes it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ChoiceRow {
    pub name: &'static str,
    pub value: &'static str,
    pub description: &'static str,
    pub deprecated: Option<&'static str>,
}

/// Reads a choice.
///
/// # Errors
/// When the value is not one of the strings.
pub fn decode_choice<T: Choice>(
    value: JsonValue,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    let text = match reveal(value, path)? {
        JsonValue::String(text) => text,
        other => return Err(unexpected(path, "a string", &other)),
    };
    match T::CHOICES.iter().find(|(row, _)| row.value == text) {
        Some((_, choice)) => Ok(choice.clone()),
        None => {
            let values: Vec<String> = T::CHOICES
                .iter()
                .map(|(row, _)| format!("`{}`", row.value))
                .collect();
            Err(path.failure(format!(
                "expected one of {}, found `{text}`",
                values.join(", ")
            )))
        }
    }
}

/// Writes a choice.
///
/// # Errors
/// Never; the result is what [`Property::encode`] returns.
pub fn encode_choice<T: Choice>(
    choice: &T,
    _: &PropertyPath<'_>,
) -> Result<Option<JsonValue>, PropertyFailure> {
    Ok(Some(JsonValue::from(choice.value())))
}
