//! Errors as the interface has them.

use crate::bindings::pulumi_wasm::provider::common;
use crate::dispatch::{no_extra, parse, print};
use crate::error::{Error, PartialState, PropertyFailure};

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
            Error::AwaitFailed(message) => Self::Other(common::Failure {
                message,
                extra: r#"{"awaitFailed":true}"#.to_owned(),
            }),
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
                extra: no_extra(),
            }),
        }
    }
}

impl Error {
    /// What an import failed with: the host's functions have the same error type, so that theirs can be passed on. `?`
    /// alone would only keep the text.
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
