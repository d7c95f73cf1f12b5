//! The tests that a command line selects.

use super::script_sdks::{SCRIPT_SDKS, ScriptSdk};
use crate::paths::Paths;

/// The suites that start the plugin or the tool without an engine.
pub(super) const PLUGIN: [&str; 4] = ["plugin", "packages", "hostile", "tool"];
/// The suite of tests with the real engine.
pub(super) const ENGINE: &str = "engine";
/// The suite of tests with engines of past years.
pub(super) const OLD_ENGINES: &str = "old_engines";
/// The suite of tests with Terraform and OpenTofu.
pub(super) const TERRAFORM: &str = "terraform";

pub(super) struct Selection {
    /// The named SDKs for Python, TypeScript and Go.
    pub(super) script_sdks: Vec<ScriptSdk>,
    /// The named suites: files of `tests/`, without `.rs`, and folders with a `main.rs`.
    pub(super) suites: Vec<String>,
    /// Parts of names of tests.
    pub(super) names: Vec<String>,
}

impl Selection {
    pub(super) fn of(paths: &Paths, filters: &[String]) -> Self {
        let tests = paths.root.join("tests");
        let mut selection = Self {
            script_sdks: Vec::new(),
            suites: Vec::new(),
            names: Vec::new(),
        };
        for filter in filters {
            if let Some(sdk) = SCRIPT_SDKS.iter().find(|sdk| sdk.word == filter) {
                selection.script_sdks.push(*sdk);
            } else if tests.join(format!("{filter}.rs")).is_file()
                || tests.join(filter).join("main.rs").is_file()
            {
                selection.suites.push(filter.clone());
            } else {
                selection.names.push(filter.clone());
            }
        }
        selection
    }

    /// Whether tests of this suite may be selected.
    pub(super) fn has_suite(&self, name: &str) -> bool {
        self.suites.is_empty() || self.suites.iter().any(|suite| suite == name)
    }
}
