//! The status for a component that could not be made.
//!
//! The engine shows it below the stack, on no resource, so it names the component. Refused inputs go into a detail, beside
//! which the engine prints the values at their paths, secrets too: those at, above or below a secret stand in the message.

use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::{CallError, GuestError};
use pulumi_wasm_core::failure::PropertyFailure;
use pulumi_wasm_core::operations::construct::is_secret;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::text::on_one_line;
use pulumi_wasm_core::value::PropertyMap;
use tonic::{Code, Status};

use super::{clean, failed, new, with_detail};
use crate::rpc::wire::pulumirpc::InputPropertiesError;
use crate::rpc::wire::pulumirpc::input_properties_error::PropertyError;

/// The status for a component that could not be made. `inputs` are those of the request.
pub(in crate::rpc) fn from_construct(
    package: &Package,
    call: &Call,
    error: &CallError,
    inputs: &PropertyMap,
) -> Status {
    let CallError::Guest(GuestError::Invalid(failures)) = error else {
        return new(Code::Unknown, &failed(package, call, error));
    };
    let token = &call.subject.token;
    let may_be_shown = |failure: &&PropertyFailure| {
        !failure.property.is_empty() && !is_secret(package, token, inputs, &failure.property)
    };
    let (shown, kept): (Vec<_>, Vec<_>) = failures.iter().partition(may_be_shown);
    let message = match kept.is_empty() {
        true => "its inputs are refused".to_owned(),
        false => {
            let kept = kept.into_iter().cloned().collect();
            let kept = GuestError::Invalid(kept).message();
            clean(call, &format!("its inputs are refused: {kept}"))
        }
    };
    let errors = shown.into_iter().map(|failure| PropertyError {
        property_path: on_one_line(&clean(call, &failure.property)).into_owned(),
        reason: clean(call, &failure.reason),
    });
    let detail = InputPropertiesError {
        errors: errors.collect(),
    };
    match detail.errors.is_empty() {
        true => new(Code::InvalidArgument, &message),
        false => with_detail(
            Code::InvalidArgument,
            message,
            "InputPropertiesError",
            &detail,
        ),
    }
}
