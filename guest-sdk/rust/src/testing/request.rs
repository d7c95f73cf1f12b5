//! Requests as the host makes them.

use serde_json::Value as JsonValue;

use super::stack::State;
use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::bindings::pulumi_wasm::provider::common::{
    CallContext, Error as WitError, PropertyFailure,
};
use crate::error::{Error, Result};
use crate::fields::PropertyMap;
use crate::host::NO_EXTRA;

pub(super) fn create_request(token: &str, name: &str, inputs: PropertyMap) -> wit::CreateRequest {
    wit::CreateRequest {
        context: call(token, name, false),
        inputs: text(&inputs),
        resume_outputs: None,
        resume_id: String::new(),
        preview_outputs: None,
        extra: NO_EXTRA.to_owned(),
    }
}

pub(super) fn update_request(name: &str, old: &State, inputs: PropertyMap) -> wit::UpdateRequest {
    wit::UpdateRequest {
        context: call(&old.token, name, false),
        id: old.id.clone(),
        old_inputs: text(&old.inputs),
        old_outputs: text(&old.outputs),
        inputs: text(&inputs),
        ignore_changes: Vec::new(),
        preview_outputs: None,
        old_views: Vec::new(),
        extra: NO_EXTRA.to_owned(),
    }
}

pub(super) fn read_request(token: &str, name: &str, id: &str) -> wit::ReadRequest {
    wit::ReadRequest {
        context: call(token, name, false),
        id: id.to_owned(),
        inputs: None,
        outputs: None,
        old_views: Vec::new(),
        extra: NO_EXTRA.to_owned(),
    }
}

pub(super) fn call(token: &str, name: &str, preview: bool) -> CallContext {
    CallContext {
        urn: format!("urn:pulumi:test::test::{token}::{name}"),
        token: token.to_owned(),
        preview,
        ..super::call(name)
    }
}

pub(super) fn text(properties: &PropertyMap) -> String {
    JsonValue::Object(properties.clone()).to_string()
}

pub(super) fn object(json: JsonValue) -> Result<PropertyMap> {
    match json {
        JsonValue::Object(properties) => Ok(properties),
        other => Err(Error::other(format!("expected an object, found `{other}`"))),
    }
}

/// Fails with all failures at once, if there are some.
pub(super) fn refuse(failures: Vec<PropertyFailure>) -> Result<()> {
    match failures.is_empty() {
        true => Ok(()),
        false => Err(WitError::Invalid(failures).into()),
    }
}
