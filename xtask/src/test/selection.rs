//! The tests that a command line asks for.

use crate::paths::Paths;

/// The tests with the real engine.
pub(super) const WITH_ENGINE: &str = "engine";
/// The tests with engines of past years.
pub(super) const WITH_OLD_ENGINES: &str = "old_engines";
/// The modules of them that generate SDKs.
const WITH_LANGUAGES: [&str; 2] = ["languages", "schemas"];

/// Which tests were asked for.
pub(super) struct Selection {
    /// Integration tests that were named by their file.
    pub(super) files: Vec<String>,
    /// Parts of names of tests.
    pub(super) names: Vec<String>,
}

impl Selection {
    pub(super) fn of(paths: &Paths, filters: &[String]) -> Self {
        let tests = paths.root.join("tests");
        let is_file = |filter: &String| tests.join(format!("{filter}.rs")).is_file();
        let (files, names) = filters.iter().cloned().partition(is_file);
        Self { files, names }
    }

    /// Whether tests of this file may be among the selected.
    pub(super) fn has_file(&self, name: &str) -> bool {
        self.files.is_empty() || self.files.iter().any(|file| file == name)
    }

    /// Whether a test that generates SDKs may be among the selected: all that is not known to be elsewhere may.
    pub(super) fn needs_languages(&self, paths: &Paths) -> bool {
        let modules = paths.root.join("tests").join(WITH_ENGINE);
        let is_elsewhere = |name: &String| {
            let module = name.split("::").next().unwrap_or_default();
            !WITH_LANGUAGES.contains(&module) && modules.join(format!("{module}.rs")).is_file()
        };
        let is_narrowed = !self.files.is_empty() && !self.names.is_empty();
        self.has_file(WITH_ENGINE) && !(is_narrowed && self.names.iter().all(is_elsewhere))
    }
}
