//! Values of a configuration that the host keeps to itself.

use serde_json::{Value as JsonValue, json};

use crate::encoding::{Decoder, Encoder};
use crate::failure::PropertyFailure;
use crate::path::PropertyPath;
use crate::property::{HasDraft, Kind, Property};
use crate::types::Types;

/// A text of the configuration that programs have to give and the provider never gets: the host sends it with requests.
///
/// It is the type of a field with `credential(…, withhold)`, or of one that a want of `provider!` withholds. A field that
/// programs may leave out is an `Option<String>` instead, which is always `None`.
///
/// ```
/// use pulumi_wasm_provider::prelude::*;
///
/// #[derive(Config)]
/// struct Settings {
///     /// The user that logs in.
///     username: String,
///     /// What the host lets us in with.
///     #[property(credential(basic, user_config = "username", host = "api.example.com", withhold))]
///     password: Withheld,
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Withheld;

impl Property for Withheld {
    const KIND: Kind = Kind::Text;
    const WITHHELD: bool = true;

    fn schema(_: &mut Types) -> JsonValue {
        json!({ "type": "string" })
    }

    fn decode(_: &mut Decoder<'_>, _: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        Ok(Self)
    }

    fn missing(_: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        Ok(Self)
    }

    fn encode(&self, _: &mut Encoder, _: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        Ok(())
    }
}

impl HasDraft for Withheld {
    type Draft = Self;
}
