//! Errors as the interface has them.

use crate::encoding::print;
use crate::error::{Error, PartialState, PropertyFailure};
use crate::host::bindings::pulumi_wasm::provider::common;
use crate::host::no_extra;

impl From<PropertyFailure> for common::PropertyFailure {
    fn from(failure: PropertyFailure) -> Self {
        Self {
            property: failure.property,
            reason: failure.reason,
            extra: no_extra(),
        }
    }
}

impl From<Error> for common::Error {
    fn from(error: Error) -> Self {
        let failure = |message| common::Failure {
            message,
            extra: no_extra(),
        };
        match error {
            Error::Invalid(failures) => {
                Self::Invalid(failures.into_iter().map(Into::into).collect())
            }
            Error::NotFound(message) => Self::NotFound(failure(message)),
            Error::AlreadyExists(message) => Self::AlreadyExists(failure(message)),
            Error::Denied(message) => Self::Denied(failure(message)),
            Error::Unavailable(message) => Self::Unavailable(failure(message)),
            Error::TimedOut(message) => Self::TimedOut(failure(message)),
            Error::Cancelled(message) => Self::Cancelled(failure(message)),
            Error::Unsupported(message) => Self::Unsupported(failure(message)),
            Error::AwaitFailed(message) => Self::AwaitFailed(failure(message)),
            Error::Other(message) => Self::Other(failure(message)),
            Error::Partial(PartialState {
                id,
                outputs,
                reasons,
                beside_inputs: _,
            }) => Self::Partial(common::PartialState {
                id,
                outputs: print(outputs),
                reasons,
                unrecorded: None,
                extra: no_extra(),
            }),
        }
    }
}
