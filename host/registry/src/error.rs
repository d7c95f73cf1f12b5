//! Why a registry was of no use, in words for people.

use std::fmt;

use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::text::on_one_line;

/// The error, and advice. No secret is in it: texts of a server come in only as far as they were judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistryError {
    pub reason: String,
    pub hint: Option<String>,
    /// Whether the registry could not be reached or had no time, so that a later attempt may succeed.
    pub is_unavailable: bool,
    /// Whether the registry does not have what was asked for.
    pub is_missing: bool,
}

impl RegistryError {
    /// An error without advice.
    pub(crate) fn new(reason: impl AsRef<str>) -> Self {
        Self {
            reason: on_one_line(reason.as_ref()).into_owned(),
            hint: None,
            is_unavailable: false,
            is_missing: false,
        }
    }

    /// An error that may pass.
    pub(crate) fn unavailable(reason: impl AsRef<str>) -> Self {
        Self {
            is_unavailable: true,
            ..Self::new(reason)
        }
    }

    /// The message of the network, with its advice.
    pub(crate) fn of_network(error: &GuestError) -> Self {
        let message = error.message();
        match message.split_once("\nhint: ") {
            Some((reason, hint)) => Self::unavailable(reason).hint(hint),
            None => Self::unavailable(message),
        }
    }

    /// The same error without secrets.
    #[must_use]
    pub(crate) fn without(self, secrets: &Secrets) -> Self {
        Self {
            reason: secrets.text(&self.reason).into_owned(),
            hint: self.hint.map(|hint| secrets.text(&hint).into_owned()),
            ..self
        }
    }

    /// The same error with advice.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for RegistryError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)?;
        match &self.hint {
            Some(hint) => write!(formatter, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for RegistryError {}
