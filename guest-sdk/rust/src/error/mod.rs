//! The errors of a provider's functions.

use std::fmt::{self, Display};

use crate::value::map::PropertyMap;

pub(crate) mod context;
mod convert;

/// A property with a value that the provider refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PropertyFailure {
    /// The property's path, such as `rules[0].port`; empty for the resource as a whole.
    pub property: String,
    /// Why, as a sentence for the person who wrote the program.
    pub reason: String,
}

impl Display for PropertyFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.property.as_str() {
            "" => formatter.write_str(&self.reason),
            property => write!(formatter, "{property}: {}", self.reason),
        }
    }
}

#[cfg(test)]
mod tests;

/// The result of a provider's functions.
pub type Result<T> = core::result::Result<T, Error>;

/// Why a call failed. Except for [`Error::Partial`], an error means that nothing outside was changed, unless a
/// checkpoint was saved in the same call.
///
/// Create one with the functions of the same names ([`Error::not_found`] and so on), or from a text: `Err("the server
/// is on fire")?`. `?` also converts any Rust error with its causes;
/// [`ErrorContext::context`](crate::ErrorContext::context) adds the failed step.
///
/// It does not implement [`std::error::Error`] itself, because `?` could then not convert errors that do.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// The request itself is wrong: which properties, and why.
    Invalid(Vec<PropertyFailure>),
    /// The resource of the call does not exist.
    NotFound(String),
    /// Something of that name exists already.
    AlreadyExists(String),
    /// Refused: by a missing grant, by the rules of preview, or by the other side's authorization.
    Denied(String),
    /// Out of reach for now; trying again later may help.
    Unavailable(String),
    /// A time limit ended the operation.
    TimedOut(String),
    /// The user or the engine ended the operation.
    Cancelled(String),
    /// This component does not support the operation.
    Unsupported(String),
    /// The resource exists, or still exists, in another state than requested.
    Partial(PartialState),
    /// The resource did not become ready; see [`Error::await_failed`].
    AwaitFailed(String),
    /// Anything else.
    Other(String),
}

/// The state of a resource that exists, but not as the program requested it. See [`Error::partial`].
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub struct PartialState {
    /// Its final id.
    pub id: String,
    /// Its outputs as they are now.
    pub outputs: PropertyMap,
    /// Its problems, a sentence each.
    pub reasons: Vec<String>,
    /// Whether the inputs of the call are recorded beside the outputs.
    pub(crate) beside_inputs: bool,
}

impl Error {
    /// A property is invalid: `Error::invalid(Zone::NAME, "is taken")`. A property given as text is a path such as
    /// `rules[0].port`; an empty text means the whole request.
    pub fn invalid(path: impl Into<String>, reason: impl Display) -> Self {
        Self::Invalid(vec![PropertyFailure {
            property: path.into(),
            reason: reason.to_string(),
        }])
    }

    /// The resource of the call does not exist. From `delete` this counts as success.
    pub fn not_found(message: impl Display) -> Self {
        Self::NotFound(message.to_string())
    }

    /// Something of that name exists already.
    pub fn already_exists(message: impl Display) -> Self {
        Self::AlreadyExists(message.to_string())
    }

    /// The request was refused.
    pub fn denied(message: impl Display) -> Self {
        Self::Denied(message.to_string())
    }

    /// The server cannot be reached for now.
    pub fn unavailable(message: impl Display) -> Self {
        Self::Unavailable(message.to_string())
    }

    /// This provider does not support the operation.
    pub fn unsupported(message: impl Display) -> Self {
        Self::Unsupported(message.to_string())
    }

    /// The resource did not become ready: from `create` and `update` only. The state stays unchanged. The deployment
    /// continues with resources that do not need this one, and fails at its end. Engines know it since Pulumi 3.272; to
    /// an older one it is any other failure.
    ///
    /// For a type that only waits for a condition. The state then does not record a resource that a create has made:
    /// save a checkpoint, or return [`Error::partial`].
    pub fn await_failed(message: impl Display) -> Self {
        Self::AwaitFailed(message.to_string())
    }

    /// Anything else. It accepts everything that can be printed: `Error::other(format!("no room on {disk}"))`.
    pub fn other(message: impl Display) -> Self {
        Self::Other(message.to_string())
    }

    /// The same error, with `what` before its text: `reading the zone: connection refused`.
    pub fn context(self, what: impl Display) -> Self {
        let prefix = |message: String| format!("{what}: {message}");
        match self {
            Self::Invalid(failures) => Self::Invalid(
                failures
                    .into_iter()
                    .map(|failure| PropertyFailure {
                        reason: prefix(failure.reason),
                        ..failure
                    })
                    .collect(),
            ),
            Self::NotFound(message) => Self::NotFound(prefix(message)),
            Self::AlreadyExists(message) => Self::AlreadyExists(prefix(message)),
            Self::Denied(message) => Self::Denied(prefix(message)),
            Self::Unavailable(message) => Self::Unavailable(prefix(message)),
            Self::TimedOut(message) => Self::TimedOut(prefix(message)),
            Self::Cancelled(message) => Self::Cancelled(prefix(message)),
            Self::Unsupported(message) => Self::Unsupported(prefix(message)),
            Self::Partial(state) => {
                let reasons = state.reasons.into_iter().map(prefix).collect();
                Self::Partial(PartialState { reasons, ..state })
            }
            Self::AwaitFailed(message) => Self::AwaitFailed(prefix(message)),
            Self::Other(message) => Self::Other(prefix(message)),
        }
    }
}

impl Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(failures) => join(formatter, failures),
            Self::Partial(state) => join(formatter, &state.reasons),
            Self::NotFound(message)
            | Self::AlreadyExists(message)
            | Self::Denied(message)
            | Self::Unavailable(message)
            | Self::TimedOut(message)
            | Self::Cancelled(message)
            | Self::Unsupported(message)
            | Self::AwaitFailed(message)
            | Self::Other(message) => formatter.write_str(message),
        }
    }
}

fn join(formatter: &mut fmt::Formatter<'_>, parts: &[impl Display]) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        let separator = if index == 0 { "" } else { "; " };
        write!(formatter, "{separator}{part}")?;
    }
    Ok(())
}

/// Does not show the outputs, which may have secrets.
impl fmt::Debug for PartialState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, reasons, .. } = self;
        formatter
            .debug_struct("PartialState")
            .field("id", id)
            .field("reasons", reasons)
            .finish_non_exhaustive()
    }
}
