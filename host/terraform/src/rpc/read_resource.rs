//! ReadResource: the current state of a resource.

use std::collections::BTreeMap;

use pulumi_wasm_core::call::Operation;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::read::{ReadQuestion, ReadResult};
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::value::PropertyValue;

use super::plan_resource_change::configured;
use crate::convert::value::Value;
use crate::convert::{decode, encode, properties};
use crate::diagnostics;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::read_resource::{Request, Response};
use crate::provider::{Provider, Typed};
use crate::recorded::Recorded;
use crate::schema::block::{Attribute, Source};
use crate::schema::catalog::Kind;

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
    let state = decode::dynamic_value(request.current_state.as_ref(), &typed.block.value_type());
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
    let is_import = recorded.outputs.is_none();
    // The host remembers imports by the names of resources, so imports have another name than other reads.
    let name = if is_import { "import" } else { "resource" };
    let (call, log) = typed.provider.call_as(Operation::Read, typed.token, name);
    let question = ReadQuestion {
        id: recorded.id.clone(),
        inputs: recorded.inputs.clone(),
        outputs: recorded.outputs.clone(),
        old_views: Vec::new(),
    };
    let found = operations::read(typed.package(), &call, question).await;
    let found = found.map_err(|error| typed.failed((&call, &log), &error))?;
    let mut messages = log.take();
    let Some(found) = found else {
        return Ok(gone(messages));
    };
    for reason in &found.reasons {
        messages.push(diagnostics::warning(&call.secrets.text(reason)));
    }
    Ok(current(&typed, &state, &recorded, found, messages))
}

/// A resource that no longer exists.
fn gone(diagnostics: Vec<Diagnostic>) -> Response {
    Response {
        new_state: Some(encode::dynamic_value(&Value::Null)),
        diagnostics,
        ..Response::default()
    }
}

fn current(
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
    let mut members = BTreeMap::new();
    for (name, attribute) in &typed.block.attributes {
        let old = configured(state, name);
        let value = value(attribute, old, before, &now).unwrap_or_else(|reason| {
            let summary = format!("`{name}` cannot be shown");
            messages.push(diagnostics::error(&summary, &reason));
            old.clone()
        });
        members.insert(name.clone(), value);
    }
    Response {
        new_state: Some(encode::dynamic_value(&Value::Map(members))),
        private: now.to_bytes(),
        diagnostics: messages,
        ..Response::default()
    }
}

/// An attribute as it is now. If its property is as it was recorded, it keeps the form that it has in the state.
fn value(
    attribute: &Attribute,
    old: &Value,
    before: &Recorded,
    now: &Recorded,
) -> Result<Value, String> {
    let Source::Property {
        name,
        is_input,
        is_output,
    } = &attribute.source
    else {
        return Ok(Value::String(now.id.clone()));
    };
    let find = |stored: &Option<StoredProperties>, is_declared: bool| {
        let stored = stored.as_ref().filter(|_| is_declared)?;
        let value = stored.values.get(name)?.without_secrets();
        (value != PropertyValue::Null).then_some(value)
    };
    let (old_input, input) = (
        find(&before.inputs, *is_input),
        find(&now.inputs, *is_input),
    );
    let (recorded, current) = if old_input.is_some() || input.is_some() {
        (old_input, input)
    } else {
        (
            find(&before.outputs, *is_output),
            find(&now.outputs, *is_output),
        )
    };
    let is_known = before.outputs.is_some();
    if is_known && recorded == current {
        return Ok(old.clone());
    }
    match current {
        Some(value) => {
            properties::from_property(&value, &attribute.shape).map_err(|error| error.to_string())
        }
        None => Ok(Value::Null),
    }
}
