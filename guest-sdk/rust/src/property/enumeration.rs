//! Properties with a fixed set of strings or integers.

use std::borrow::Cow;

use serde_json::Value as JsonValue;

use crate::encoding::{Decoder, Encoder};
use crate::error::PropertyFailure;
use crate::manifest::annotations::{deprecate, describe};
use crate::manifest::rules::Constant;
use crate::manifest::schema::speak;
use crate::manifest::types::Types;
use crate::property::Property;
use crate::value::map::PropertyMap;
use crate::value::path::PropertyPath;

/// An enum whose variants are the strings, or the integers, that a property may have. Written by `#[derive(Enum)]`.
///
/// ```
/// use pulumi_wasm_provider::prelude::*;
///
/// /// How a zone is served.
/// #[derive(Enum, Clone, Copy, PartialEq, Debug)]
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
/// The value of a variant is its name in camel case, or the name of `#[property(name = "…")]`. If the variants have
/// numbers, these are the values:
///
/// ```
/// use pulumi_wasm_provider::prelude::*;
///
/// #[derive(Enum, Clone, Copy, PartialEq, Debug)]
/// enum Port {
///     Http = 80,
///     Https = 443,
/// }
///
/// assert_eq!(Port::Https as u16, 443);
/// assert_eq!(Port::Https.value(), "443");
/// ```
pub trait Enum: Property + 'static {
    /// Every variant with its row in the schema.
    #[doc(hidden)]
    const VARIANTS: &'static [(EnumRow, Self)];

    /// The string that stands for this variant; of a number its digits.
    fn value(&self) -> &'static str;
}

/// One variant in the form of the schema.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct EnumRow {
    pub name: &'static str,
    /// A text or an integer.
    pub value: Constant,
    pub description: &'static str,
    pub deprecated: Option<&'static str>,
}

/// Reads a choice.
///
/// # Errors
/// If the value is not one of the choices.
pub fn decode_enum<T: Enum>(
    from: &mut Decoder<'_>,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    let rows = || T::VARIANTS.iter().map(|(row, choice)| (row.value, choice));
    let found: Cow<'_, str> = if are_integers::<T>() {
        let number = from.number(path, "an integer")?;
        let choice = rows().find(|(value, _)| is_integer(*value, number.as_f64()));
        match choice {
            Some((_, choice)) => return Ok(choice.clone()),
            None => number.to_string().into(),
        }
    } else {
        let text = from.string(path)?;
        let choice =
            rows().find(|(value, _)| matches!(value, Constant::Text(value) if *value == text));
        match choice {
            Some((_, choice)) => return Ok(choice.clone()),
            None => text,
        }
    };
    let values: Vec<String> = rows()
        .map(|(_, choice)| format!("`{}`", choice.value()))
        .collect();
    Err(path.failure(format!(
        "expected one of {}, found `{found}`",
        values.join(", ")
    )))
}

/// Whether the choices are integers; all have the same type.
fn are_integers<T: Enum>() -> bool {
    let mut rows = T::VARIANTS.iter();
    rows.any(|(row, _)| matches!(row.value, Constant::Integer(_)))
}

/// Whether a number equals the number of a choice. A fraction of zero is allowed.
fn is_integer(choice: Constant, number: Option<f64>) -> bool {
    match choice {
        #[expect(
            clippy::cast_precision_loss,
            reason = "as exact as any number in Pulumi"
        )]
        Constant::Integer(integer) => number == Some(integer as f64),
        Constant::Text(_) | Constant::Boolean(_) | Constant::Number(_) => false,
    }
}

/// Writes a choice.
///
/// # Errors
/// Never; the return type is the return type of [`Property::encode`].
pub fn encode_enum<T: Enum>(
    choice: &T,
    into: &mut Encoder,
    _: &PropertyPath<'_>,
) -> Result<(), PropertyFailure> {
    let text = choice.value();
    match text.parse::<i64>() {
        Ok(integer) if are_integers::<T>() => into.integer(integer),
        _ => into.string(text),
    }
    Ok(())
}

impl Types {
    /// A reference to the enum type `T`, which is added if it is new.
    #[doc(hidden)]
    pub fn enumeration<T: Enum>(
        &mut self,
        token: Option<&str>,
        name: &str,
        description: &str,
        language: Option<&str>,
    ) -> JsonValue {
        self.reference::<T>(token, name, |types| {
            let mut schema = PropertyMap::new();
            describe(&mut schema, description);
            speak(&mut schema, language, name, types);
            let choices = T::VARIANTS.iter().map(|(row, _)| {
                let mut choice = PropertyMap::new();
                choice.insert("name".to_owned(), row.name.into());
                choice.insert("value".to_owned(), JsonValue::from(row.value));
                describe(&mut choice, row.description);
                deprecate(&mut choice, row.deprecated);
                JsonValue::Object(choice)
            });
            schema.insert("enum".to_owned(), choices.collect());
            let kind = if are_integers::<T>() {
                "integer"
            } else {
                "string"
            };
            schema.insert("type".to_owned(), kind.into());
            schema
        })
    }
}
