//! ApplyResourceChange: creating, updating and deleting a resource.

use std::collections::BTreeMap;
use std::sync::Arc;

use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::create::{ChangeFailure, LeftBehind};
use pulumi_wasm_core::operations::delete::DeleteParameters;
use pulumi_wasm_core::state::StoredProperties;

use super::comparison::{Comparison, wanted};
use super::plan_resource_change::configured;
use super::read_resource::current_state;
use super::validate_resource_config::Naming;
use crate::convert::change::ignored;
use crate::convert::change::known::applied;
use crate::convert::value::Value;
use crate::convert::wire::decode_error::Reason;
use crate::convert::wire::{decode, encode};
use crate::convert::{files, write_only};
use crate::diagnostics;
use crate::log::CallLog;
use crate::proto::tfplugin6::Diagnostic;
use crate::proto::tfplugin6::apply_resource_change::{Request, Response};
use crate::provider::{Provider, Typed};
use crate::recorded::Recorded;
use crate::schema::block::{Attribute, Source};
use crate::schema::catalog::Kind;

pub(crate) async fn serve(provider: &Provider, request: Request) -> Response {
    let kept = Response {
        // Without a result, the resource stays as it was.
        new_state: request.prior_state.clone(),
        private: request.planned_private.clone(),
        ..Response::default()
    };
    match apply(provider, request).await {
        Ok(response) => response,
        Err(diagnostics) => Response {
            diagnostics,
            ..kept
        },
    }
}

async fn apply(provider: &Provider, request: Request) -> Result<Response, Vec<Diagnostic>> {
    let typed = provider.typed(Kind::Resource, &request.type_name).await?;
    let value_type = typed.block.value_type();
    let unreadable = |part| move |error| vec![diagnostics::unreadable(part, &error)];
    let known = |value, part| decode::known_value(value, value_type).map_err(unreadable(part));
    let config = known(request.config.as_ref(), "configuration")?;
    let prior = known(request.prior_state.as_ref(), "prior state")?;
    let planned = decode::dynamic_value(request.planned_state.as_ref(), value_type)
        .and_then(|planned| match planned {
            Value::Unknown => Err(Reason::Unknown.into()),
            planned => Ok(planned),
        })
        .map_err(unreadable("planned state"))?;
    let missing = match (prior.is_null(), planned.is_null(), config.is_null()) {
        (true, true, _) => Some("it has neither a prior nor a planned state"),
        (_, false, true) => Some("it has a planned state and no configuration"),
        _ => None,
    };
    if let Some(missing) = missing {
        let summary = "The request cannot be served";
        return Err(vec![diagnostics::mistaken(summary, missing)]);
    }
    if prior.is_null() {
        let plan = ignored::Planned {
            prior: &prior,
            state: &planned,
            inputs: None,
            unknown: None,
        };
        let config = ignored::leave_out(config, &plan, &typed.block);
        return create(&typed, &config, &planned).await;
    }
    let recorded = Recorded::planned(&request.planned_private, &prior, &typed.block);
    let (recorded, unknown) = recorded.map_err(|error| {
        vec![diagnostics::error(
            "The resource cannot be changed",
            &error.to_string(),
        )]
    })?;
    if planned.is_null() {
        delete(&typed, &prior, recorded).await
    } else {
        let plan = ignored::Planned {
            prior: &prior,
            state: &planned,
            inputs: recorded.inputs.as_ref().map(|inputs| &inputs.values),
            unknown: unknown.as_ref(),
        };
        let config = ignored::leave_out(config, &plan, &typed.block);
        let resource = Existing {
            prior: &prior,
            recorded,
        };
        update(&typed, &config, &planned, resource).await
    }
}

async fn create(
    typed: &Typed<'_>,
    config: &Value,
    planned: &Value,
) -> Result<Response, Vec<Diagnostic>> {
    let nothing = StoredProperties::default();
    let (inputs, mut warnings) = wanted(typed, config, nothing, Naming::Now).await?;
    let (call, log) = typed.call_within(Operation::Create, planned);
    match operations::create(typed.package(), &call, inputs.clone()).await {
        Ok(created) => {
            warnings.extend(log.take());
            let recorded = Recorded {
                id: created.id,
                inputs: Some(inputs),
                outputs: Some(created.outputs),
            };
            Ok(result(typed, planned, &recorded, warnings))
        }
        Err(failure) => {
            let (partial, inputs, errors) = left(typed, (&call, &log), failure)?;
            // The core taints it.
            let recorded = Recorded {
                id: partial.id,
                inputs: Some(inputs),
                outputs: Some(partial.outputs),
            };
            Ok(result(typed, planned, &recorded, errors))
        }
    }
}

/// A resource before its update.
struct Existing<'a> {
    prior: &'a Value,
    recorded: Recorded,
}

async fn update(
    typed: &Typed<'_>,
    config: &Value,
    planned: &Value,
    resource: Existing<'_>,
) -> Result<Response, Vec<Diagnostic>> {
    let Existing {
        prior,
        recorded: old,
    } = resource;
    let sent_again = write_only::sent_again(prior, planned, &typed.block);
    let comparison = Comparison::of(typed, (config, prior), &old, Naming::Now, &sent_again).await?;
    let is_empty = comparison.is_empty();
    let Comparison {
        parameters,
        mut warnings,
        ..
    } = comparison;
    let inputs = parameters.inputs.clone();
    if is_empty {
        // Only the form of arguments differs.
        let recorded = Recorded {
            id: old.id,
            inputs: Some(inputs),
            outputs: old.outputs,
        };
        return Ok(result(typed, planned, &recorded, warnings));
    }
    let (call, log) = typed.call_within(Operation::Update, planned);
    match operations::update(typed.package(), &call, parameters).await {
        Ok(updated) => {
            warnings.extend(log.take());
            let recorded = Recorded {
                id: old.id,
                inputs: Some(inputs),
                outputs: Some(updated.outputs),
            };
            Ok(result(typed, planned, &recorded, warnings))
        }
        Err(failure) => {
            let (partial, _, mut errors) = left(typed, (&call, &log), failure)?;
            // The arguments stay as they were, so the next plan has the change again.
            let now = Recorded {
                outputs: Some(partial.outputs),
                ..old.clone()
            };
            let state = current_state(typed, prior, (&old, &now), &mut errors);
            Ok(answer(typed, &state, &now, errors))
        }
    }
}

async fn delete(
    typed: &Typed<'_>,
    prior: &Value,
    recorded: Recorded,
) -> Result<Response, Vec<Diagnostic>> {
    let (call, log) = typed.call_within(Operation::Delete, prior);
    let parameters = DeleteParameters {
        id: recorded.id,
        inputs: recorded.inputs,
        outputs: recorded.outputs.unwrap_or_default(),
        old_views: Vec::new(),
    };
    let deleted = operations::delete(typed.package(), &call, parameters).await;
    deleted.map_err(|error| typed.failed((&call, &log), &error))?;
    Ok(Response {
        new_state: Some(encode::dynamic_value(&Value::Null)),
        diagnostics: log.take(),
        ..Response::default()
    })
}

/// The resource that a failed change left behind, the requested inputs, and the messages.
///
/// # Errors
/// With the messages alone, if it left nothing.
fn left(
    typed: &Typed<'_>,
    (call, log): (&Call, &Arc<CallLog>),
    failure: ChangeFailure,
) -> Result<(LeftBehind, StoredProperties, Vec<Diagnostic>), Vec<Diagnostic>> {
    let Some(partial) = failure.partial else {
        return Err(typed.failed_unrecorded((call, log), &failure));
    };
    let errors = typed.failed((call, log), &failure.failure.error);
    Ok((partial, failure.inputs, errors))
}

/// The state after a change.
fn result(
    typed: &Typed<'_>,
    planned: &Value,
    recorded: &Recorded,
    mut messages: Vec<Diagnostic>,
) -> Response {
    let mut members = BTreeMap::new();
    for (name, attribute) in &typed.block.attributes {
        let value = value(name, attribute, planned, recorded).unwrap_or_else(|reason| {
            let summary = format!("`{name}` of the result cannot be shown");
            messages.push(diagnostics::error(&summary, &reason));
            Value::Null
        });
        members.insert(name.clone(), value);
    }
    answer(typed, &Value::Map(members), recorded, messages)
}

fn answer(
    typed: &Typed<'_>,
    state: &Value,
    recorded: &Recorded,
    messages: Vec<Diagnostic>,
) -> Response {
    Response {
        new_state: Some(encode::dynamic_value(state)),
        private: recorded.to_bytes(&typed.block),
        new_identity: Some(typed.identity(&recorded.id)),
        diagnostics: messages,
        ..Response::default()
    }
}

fn value(
    name: &str,
    attribute: &Attribute,
    planned: &Value,
    recorded: &Recorded,
) -> Result<Value, String> {
    let promised = configured(planned, name);
    let (property, is_input, is_output) = match &attribute.source {
        Source::Id => return Ok(Value::String(recorded.id.clone())),
        Source::VersionOf(_) | Source::Timeouts => return Ok(promised.clone()),
        Source::HashOf(_) if *promised != Value::Unknown => return Ok(promised.clone()),
        Source::HashOf(property) => {
            let inputs = recorded.inputs.as_ref();
            let found = files::hash_of(inputs.and_then(|inputs| inputs.values.get(property)));
            // A file that the component did not need may be missing still.
            return Ok(match found {
                Value::Unknown => Value::Null,
                found => found,
            });
        }
        Source::Property {
            name,
            is_input,
            is_output,
        } => (name, *is_input, *is_output),
    };
    let known = recorded.known(property, is_input, is_output);
    // An argument keeps the form that the user gave it. The result of the component is in the private bytes. An attribute that only
    // the provider gives is shown as it is, even if the plan promised another value.
    let promised = if is_input { promised } else { &Value::Unknown };
    applied(promised, &attribute.shape, known).map_err(|error| error.to_string())
}
