//! Whole calls: from a request as the host sends it to the answer as the host gets it.

use serde_json::{Value as JsonValue, json};

use crate::error::PropertyFailure;
use crate::host::bindings::exports::pulumi_wasm::provider::lifecycle::{self as wit, Guest};
use crate::host::bindings::pulumi_wasm::provider::common::{CallContext, Error as WitError};
use crate::property::{self, Property};
use crate::value::path::PropertyPath;

mod components;
mod configuration;
mod create;
mod features;
mod invoke;
mod judge;
mod keep;
mod manifest;
mod outputs;
mod readme;
mod sample;
mod unrecorded;

pub(crate) const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

pub(crate) fn secret(value: impl Into<JsonValue>) -> JsonValue {
    json!({ "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", "value": value.into() })
}

pub(crate) fn context(token: &str) -> CallContext {
    CallContext {
        urn: format!("urn:pulumi:test::test::{token}::it"),
        token: token.into(),
        name: "it".into(),
        project: None,
        stack: None,
        preview: false,
        time_left_ms: 1000,
        extra: "{}".into(),
    }
}

pub(crate) fn preview(token: &str) -> CallContext {
    CallContext {
        preview: true,
        ..context(token)
    }
}

#[track_caller]
pub(crate) fn parse(text: &str) -> JsonValue {
    serde_json::from_str(text).unwrap()
}

/// The failures of `invalid`, as they are printed.
#[track_caller]
pub(crate) fn invalid(error: WitError) -> Vec<String> {
    match error {
        WitError::Invalid(failures) => failures
            .into_iter()
            .map(|failure| format!("{}: {}", failure.property, failure.reason))
            .collect(),
        other => panic!("another error: {other:?}"),
    }
}

pub(crate) const MACHINE: &str = "sample:index:Machine";

pub(crate) fn configured() {
    use self::sample::PulumiProvider;

    let config = json!({ "serverUrl": "http://a", "token": "me" }).to_string();
    PulumiProvider::configure(wit::ConfigureRequest {
        context: context(""),
        config,
        extra: "{}".into(),
    })
    .unwrap();
}

pub(crate) fn inputs() -> JsonValue {
    json!({ "label": "a", "region": "us", "disks": [{ "size": "small" }], "password": secret("pass") })
}

pub(crate) fn outputs() -> JsonValue {
    json!({ "label": "a", "region": "eu", "disks": [], "address": "10.0.0.9" })
}

pub(crate) fn with(mut base: JsonValue, key: &str, value: impl Into<JsonValue>) -> JsonValue {
    base[key] = value.into();
    base
}

/// A property from JSON, as it arrives.
pub(crate) fn from_json<T: Property>(
    json: impl Into<JsonValue>,
    path: &PropertyPath<'_>,
) -> core::result::Result<T, PropertyFailure> {
    property::from_text(json.into().to_string(), path)
}

/// A property as JSON; `None` if it is left out.
pub(crate) fn to_json<T: Property>(
    value: &T,
    path: &PropertyPath<'_>,
) -> core::result::Result<Option<JsonValue>, PropertyFailure> {
    let text = property::to_text(value, path)?;
    Ok(text.map(|text| serde_json::from_str(&text).unwrap()))
}
