//! A case and where it stands.

use std::path::PathBuf;

use super::format::Case;

/// A case, and its place.
pub(super) struct LocatedCase {
    /// For the report.
    pub(super) file: PathBuf,
    /// The folder of relative paths in it.
    pub(super) folder: PathBuf,
    pub(super) title: String,
    pub(super) case: Case,
    /// Whether its inputs are made of the schema, in a project without cases.
    pub(super) is_generated: bool,
}
