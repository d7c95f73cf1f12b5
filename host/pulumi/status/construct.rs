//! The status for a component that could not be constructed.
//!
//! The engine shows it below the stack, without a resource, so it names the component. Refused inputs go into a detail,
//! and the engine prints the values at their paths. Failures without a property are in the message.

use prost::Message as _;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::error::{CallError, GuestError};
use pulumi_wasm_core::operations::Exposure;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::text::on_one_line;
use tonic::{Code, Status};

use super::bounds::TextRoom;
use super::{clean, failed, new, with_detail};
use crate::pulumi::wire::pulumirpc::InputPropertiesError;
use crate::pulumi::wire::pulumirpc::input_properties_error::PropertyError;

/// The status for a component that could not be constructed. `exposure` says of the request's inputs which the engine
/// may print.
pub(in crate::pulumi) fn from_construct(
    package: &Package,
    call: &Call,
    exposure: impl FnOnce() -> Exposure,
    error: &CallError,
) -> Status {
    let CallError::Guest(GuestError::Invalid(failures)) = error else {
        return new(Code::Unknown, &failed(package, call, error));
    };
    let exposure = exposure();
    let failures = failures.iter().cloned();
    let names_property = |failure: &PropertyFailure| !failure.property.is_empty();
    let (shown, kept): (Vec<_>, Vec<_>) = failures
        .map(|failure| exposure.shown(failure))
        .partition(names_property);
    let message = if kept.is_empty() {
        "its inputs are refused".to_owned()
    } else {
        let kept = GuestError::Invalid(kept).message();
        clean(call, &format!("its inputs are refused: {kept}"))
    };
    let mut room = TextRoom::new();
    let mut errors = Vec::new();
    for (position, failure) in shown.iter().enumerate() {
        let left = shown.len() - position;
        let path = on_one_line(&clean(call, &failure.property)).into_owned();
        let reason = clean(call, &failure.reason);
        let path = room.take(&path, false);
        let reason = path.as_ref().and_then(|_| room.take(&reason, left == 1));
        let (Some(path), Some(reason)) = (path, reason) else {
            errors.push(PropertyError {
                property_path: String::new(),
                reason: format!("and {left} more are refused"),
            });
            break;
        };
        errors.push(PropertyError {
            property_path: path.into_owned(),
            reason: reason.into_owned(),
        });
    }
    let detail = InputPropertiesError { errors };
    if detail.errors.is_empty() {
        new(Code::InvalidArgument, &message)
    } else {
        with_detail(
            Code::InvalidArgument,
            &message,
            ("InputPropertiesError", &detail),
            detail.encoded_len(),
        )
    }
}
