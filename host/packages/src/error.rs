//! Why a package cannot be loaded, in words for the person who typed the command.

use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::manifest::Unreadable;
use pulumi_wasm_core::text::on_one_line;

/// The error, and advice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    pub reason: String,
    pub hint: Option<String>,
    /// Whether a server has other bytes than the recorded digest names.
    pub is_replaced: bool,
}

impl SourceError {
    /// An error without advice.
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
            hint: None,
            is_replaced: false,
        }
    }

    /// Adds a hint to the error.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// An error of a call that asked a component about itself.
    #[must_use]
    pub fn from_call(file: &str, error: &CallError) -> Self {
        Self {
            reason: format!("`{}` cannot be used: {error}", on_one_line(file)),
            hint: error.hint(),
            is_replaced: false,
        }
    }
}

impl From<Unreadable> for SourceError {
    fn from(error: Unreadable) -> Self {
        Self {
            reason: error.reason,
            hint: Some(error.hint),
            is_replaced: false,
        }
    }
}

impl std::fmt::Display for SourceError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.reason)?;
        match &self.hint {
            Some(hint) => write!(formatter, "\nhint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for SourceError {}
