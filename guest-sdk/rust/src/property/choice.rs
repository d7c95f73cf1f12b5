//! Properties with a fixed set of strings or integers.

use serde_json::Value as JsonValue;

use crate::error::PropertyFailure;
use crate::fields::Constant;
use crate::path::PropertyPath;
use crate::property::{Property, reveal, unexpected};

/// An enum whose variants are the strings, or the integers, that a property may have. Written by `#[derive(Choice)]`.
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
/// The value of a variant is its name in camel case, or what `#[property(name = "…")]` says. Where the variants have
/// numbers, these are the values:
///
/// ```
/// use pulumi_wasm_provider::prelude::*;
///
/// #[derive(Choice, Clone, Copy, PartialEq, Debug)]
/// enum Port {
///     Http = 80,
///     Https = 443,
/// }
///
/// assert_eq!(Port::Https as u16, 443);
/// assert_eq!(Port::Https.value(), "443");
/// ```
pub trait Choice: Property + 'static {
    /// Every variant with its row in the schema.
    #[doc(hidden)]
    const CHOICES: &'static [(ChoiceRow, Self)];

    /// The string that stands for this variant; of a number its digits.
    fn value(&self) -> &'static str;
}

/// One variant as the schema describes it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct ChoiceRow {
    pub name: &'static str,
    /// A text or an integer.
    pub value: Constant,
    pub description: &'static str,
    pub deprecated: Option<&'static str>,
}

/// Reads a choice.
///
/// # Errors
/// When the value is not one of the choices.
pub fn decode_choice<T: Choice>(
    value: JsonValue,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    let value = reveal(value, path)?;
    if let Some((_, choice)) = T::CHOICES.iter().find(|(row, _)| is(row.value, &value)) {
        return Ok(choice.clone());
    }
    let integers = are_integers::<T>();
    let found = match &value {
        JsonValue::String(text) if !integers => text.clone(),
        JsonValue::Number(number) if integers => number.to_string(),
        other if integers => return Err(unexpected(path, "an integer", other)),
        other => return Err(unexpected(path, "a string", other)),
    };
    let values: Vec<String> = T::CHOICES
        .iter()
        .map(|(_, choice)| format!("`{}`", choice.value()))
        .collect();
    Err(path.failure(format!(
        "expected one of {}, found `{found}`",
        values.join(", ")
    )))
}

/// Whether the choices are integers; all are of one type.
pub(crate) fn are_integers<T: Choice>() -> bool {
    let mut rows = T::CHOICES.iter();
    rows.any(|(row, _)| matches!(row.value, Constant::Integer(_)))
}

/// Whether a value is that of a choice. Numbers may have a fraction of zero.
fn is(choice: Constant, value: &JsonValue) -> bool {
    match choice {
        Constant::Text(text) => value == text,
        #[expect(
            clippy::cast_precision_loss,
            reason = "as exact as any number in Pulumi"
        )]
        Constant::Integer(integer) => value.as_f64() == Some(integer as f64),
        Constant::Boolean(_) | Constant::Number(_) => false,
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
    let text = choice.value();
    Ok(Some(match text.parse::<i64>() {
        Ok(integer) if are_integers::<T>() => integer.into(),
        _ => text.into(),
    }))
}
