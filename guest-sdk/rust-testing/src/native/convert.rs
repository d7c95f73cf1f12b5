//! Types of the provider's side of the interface ⇄ types of the core.

use std::time::Duration;

use pulumi_wasm_capability::in_process::InProcess;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::error::{CallError, GuestError, Lost, PartialState, TrapReport};
use pulumi_wasm_core::failure::{Difference, DifferenceKind, PropertyFailure};
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_core::view::{View, ViewOperation, ViewStep};
use pulumi_wasm_provider::Error;
use pulumi_wasm_provider::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use pulumi_wasm_provider::bindings::pulumi_wasm::provider::{common, views};

pub(super) fn nothing() -> String {
    "{}".to_owned()
}

/// How long a call may take.
pub(super) fn time(call: &Call) -> Duration {
    call.timeout.unwrap_or_else(|| {
        Limits::default().time(match call.operation {
            Operation::CheckConfig
            | Operation::Configure
            | Operation::Check
            | Operation::Diff
            | Operation::Migrate => Limit::CheckTime,
            _ => Limit::CallTime,
        })
    })
}

pub(super) fn context(call: &Call) -> common::CallContext {
    common::CallContext {
        urn: call.subject.urn.clone(),
        token: call.subject.token.clone(),
        name: call.subject.name.clone(),
        preview: call.preview,
        deadline_ms: u32::try_from(time(call).as_millis()).unwrap_or(u32::MAX),
        extra: deployment(call),
    }
}

/// The host's facts about the program that is deployed.
fn deployment(call: &Call) -> String {
    let known = call.deployment();
    known.map_or_else(nothing, |known| known.json().to_owned())
}

pub(super) fn encode(host: &InProcess, map: &PropertyMap) -> Result<String, CallError> {
    host.encode(map)
        .map_err(|error| CallError::BadAnswer(format!("the request cannot be written: {error}")))
}

pub(super) fn encode_optional(
    host: &InProcess,
    map: Option<&PropertyMap>,
) -> Result<Option<String>, CallError> {
    map.map(|map| encode(host, map)).transpose()
}

pub(super) fn encode_views(
    host: &InProcess,
    views: &[View],
) -> Result<Vec<common::View>, CallError> {
    let encode_view = |view: &View| {
        Ok(common::View {
            token: view.token.clone(),
            name: view.name.clone(),
            parent_token: view.parent_token.clone(),
            parent_name: view.parent_name.clone(),
            inputs: encode(host, &view.inputs)?,
            outputs: encode(host, &view.outputs)?,
            extra: nothing(),
        })
    };
    views.iter().map(encode_view).collect()
}

pub(super) fn decode(host: &InProcess, text: &str, what: &str) -> Result<PropertyMap, CallError> {
    host.decode(text)
        .map_err(|error| CallError::BadAnswer(format!("its {what}: {error}")))
}

pub(super) fn decode_optional(
    host: &InProcess,
    text: Option<&str>,
    what: &str,
) -> Result<Option<PropertyMap>, CallError> {
    text.map(|text| decode(host, text, what)).transpose()
}

/// An error that a function of the provider ended with.
pub(super) fn refuse(host: &InProcess, error: common::Error) -> CallError {
    CallError::Guest(match error {
        common::Error::Crashed(failure) => {
            return CallError::Trap(TrapReport::of_exception(&failure.message));
        }
        common::Error::Invalid(failures) => {
            GuestError::Invalid(failures.into_iter().map(from_failure).collect())
        }
        common::Error::NotFound(failure) => GuestError::NotFound(failure.message),
        common::Error::AlreadyExists(failure) => GuestError::AlreadyExists(failure.message),
        common::Error::Denied(failure) => GuestError::Denied(failure.message),
        common::Error::Unavailable(failure) => GuestError::Unavailable(failure.message),
        common::Error::TimedOut(failure) => GuestError::TimedOut(failure.message),
        common::Error::Cancelled(failure) => GuestError::Cancelled(failure.message),
        common::Error::Unsupported(failure) => GuestError::Unsupported(failure.message),
        common::Error::Other(failure) if failure.extra.contains("awaitFailed") => {
            GuestError::AwaitFailed(failure.message)
        }
        common::Error::Other(failure) => GuestError::Other(failure.message),
        common::Error::Partial(state) => {
            let mut reasons = state.reasons;
            let outputs = host.decode(&state.outputs);
            let is_cut = outputs.is_err();
            let outputs = outputs.unwrap_or_else(|error| {
                reasons.push(format!("the outputs of its partial state: {error}"));
                PropertyMap::new()
            });
            GuestError::Partial(PartialState {
                id: state.id,
                outputs,
                reasons,
                is_cut,
                lost: Lost::told(&state.extra),
                hint: None,
            })
        }
    })
}

/// An error that a function of the host ended with, as the provider gets it.
pub(super) fn to_error(error: GuestError) -> Error {
    match error {
        GuestError::Invalid(failures) => {
            let failure = |failure: PropertyFailure| pulumi_wasm_provider::PropertyFailure {
                property: failure.property,
                reason: failure.reason,
            };
            Error::Invalid(failures.into_iter().map(failure).collect())
        }
        GuestError::NotFound(message) => Error::NotFound(message),
        GuestError::AlreadyExists(message) => Error::AlreadyExists(message),
        GuestError::Denied(message) => Error::Denied(message),
        GuestError::Unavailable(message) => Error::Unavailable(message),
        GuestError::TimedOut(message) => Error::TimedOut(message),
        GuestError::Cancelled(message) => Error::Cancelled(message),
        GuestError::Unsupported(message) => Error::Unsupported(message),
        GuestError::AwaitFailed(message) => Error::AwaitFailed(message),
        GuestError::Other(message) => Error::Other(message),
        // No function of the host has a resource to speak of.
        GuestError::Partial(state) => Error::Other(state.reasons.join("; ")),
    }
}

pub(super) fn from_failure(failure: common::PropertyFailure) -> PropertyFailure {
    PropertyFailure {
        property: failure.property,
        reason: failure.reason,
    }
}

pub(super) fn to_difference(difference: &Difference) -> wit::PropertyDifference {
    let kind = match (difference.kind, difference.replace) {
        (DifferenceKind::Add, false) => wit::DifferenceKind::Add,
        (DifferenceKind::Add, true) => wit::DifferenceKind::AddReplace,
        (DifferenceKind::Remove, false) => wit::DifferenceKind::Remove,
        (DifferenceKind::Remove, true) => wit::DifferenceKind::RemoveReplace,
        (DifferenceKind::Change, false) => wit::DifferenceKind::Change,
        (DifferenceKind::Change, true) => wit::DifferenceKind::ChangeReplace,
    };
    wit::PropertyDifference {
        property: difference.property.clone(),
        kind,
        extra: nothing(),
    }
}

pub(super) fn from_difference(difference: wit::PropertyDifference) -> Difference {
    let (kind, replace) = match difference.kind {
        wit::DifferenceKind::Add => (DifferenceKind::Add, false),
        wit::DifferenceKind::AddReplace => (DifferenceKind::Add, true),
        wit::DifferenceKind::Remove => (DifferenceKind::Remove, false),
        wit::DifferenceKind::RemoveReplace => (DifferenceKind::Remove, true),
        wit::DifferenceKind::Change => (DifferenceKind::Change, false),
        wit::DifferenceKind::ChangeReplace => (DifferenceKind::Change, true),
    };
    Difference {
        property: difference.property,
        kind,
        replace,
    }
}

/// A provider's step of a view.
pub(super) fn from_step(host: &InProcess, step: &views::Step) -> Result<ViewStep, GuestError> {
    let operation = match step.operation {
        views::Operation::Same => ViewOperation::Same,
        views::Operation::Create => ViewOperation::Create,
        views::Operation::Update => ViewOperation::Update,
        views::Operation::Delete => ViewOperation::Delete,
        views::Operation::Replace => ViewOperation::Replace,
        views::Operation::Read => ViewOperation::Read,
        views::Operation::Refresh => ViewOperation::Refresh,
        views::Operation::Import => ViewOperation::Import,
    };
    let view =
        |view: &Option<common::View>| view.as_ref().map(|view| from_view(host, view)).transpose();
    Ok(ViewStep {
        operation,
        old: view(&step.old)?,
        new: view(&step.new)?,
        failure: step.failure.clone(),
    })
}

fn from_view(host: &InProcess, view: &common::View) -> Result<View, GuestError> {
    let read = |text: &str, what: &str| {
        host.decode(text).map_err(|error| {
            GuestError::Other(format!("the {what} of the view `{}`: {error}", view.name))
        })
    };
    Ok(View {
        token: view.token.clone(),
        name: view.name.clone(),
        parent_token: view.parent_token.clone(),
        parent_name: view.parent_name.clone(),
        inputs: read(&view.inputs, "inputs")?,
        outputs: read(&view.outputs, "outputs")?,
    })
}
