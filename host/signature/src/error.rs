//! Why a key or a bundle is of no use, in words for people.

use std::fmt;

use pulumi_wasm_core::text::on_one_line;

/// The reason, and advice. Nothing of a private key is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignatureError {
    pub reason: String,
    pub hint: Option<String>,
}

impl SignatureError {
    /// An error without advice.
    pub(crate) fn new(reason: impl AsRef<str>) -> Self {
        Self {
            reason: on_one_line(reason.as_ref()).into_owned(),
            hint: None,
        }
    }

    /// The same error with advice.
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
