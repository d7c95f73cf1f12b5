//! Types of the interface ⇄ types of the core.

use std::time::Duration;

use pulumi_wasm_capability::json::{self, Assets, Room};
use pulumi_wasm_capability::polling::backoff::Backoff;
use pulumi_wasm_core::error::failure::{DifferenceKind, PropertyDifference, PropertyFailure};
use pulumi_wasm_core::error::{CallError, GuestError, LostOutputs, PartialState, TrapReport};
use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::view::{View, ViewOperation, ViewStep};

use super::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use super::bindings::pulumi_wasm::provider::{common, views};
use crate::guest::error_text::ErrorText;

/// The content of an empty `extra` field.
pub(super) fn nothing() -> String {
    "{}".to_owned()
}

/// An error that a host function returns to a guest.
pub(super) fn to_wit_error(error: GuestError) -> common::Error {
    let failure = |message| common::Failure {
        message,
        extra: nothing(),
    };
    match error {
        GuestError::Invalid(failures) => {
            common::Error::Invalid(failures.into_iter().map(to_wit_failure).collect())
        }
        GuestError::NotFound(message) => common::Error::NotFound(failure(message)),
        GuestError::AlreadyExists(message) => common::Error::AlreadyExists(failure(message)),
        GuestError::Denied(message) => common::Error::Denied(failure(message)),
        GuestError::Unavailable(message) => common::Error::Unavailable(failure(message)),
        GuestError::TimedOut(message) => common::Error::TimedOut(failure(message)),
        GuestError::Cancelled(message) => common::Error::Cancelled(failure(message)),
        GuestError::Unsupported(message) => common::Error::Unsupported(failure(message)),
        GuestError::AwaitFailed(message) => common::Error::AwaitFailed(failure(message)),
        GuestError::Other(message) => common::Error::Other(failure(message)),
        // A host function does not belong to a resource, so the host keeps only the reasons.
        GuestError::Partial(state) => common::Error::Other(failure(state.reasons.join("; "))),
    }
}

/// An error that a guest's function ended with. Its text may be of any length, and may have any of the secrets in it.
pub(super) fn from_wit_error(
    error: common::Error,
    assets: &Assets,
    secrets: &Secrets,
) -> CallError {
    let mut text = ErrorText::new(secrets);
    let message = |failure: common::Failure| text.message(&failure.message);
    CallError::Guest(match error {
        common::Error::Crashed(failure) => {
            return CallError::Trap(TrapReport::of_exception(&text.report(&failure.message)));
        }
        common::Error::Invalid(failures) => {
            GuestError::Invalid(from_wit_failures(failures, secrets))
        }
        common::Error::NotFound(failure) => GuestError::NotFound(message(failure)),
        common::Error::AlreadyExists(failure) => GuestError::AlreadyExists(message(failure)),
        common::Error::Denied(failure) => GuestError::Denied(message(failure)),
        common::Error::Unavailable(failure) => GuestError::Unavailable(message(failure)),
        common::Error::TimedOut(failure) => GuestError::TimedOut(message(failure)),
        common::Error::Cancelled(failure) => GuestError::Cancelled(message(failure)),
        common::Error::Unsupported(failure) => GuestError::Unsupported(message(failure)),
        common::Error::AwaitFailed(failure) => GuestError::AwaitFailed(message(failure)),
        common::Error::Other(failure) => GuestError::Other(message(failure)),
        common::Error::Partial(state) => {
            let mut reasons = text.reasons(&state.reasons);
            let read = json::from_json(&state.outputs, assets);
            let is_cut = read.is_err();
            let outputs = read.unwrap_or_else(|error| {
                reasons.push(error.of_answer("outputs of its partial state").to_string());
                // Even the id alone is better than a failure, because the engine then knows that the resource exists.
                json::readable_part(&assets.room(), &state.outputs, assets).map
            });
            GuestError::Partial(PartialState {
                id: state.id,
                outputs,
                reasons,
                is_cut,
                lost: LostOutputs::of(state.unrecorded),
                hint: None,
            })
        }
    })
}

fn to_wit_failure(failure: PropertyFailure) -> common::PropertyFailure {
    common::PropertyFailure {
        property: failure.property,
        reason: failure.reason,
        extra: nothing(),
    }
}

/// The faults of properties that a guest finds.
pub(super) fn from_wit_failures(
    failures: Vec<common::PropertyFailure>,
    secrets: &Secrets,
) -> Vec<PropertyFailure> {
    let failures = failures
        .into_iter()
        .map(|failure| (failure.property, failure.reason));
    ErrorText::new(secrets).failures(failures)
}

pub(super) fn to_wit_difference(difference: &PropertyDifference) -> wit::PropertyDifference {
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

pub(super) fn from_wit_difference(difference: wit::PropertyDifference) -> PropertyDifference {
    let (kind, replace) = match difference.kind {
        wit::DifferenceKind::Add => (DifferenceKind::Add, false),
        wit::DifferenceKind::AddReplace => (DifferenceKind::Add, true),
        wit::DifferenceKind::Remove => (DifferenceKind::Remove, false),
        wit::DifferenceKind::RemoveReplace => (DifferenceKind::Remove, true),
        wit::DifferenceKind::Change => (DifferenceKind::Change, false),
        wit::DifferenceKind::ChangeReplace => (DifferenceKind::Change, true),
    };
    PropertyDifference {
        property: difference.property,
        kind,
        replace,
    }
}

pub(super) fn from_wit_backoff(backoff: common::Backoff) -> Backoff {
    let milliseconds = |count: u32| Duration::from_millis(count.into());
    Backoff {
        attempts: backoff.attempts,
        first_delay: milliseconds(backoff.first_delay_ms),
        factor: backoff.factor,
        max_delay: milliseconds(backoff.max_delay_ms),
        timeout: (backoff.timeout_ms > 0).then(|| milliseconds(backoff.timeout_ms)),
    }
}

/// A guest's step of a view.
pub(super) fn from_wit_step(
    step: views::Step,
    assets: &Assets,
    room: &Room,
) -> Result<ViewStep, GuestError> {
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
    let view = |view: Option<common::View>| {
        view.map(|view| from_wit_view(view, assets, room))
            .transpose()
    };
    let (old, new) = (view(step.old)?, view(step.new)?);
    Ok(ViewStep {
        operation,
        old,
        new,
        failure: step.failure,
    })
}

fn from_wit_view(view: common::View, assets: &Assets, room: &Room) -> Result<View, GuestError> {
    let read = |text: &str, what: &str| {
        json::from_json_in(room, text, assets).map_err(|error| {
            GuestError::Other(format!(
                "the {what} of the view `{}`: {error}",
                Excerpt::name(&view.name)
            ))
        })
    };
    let (inputs, outputs) = (
        read(&view.inputs, "inputs")?,
        read(&view.outputs, "outputs")?,
    );
    Ok(View {
        token: view.token,
        name: view.name,
        parent_token: view.parent_token,
        parent_name: view.parent_name,
        inputs,
        outputs,
    })
}
