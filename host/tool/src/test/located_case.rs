//! A case and where it stands.

use std::path::{Path, PathBuf};

use anyhow::Context;

use super::format::Case;
use crate::named_files::NamedFiles;

/// A case, and its place.
pub(super) struct LocatedCase {
    /// For the report.
    pub(super) file: PathBuf,
    /// The files that it may name.
    pub(super) files: NamedFiles,
    pub(super) title: String,
    pub(super) case: Case,
    /// Whether its inputs are made of the schema, in a project without cases.
    pub(super) is_generated: bool,
}

impl LocatedCase {
    /// The file of a recording that the case names. It is read, and removed when it is made anew, so it is one of the project.
    ///
    /// # Errors
    /// When it leads out of the project.
    pub(super) fn recording(&self, named: &Path) -> anyhow::Result<PathBuf> {
        let file = self.files.path(&named.to_string_lossy());
        file.context("`replay`")
    }
}
