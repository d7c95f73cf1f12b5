//! The trait of the types that a property may have.

use std::fmt;

use serde_json::Value as JsonValue;

use crate::encoding::{Decoder, Encoder, Piece, Text};
use crate::error::PropertyFailure;
use crate::manifest::rules::RuleTable;
use crate::manifest::types::Types;
use crate::property::Kind;
use crate::value::path::PropertyPath;

/// A type that a property may have: how the schema says it, and how it crosses the interface.
///
/// Implemented for `String`, `bool`, the integers up to 64 bits, `f64`, `Option<T>`, `Vec<T>`, `BTreeMap<String, T>`,
/// `HashMap<String, T>`, `Box<T>`, [`Exact<T>`], [`HostOnly`](crate::HostOnly), [`Json`], [`Asset`], [`Archive`],
/// [`AssetOrArchive`], [`ResourceReference`], [`Value<T>`](crate::Value), and by `#[derive(Object)]`, `#[derive(Enum)]`
/// and `#[derive(Union)]`.
///
/// A plain type sees the value inside a secret; the host marks it as a secret again on the way back.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type that a property can have",
    label = "no property type",
    note = "derive `Object` for a struct of your own and `Enum` or `Union` for an enum; `Json` holds anything"
)]
pub trait Property: Sized + Clone {
    /// Whether a property of this type must be there. Only `Option` returns false.
    const REQUIRED: bool = true;
    /// Whether it stands for a configuration value that the host withholds. Only [`HostOnly`](crate::HostOnly) returns
    /// true.
    #[doc(hidden)]
    const HOST_ONLY: bool = false;
    /// The rules that fit the type.
    #[doc(hidden)]
    const KIND: Kind = Kind::Any;
    /// The rules that fit its elements.
    #[doc(hidden)]
    const ELEMENT: Kind = Kind::Any;
    /// Rules that hold for every value of the type: the range of an integer.
    #[doc(hidden)]
    const NATURAL: RuleTable = &[];

    /// The type as a Pulumi schema writes it. Object and enum types add themselves to `types`.
    fn schema(types: &mut Types) -> JsonValue;

    /// Decodes the value. An author's type decodes another type, such as `String`, and converts it.
    ///
    /// # Errors
    /// If the value has another type, or is unknown.
    fn decode(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Result<Self, PropertyFailure>;

    /// Whether [`Property::decode`] would accept the value. Checks without decoding it.
    ///
    /// # Errors
    /// Like `decode`.
    #[doc(hidden)]
    fn fits(from: &mut Decoder<'_>, path: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        Self::decode(from, path).map(drop)
    }

    /// The value of a property that is not there.
    ///
    /// # Errors
    /// When it has to be there.
    fn missing(path: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        Err(path.failure("is required"))
    }

    /// Writes the value with another type's `encode`. If nothing is written, the value is omitted.
    ///
    /// # Errors
    /// If Pulumi cannot store the value, such as a number that is not finite.
    fn encode(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Result<(), PropertyFailure>;

    /// The place of the received value, until the value is set.
    #[doc(hidden)]
    fn came(&self) -> Option<Place<'_>> {
        None
    }
}

/// A place in a received text.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Place<'a>(pub(crate) &'a Piece);

impl fmt::Debug for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Place").finish_non_exhaustive()
    }
}

/// Reads a value from a separate text.
///
/// # Errors
/// Like [`Property::decode`].
pub(crate) fn from_text<T: Property>(
    text: String,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    let value = Text::new(text).value()?;
    T::decode(&mut value.decoder(), path)
}

/// Writes a value as a separate text, or gives `None` if it is left out.
///
/// # Errors
/// Like [`Property::encode`].
pub(crate) fn to_text<T: Property>(
    value: &T,
    path: &PropertyPath<'_>,
) -> Result<Option<String>, PropertyFailure> {
    let mut into = Encoder::default();
    value.encode(&mut into, path)?;
    let text = into.finish();
    Ok((!text.is_empty()).then_some(text))
}
