//! Configuration values that only the host gets.

use serde_json::{Value as JsonValue, json};

use crate::encoding::{Decoder, Encoder};
use crate::error::PropertyFailure;
use crate::manifest::types::Types;
use crate::property::{HasDraft, Kind, Property};
use crate::value::path::PropertyPath;

/// A string of the configuration that programs give and the provider never gets, because the host alone uses it.
///
/// It is the type of a field that a [`Credential`](crate::Credential) or [`Tls`](crate::Tls) with `host_only()` refers to. A
/// field that programs may leave out is an `Option<String>` instead, which is always `None`.
///
/// ```
/// use pulumi_wasm_provider::prelude::*;
///
/// #[derive(Config)]
/// struct Settings {
///     /// The user that logs in.
///     username: String,
///     /// The password, which the host sends.
///     #[property(secret)]
///     password: HostOnly,
/// }
///
/// const API: Net = Net::host("api.example.com")
///     .credential(Credential::basic(Settings::PASSWORD).user_config(Settings::USERNAME).host_only());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostOnly;

impl Property for HostOnly {
    const KIND: Kind = Kind::Text;
    const HOST_ONLY: bool = true;

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

impl HasDraft for HostOnly {
    type Draft = Self;
}
