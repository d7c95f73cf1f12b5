//! What a property may hold.

use serde_json::Value as JsonValue;

use crate::error::PropertyFailure;
use crate::path::PropertyPath;
use crate::types::Types;
use crate::wire;

mod asset;
mod choice;
mod collection;
mod draft;
mod json;
mod kind;
mod object;
mod primitive;
mod reference;
pub(crate) mod union;

#[cfg(test)]
mod tests;

pub use asset::{Archive, ArchiveEntry, Asset, AssetOrArchive, AssetReader};
pub(crate) use choice::are_integers;
pub use choice::{Choice, ChoiceRow};
pub use draft::Drafted;
pub use json::Json;
pub use kind::{Kind, check_kind};
pub use reference::{AnyResource, Referable, ResourceReference};
pub use union::{Alternative, Union};

pub use choice::{decode_choice, encode_choice};
pub use object::{decode_object, encode_object};
pub use union::{decode_union, encode_union};

/// A type that a property may have: how the schema says it, and how it crosses the interface.
///
/// Implemented for `String`, `bool`, the integers up to 64 bits, `f64`, `Option<T>`, `Vec<T>`, `BTreeMap<String, T>`,
/// `HashMap<String, T>`, `Box<T>`, [`Json`], [`Asset`], [`Archive`], [`AssetOrArchive`], [`ResourceReference`],
/// [`Value<T>`](crate::Value), and by `#[derive(Object)]`, `#[derive(Choice)]` and `#[derive(Union)]`.
///
/// A plain type sees the value inside a secret; the host marks it as a secret again on the way back.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type that a property can have",
    label = "no property type",
    note = "derive `Object` for a struct of your own and `Choice` or `Union` for an enum; `Json` holds anything"
)]
pub trait Property: Sized + Clone {
    /// Whether a property of this type must be there. Only `Option` says no.
    const REQUIRED: bool = true;
    /// Which rules fit the type.
    #[doc(hidden)]
    const KIND: Kind = Kind::Any;
    /// Which rules fit its elements.
    #[doc(hidden)]
    const ELEMENT: Kind = Kind::Any;

    /// The type as a Pulumi schema writes it. Object and enum types add themselves to `types`.
    fn schema(types: &mut Types) -> JsonValue;

    /// Reads a value that is there.
    ///
    /// # Errors
    /// When the value is of another type, or not known yet.
    fn decode(value: JsonValue, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure>;

    /// What stands for a property that is not there.
    ///
    /// # Errors
    /// When it has to be there.
    fn missing(path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        Err(path.failure("is required"))
    }

    /// Writes the value; `None` leaves the property out.
    ///
    /// # Errors
    /// When Pulumi cannot hold the value, such as a number that is not finite.
    fn encode(&self, path: &PropertyPath<'_>) -> Result<Option<JsonValue>, PropertyFailure>;
}

/// The value inside any secret.
///
/// # Errors
/// When it is not known yet.
pub(crate) fn reveal(
    value: JsonValue,
    path: &PropertyPath<'_>,
) -> Result<JsonValue, PropertyFailure> {
    wire::open(value).ok_or_else(|| path.failure("is not known yet"))
}

/// The failure of a value that is of another type.
pub(crate) fn unexpected(
    path: &PropertyPath<'_>,
    expected: &str,
    found: &JsonValue,
) -> PropertyFailure {
    path.failure(format!("expected {expected}, found {}", kind(found)))
}

fn kind(value: &JsonValue) -> &'static str {
    match value {
        JsonValue::Null => "null",
        JsonValue::Bool(_) => "a boolean",
        JsonValue::Number(_) => "a number",
        JsonValue::String(_) => "a string",
        JsonValue::Array(_) => "an array",
        JsonValue::Object(_) => "an object",
    }
}
