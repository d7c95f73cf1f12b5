//! The reason of a failure, with the properties that it concerns.

use std::fmt;

use pulumi_wasm_core::call::{Call, to_author};
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::error::{CallError, GuestError};

/// The kind of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailureKind {
    /// Properties are invalid: [`Failure::properties`] lists them.
    Invalid,
    /// The resource of the call does not exist.
    NotFound,
    /// Something of that name exists already.
    AlreadyExists,
    /// Refused: by a missing grant, by the rules of previews, or by the other side.
    Denied,
    /// The server cannot be reached for now.
    Unavailable,
    /// A time limit of the provider, or of a wait, ended the operation.
    TimedOut,
    /// The user ended the operation.
    Cancelled,
    /// The provider does not support the operation.
    Unsupported,
    /// The resource exists, or still exists, in another state than requested; that state is recorded.
    Partial,
    /// The resource did not become ready. Its state stays unchanged, and the deployment continues with other resources.
    AwaitFailed,
    /// Any other error of the provider's own.
    Other,
    /// The provider panicked.
    Crashed,
    /// The call took longer than it may.
    Deadline,
    /// Another limit was reached.
    Limit,
    /// The provider's answer breaks the rules of the interface.
    BadAnswer,
    /// The host refused the call, or could not make the component ready.
    Refused,
}

impl FailureKind {
    /// Whether it is a mistake of the component, for every request.
    #[must_use]
    pub fn is_mistake(self) -> bool {
        matches!(
            self,
            Self::Crashed | Self::Deadline | Self::Limit | Self::BadAnswer
        )
    }
}

/// A failed operation.
#[derive(Clone, PartialEq, Eq)]
pub struct Failure {
    operation: String,
    kind: FailureKind,
    message: String,
    hint: Option<String>,
    properties: Vec<PropertyFailure>,
    is_recorded: bool,
}

impl Failure {
    /// A failure of an operation, such as "create of `one`".
    #[must_use]
    pub fn new(operation: &str, kind: FailureKind, message: impl Into<String>) -> Self {
        Self {
            operation: operation.to_owned(),
            kind,
            message: message.into(),
            hint: None,
            properties: Vec::new(),
            is_recorded: false,
        }
    }

    /// Properties that a call does not accept. Why is a hook's own text, which may have secrets in it.
    pub(super) fn invalid(call: &Call, operation: &str, failures: &[PropertyFailure]) -> Self {
        let clean = |text: &str| call.secrets.text(text).into_owned();
        let cleaned = failures.iter().map(|failure| PropertyFailure {
            property: clean(&failure.property),
            reason: clean(&failure.reason),
        });
        Self {
            properties: cleaned.collect(),
            ..Self::new(operation, FailureKind::Invalid, "")
        }
    }

    pub(super) fn of_call(call: &Call, error: &CallError) -> Self {
        let operation = match call.subject.name.as_str() {
            "" => call.operation.name().to_owned(),
            name => format!("{} of `{name}`", call.operation.name()),
        };
        if let CallError::Guest(GuestError::Invalid(failures)) = error {
            return Self::invalid(call, &operation, failures);
        }
        let clean = |text: &str| call.secrets.text(text).into_owned();
        Self {
            // The user of a simulated engine is the component's author.
            hint: error.hint().map(|hint| clean(&to_author(&hint))),
            ..Self::new(&operation, kind(error), clean(&error.to_string()))
        }
    }

    /// The failure of a resource that exists nevertheless.
    pub(super) fn recorded(self, reasons: &str) -> Self {
        let message = if self.message.is_empty() {
            reasons.to_owned()
        } else {
            self.message
        };
        Self {
            message,
            is_recorded: true,
            ..self
        }
    }

    /// The failed operation, such as "create of `one`".
    #[must_use]
    pub fn operation(&self) -> &str {
        &self.operation
    }

    /// The kind of the failure.
    #[must_use]
    pub fn kind(&self) -> FailureKind {
        self.kind
    }

    /// The messages for the user, without those about properties.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Advice.
    #[must_use]
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// Paths of properties, and the fault of each.
    #[must_use]
    pub fn properties(&self) -> Vec<(&str, &str)> {
        self.properties
            .iter()
            .map(|failure| (failure.property.as_str(), failure.reason.as_str()))
            .collect()
    }

    /// The paths of the properties that are not acceptable, in the order in which the provider named them.
    #[must_use]
    pub fn paths(&self) -> Vec<&str> {
        self.properties
            .iter()
            .map(|failure| failure.property.as_str())
            .collect()
    }

    /// The fault of the property at that path.
    #[must_use]
    pub fn reason(&self, path: &str) -> Option<&str> {
        self.properties
            .iter()
            .find(|failure| failure.property == path)
            .map(|failure| failure.reason.as_str())
    }

    /// Whether the resource exists nevertheless, and is recorded in its present state.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.is_recorded
    }
}

fn kind(error: &CallError) -> FailureKind {
    match error {
        CallError::Guest(error) => match error {
            GuestError::Invalid(_) => FailureKind::Invalid,
            GuestError::NotFound(_) => FailureKind::NotFound,
            GuestError::AlreadyExists(_) => FailureKind::AlreadyExists,
            GuestError::Denied(_) => FailureKind::Denied,
            GuestError::Unavailable(_) => FailureKind::Unavailable,
            GuestError::TimedOut(_) => FailureKind::TimedOut,
            GuestError::Cancelled(_) => FailureKind::Cancelled,
            GuestError::Unsupported(_) => FailureKind::Unsupported,
            GuestError::Partial(_) => FailureKind::Partial,
            GuestError::AwaitFailed(_) => FailureKind::AwaitFailed,
            GuestError::Other(_) => FailureKind::Other,
        },
        CallError::Trap(_) => FailureKind::Crashed,
        CallError::Limit { .. } => FailureKind::Limit,
        CallError::Deadline { .. } => FailureKind::Deadline,
        CallError::Cancelled => FailureKind::Cancelled,
        CallError::BadAnswer(_) => FailureKind::BadAnswer,
        CallError::Unusable { .. } | CallError::Refused { .. } => FailureKind::Refused,
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} failed", self.operation)?;
        if !self.message.is_empty() {
            write!(formatter, ": {}", self.message)?;
        }
        for failure in &self.properties {
            match failure.property.as_str() {
                "" => write!(formatter, "\n  {}", failure.reason)?,
                property => write!(formatter, "\n  {property}: {}", failure.reason)?,
            }
        }
        match &self.hint {
            Some(hint) => write!(formatter, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

/// The text for people, because a test that ends with the failure shows this form.
impl fmt::Debug for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl std::error::Error for Failure {}
