//! Why a key or a bundle cannot be used, as a message.

use std::fmt;

use pulumi_wasm_core::text::on_one_line;

/// The reason, with an optional hint. It never quotes a private key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureError {
    pub reason: String,
    pub hint: Option<String>,
}

impl SignatureError {
    /// An error without a hint.
    pub(crate) fn new(reason: impl AsRef<str>) -> Self {
        Self {
            reason: on_one_line(reason.as_ref()).into_owned(),
            hint: None,
        }
    }

    /// Adds a hint to the error.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for SignatureError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)?;
        match &self.hint {
            Some(hint) => write!(formatter, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SignatureError {}
