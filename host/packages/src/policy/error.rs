//! A policy that cannot be used.

use std::path::PathBuf;

/// A policy that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the operator's policy `{}`{} cannot be used: {reason}", .file.display(), .line.map(|line| format!(", line {line},")).unwrap_or_default())]
pub struct PolicyError {
    pub file: PathBuf,
    pub line: Option<u64>,
    pub reason: String,
    /// The next step of the user.
    pub hint: String,
}
