//! Errors of registries, as messages.

use std::fmt;

use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::text::on_one_line;

/// The advice for an answer that no registry gives for a component.
pub(crate) const ADDRESS_HINT: &str = "look at the address: `oci://HOST/REPOSITORY:TAG`";

/// Why a request to a registry failed, with a hint. Texts from the server are checked first, so that the error
/// contains no secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegistryError {
    pub reason: String,
    pub hint: Option<String>,
    /// Whether the registry was unreachable or overloaded, so that a later attempt may succeed.
    pub is_unavailable: bool,
    /// Whether the registry does not have the requested content.
    pub is_missing: bool,
    /// Whether the server has other bytes than the recorded digest names.
    pub is_replaced: bool,
}

impl RegistryError {
    /// An error without a hint.
    #[must_use]
    pub fn new(reason: impl AsRef<str>) -> Self {
        Self {
            reason: on_one_line(reason.as_ref()).into_owned(),
            hint: None,
            is_unavailable: false,
            is_missing: false,
            is_replaced: false,
        }
    }

    /// An error that a later attempt may not meet.
    pub(crate) fn unavailable(reason: impl AsRef<str>) -> Self {
        Self {
            is_unavailable: true,
            ..Self::new(reason)
        }
    }

    /// Converts an error of the network, with its hint.
    pub(crate) fn of_network(error: &GuestError) -> Self {
        let message = error.message();
        match message.split_once("\nhint: ") {
            Some((reason, hint)) => Self::unavailable(reason).hint(hint),
            None => Self::unavailable(message).hint("check the address, the network and the proxy"),
        }
    }

    /// Redacts secrets in the error.
    #[must_use]
    pub(crate) fn without(self, secrets: &Secrets) -> Self {
        Self {
            reason: secrets.text(&self.reason).into_owned(),
            hint: self.hint.map(|hint| secrets.text(&hint).into_owned()),
            ..self
        }
    }

    /// Adds a hint to the error.
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
