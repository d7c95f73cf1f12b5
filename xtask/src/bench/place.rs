//! Where the benchmark makes things.

use std::path::PathBuf;

use crate::paths::Paths;

/// The folder of everything that the benchmark makes.
pub(crate) fn folder(paths: &Paths) -> PathBuf {
    paths.target.join("bench")
}
