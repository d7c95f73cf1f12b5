//! What one of the operator's files says, or why it cannot be used.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pulumi_wasm_registry::Forge;

use super::mirror::MirrorRule;
use super::setting_location::SettingLocation;
use crate::SourceError;

/// What one file says.
#[derive(Debug, Clone, Default)]
pub(super) struct FileSources {
    pub(super) file: PathBuf,
    /// The longest prefix first.
    pub(super) mirrors: Vec<MirrorRule>,
    /// Absolute.
    pub(super) folders: Vec<PathBuf>,
    pub(super) registries: BTreeMap<String, RegistryRules>,
    pub(super) offline: Option<(bool, SettingLocation)>,
}

/// How one server is asked.
#[derive(Debug, Clone, Default)]
pub(super) struct RegistryRules {
    /// Certificates of authorities, in PEM, which were looked at.
    pub(super) authorities: Option<Arc<[u8]>>,
    /// Whether it is asked by http, if the operator says.
    pub(super) plain_http: Option<bool>,
    /// The forge whose token the server may get, if the file says so.
    pub(super) token: Option<Forge>,
}

/// A file that cannot be used.
pub(super) fn unusable(
    file: &Path,
    line: Option<u64>,
    reason: &str,
    hint: impl Into<String>,
) -> SourceError {
    let line = line.map(|line| format!(", line {line},"));
    SourceError::new(format!(
        "the operator's file `{}`{} cannot be used: {reason}",
        file.display(),
        line.unwrap_or_default()
    ))
    .hint(hint)
}
