//! The tests that a command line selects.

use super::script_sdks::{SCRIPT_SDKS, ScriptSdk};
use crate::paths::Paths;

/// The file of tests with the real engine.
pub(super) const ENGINE: &str = "engine";
/// The file of tests with engines of past years.
pub(super) const OLD_ENGINES: &str = "old_engines";
/// The file of tests with Terraform and OpenTofu.
pub(super) const TERRAFORM: &str = "terraform";

pub(super) struct Selection {
    /// The named SDKs for Python, TypeScript and Go.
    pub(super) script_sdks: Vec<ScriptSdk>,
    /// The named files of `tests/`, without `.rs`.
    pub(super) files: Vec<String>,
    /// Parts of names of tests.
    pub(super) names: Vec<String>,
}

impl Selection {
    pub(super) fn of(paths: &Paths, filters: &[String]) -> Self {
        let tests = paths.root.join("tests");
        let mut selection = Self {
            script_sdks: Vec::new(),
            files: Vec::new(),
            names: Vec::new(),
        };
        for filter in filters {
            if let Some(sdk) = SCRIPT_SDKS.iter().find(|sdk| sdk.word == filter) {
                selection.script_sdks.push(*sdk);
            } else if tests.join(format!("{filter}.rs")).is_file() {
                selection.files.push(filter.clone());
            } else {
                selection.names.push(filter.clone());
            }
        }
        selection
    }

    /// Whether tests of this file may be selected.
    pub(super) fn has_file(&self, name: &str) -> bool {
        self.files.is_empty() || self.files.iter().any(|file| file == name)
    }
}
