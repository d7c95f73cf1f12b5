//! The place of a setting, for messages.

use std::fmt;
use std::path::PathBuf;

/// The place of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SettingLocation {
    /// The keys that lead to it.
    pub(super) key: String,
    pub(super) file: PathBuf,
    pub(super) line: u64,
}

impl fmt::Display for SettingLocation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "`{}` in the operator's file `{}`, line {}",
            self.key,
            self.file.display(),
            self.line
        )
    }
}
