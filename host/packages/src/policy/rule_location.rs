//! The place of a rule, for messages.

use std::fmt;
use std::path::PathBuf;

/// The place of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleLocation {
    /// The keys that lead to it, as in `network.allow`.
    pub(super) key: String,
    pub(super) file: PathBuf,
    pub(super) line: u64,
}

impl fmt::Display for RuleLocation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "`{}` in the operator's policy `{}`, line {}",
            self.key,
            self.file.display(),
            self.line
        )
    }
}
