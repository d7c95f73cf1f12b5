//! ReadResource: the current state of a resource.

use std::collections::BTreeMap;

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::read::{ReadParameters, ReadResult};

use super::plan_resource_change::configured;
use crate::convert::change::filled;
use crate::convert::change::known::{Known, current, mended};
use crate::convert::value::Value;
use crate::convert::wire::{decode, encode};
use crate::diagnostics;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::read_resource::{Request, Response};
use crate::provider::{Provider, Typed};
use crate::recorded::Recorded;
use crate::schema::block::{Attribute, Source};
use crate::schema::catalog::Kind;
use crate::schema::timeouts;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let kept = Response {
        new_state: request.current_state.clone(),
        private: request.private.clone(),
        ..Response::default()
    };
    match read(provider, request).await {
        Ok(response) => response,
        Err(diagnostics) => Response {
            diagnostics,
            ..kept
        },
    }
}

async fn read(provider: &Provider, request: Request) -> Result<Response, Vec<Diagnostic>> {
    let typed = provider.typed(Kind::Resource, &request.type_name).await?;
    let state = decode::known_value(request.current_state.as_ref(), typed.block.value_type());
    let state = state.map_err(|error| vec![diagnostics::unreadable("state", &error)])?;
    if state.is_null() {
        return Ok(gone(Vec::new()));
    }
    let recorded = Recorded::of(&request.private, &state, &typed.block);
    let recorded = recorded.map_err(|error| {
        vec![diagnostics::error(
            "The resource cannot be read",
            &error.to_string(),
        )]
    })?;
    present(&typed, &state, &recorded).await
}

/// The resource as it is now. `recorded` has no outputs in an import.
///
/// # Errors
/// With messages for the user.
pub(super) async fn present(
    typed: &Typed<'_>,
    state: &Value,
    recorded: &Recorded,
) -> Result<Response, Vec<Diagnostic>> {
    let is_import = recorded.outputs.is_none();
    // The host remembers imports by the names of resources, so imports have another name than other reads.
    let name = if is_import { "import" } else { "resource" };
    let (mut call, log) = typed.provider.call_as(Operation::Read, typed.token, name);
    call.timeout = timeouts::of(state, Operation::Read);
    let parameters = ReadParameters {
        id: recorded.id.clone(),
        inputs: recorded.inputs.clone(),
        outputs: recorded.outputs.clone(),
        old_views: Vec::new(),
    };
    let found = operations::read(typed.package(), &call, parameters).await;
    let found = found.map_err(|error| typed.failed((&call, &log), &error))?;
    let mut messages = log.take();
    let Some(mut found) = found else {
        return Ok(gone(messages));
    };
    if let Some(before) = &recorded.outputs {
        let (inputs, outputs) = (&mut found.inputs.values, &found.outputs.values);
        filled::add(inputs, &before.values, outputs, &typed.block, |name| {
            typed.is_updatable(name)
        });
    }
    for reason in &found.reasons {
        messages.push(diagnostics::warning(&call.secrets.text(reason)));
    }
    Ok(shown(typed, state, recorded, found, messages))
}

/// A resource that no longer exists.
fn gone(diagnostics: Vec<Diagnostic>) -> Response {
    Response {
        new_state: Some(encode::dynamic_value(&Value::Null)),
        diagnostics,
        ..Response::default()
    }
}

fn shown(
    typed: &Typed<'_>,
    state: &Value,
    before: &Recorded,
    found: ReadResult,
    mut messages: Vec<Diagnostic>,
) -> Response {
    let now = Recorded {
        id: found.id,
        inputs: Some(found.inputs),
        outputs: Some(found.outputs),
    };
    let state = current_state(typed, state, (before, &now), &mut messages);
    Response {
        new_state: Some(encode::dynamic_value(&state)),
        private: now.to_bytes(&typed.block),
        new_identity: Some(typed.identity(&now.id)),
        diagnostics: messages,
        ..Response::default()
    }
}

/// The state of a resource as it is now. Each attribute whose property is as it was before keeps the form that it has in the state.
pub(super) fn current_state(
    typed: &Typed<'_>,
    state: &Value,
    (before, now): (&Recorded, &Recorded),
    messages: &mut Vec<Diagnostic>,
) -> Value {
    let mut members = BTreeMap::new();
    for (name, attribute) in &typed.block.attributes {
        let old = configured(state, name);
        let value = value(attribute, old, before, now).unwrap_or_else(|reason| {
            let summary = format!("`{name}` cannot be shown");
            messages.push(diagnostics::error(&summary, &reason));
            old.clone()
        });
        members.insert(name.clone(), value);
    }
    Value::Map(members)
}

/// An attribute as it is now. If its property is as it was recorded, it keeps the form that it has in the state.
fn value(
    attribute: &Attribute,
    old: &Value,
    before: &Recorded,
    now: &Recorded,
) -> Result<Value, String> {
    let (name, is_input, is_output) = match &attribute.source {
        Source::Id => return Ok(Value::String(now.id.clone())),
        Source::VersionOf(_) | Source::HashOf(_) | Source::Timeouts => return Ok(old.clone()),
        Source::Property { .. } if attribute.write_only => return Ok(Value::Null),
        Source::Property {
            name,
            is_input,
            is_output,
        } => (name, *is_input, *is_output),
    };
    let recorded = before.known(name, is_input, is_output);
    let found = now.known(name, is_input, is_output);
    let is_known = before.outputs.is_some();
    if is_known && recorded == found {
        // If the server gave another value than the plan had promised, the state has the promise, and the record has the value.
        let shown = mended(old, &attribute.shape, attribute.presence, found);
        return Ok(shown.unwrap_or_else(|_| old.clone()));
    }
    let is_input = recorded.input.is_some() || found.input.is_some();
    let shown = |known: Known<'_>| match known.input {
        // The argument was removed outside.
        None if is_input => Ok(Value::Null),
        _ => current(known, &attribute.shape),
    };
    let value = shown(found).map_err(|error| error.to_string())?;
    // A record that cannot be shown any more differs.
    if is_known && shown(recorded).is_ok_and(|recorded| recorded == value) {
        return Ok(old.clone());
    }
    Ok(value)
}
