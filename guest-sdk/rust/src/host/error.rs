//! Errors of host functions.

use crate::encoding::parse;
use crate::error::{Error, PartialState, PropertyFailure};
use crate::host::bindings::pulumi_wasm::provider::common;

impl Error {
    /// The error of an import. Host functions have the interface's error type, so the error can be passed on as a
    /// whole. `?` alone would only keep the text.
    pub(crate) fn of_host(error: common::Error) -> Self {
        match error {
            common::Error::Invalid(failures) => {
                let failure = |failure: common::PropertyFailure| PropertyFailure {
                    property: failure.property,
                    reason: failure.reason,
                };
                Self::Invalid(failures.into_iter().map(failure).collect())
            }
            common::Error::NotFound(failure) => Self::NotFound(failure.message),
            common::Error::AlreadyExists(failure) => Self::AlreadyExists(failure.message),
            common::Error::Denied(failure) => Self::Denied(failure.message),
            common::Error::Unavailable(failure) => Self::Unavailable(failure.message),
            common::Error::TimedOut(failure) => Self::TimedOut(failure.message),
            common::Error::Cancelled(failure) => Self::Cancelled(failure.message),
            common::Error::Unsupported(failure) => Self::Unsupported(failure.message),
            common::Error::AwaitFailed(failure) => Self::AwaitFailed(failure.message),
            // No import crashes.
            common::Error::Other(failure) | common::Error::Crashed(failure) => {
                Self::Other(failure.message)
            }
            common::Error::Partial(state) => Self::Partial(PartialState {
                id: state.id,
                outputs: parse(&state.outputs).unwrap_or_default(),
                reasons: state.reasons,
                beside_inputs: false,
            }),
        }
    }
}
