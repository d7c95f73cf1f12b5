//! The tests that a command line asks for.

use std::fs;

use anyhow::Result;

use super::script_sdks::{SCRIPT_SDKS, ScriptSdk};
use crate::paths::Paths;

/// The tests with the real engine.
pub(super) const WITH_ENGINE: &str = "engine";
/// The tests with engines of past years.
pub(super) const WITH_OLD_ENGINES: &str = "old_engines";
/// The parts of the tests' support that a module with generated SDKs uses.
const WITH_LANGUAGES: [&str; 2] = ["support::inline", "support::sdks"];

/// Which tests were asked for.
pub(super) struct Selection {
    /// SDKs for script languages that were named.
    pub(super) script_sdks: Vec<&'static ScriptSdk>,
    /// Integration tests that were named by their file.
    pub(super) files: Vec<String>,
    /// Parts of names of tests.
    pub(super) names: Vec<String>,
}

impl Selection {
    pub(super) fn of(paths: &Paths, filters: &[String]) -> Self {
        let tests = paths.root.join("tests");
        let is_file = |filter: &String| tests.join(format!("{filter}.rs")).is_file();
        let named = |filter: &String| SCRIPT_SDKS.iter().find(|sdk| sdk.word == filter);
        let script_sdks = filters.iter().filter_map(named).collect();
        let others = filters.iter().filter(|filter| named(filter).is_none());
        let (files, names) = others.cloned().partition(is_file);
        Self {
            script_sdks,
            files,
            names,
        }
    }

    /// Whether tests of this file may be among the selected.
    pub(super) fn has_file(&self, name: &str) -> bool {
        self.files.is_empty() || self.files.iter().any(|file| file == name)
    }

    /// Whether a test with an engine of a past year is among the selected. Those are built for it, so the names of all such
    /// tests are compared.
    pub(super) fn needs_old_engines(&self, paths: &Paths) -> Result<bool> {
        if self.names.is_empty() || !self.has_file(WITH_OLD_ENGINES) {
            return Ok(self.has_file(WITH_OLD_ENGINES));
        }
        let folder = paths.root.join("tests").join(WITH_OLD_ENGINES);
        let mut tests = Vec::new();
        for entry in fs::read_dir(&folder)? {
            let file = entry?.path();
            let module = file.file_stem().and_then(|name| name.to_str());
            if let (Some(module), true) = (module, file.is_file()) {
                tests.extend(tests_in(module, &fs::read_to_string(&file)?));
            }
        }
        let is_meant = |test: &String| self.names.iter().any(|name| test.contains(name));
        Ok(tests.iter().any(is_meant))
    }

    /// Whether a test that generates SDKs may be among the selected: all that is not known to be elsewhere may.
    pub(super) fn needs_languages(&self, paths: &Paths) -> bool {
        let modules = paths.root.join("tests").join(WITH_ENGINE);
        let is_elsewhere = |name: &String| {
            let module = name.split("::").next().unwrap_or_default();
            let text = fs::read_to_string(modules.join(format!("{module}.rs")));
            text.is_ok_and(|text| !WITH_LANGUAGES.iter().any(|part| text.contains(part)))
        };
        let is_narrowed = !self.files.is_empty() && !self.names.is_empty();
        self.has_file(WITH_ENGINE) && !(is_narrowed && self.names.iter().all(is_elsewhere))
    }
}

/// The names of the tests in a file, as the test runner has them.
fn tests_in(module: &str, text: &str) -> Vec<String> {
    let mut tests = Vec::new();
    let mut is_test = false;
    for line in text.lines() {
        is_test |= line == "#[test]";
        let name = line
            .strip_prefix("fn ")
            .and_then(|rest| rest.split('(').next());
        if let Some(name) = name {
            if is_test {
                tests.push(format!("{module}::{name}"));
            }
            is_test = false;
        }
    }
    tests
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(filters: &[&str]) -> bool {
        let paths = Paths::find().unwrap();
        let filters: Vec<String> = filters.iter().map(|&filter| filter.to_owned()).collect();
        let selection = Selection::of(&paths, &filters);
        selection.needs_old_engines(&paths).unwrap()
    }

    #[test]
    fn old_engines_are_built_for_the_tests_with_them_alone() {
        for filters in [
            &[][..],
            &["old_engines"],
            &["old_engines", "v0_17_28"],
            &["random::random_lives_under"],
            &["nothing_else", "powerdns_lives_under_v0_17_28"],
        ] {
            assert!(needed(filters), "{filters:?}");
        }
        for filters in [
            &["launch::bundle"][..],
            &["plugin"],
            &["engine", "random_lives_under"],
            &["old_engines", "no_such_test"],
            &["lives("],
        ] {
            assert!(!needed(filters), "{filters:?}");
        }
    }

    #[test]
    fn languages_are_set_up_for_what_may_use_them() {
        let needed = |filters: &[&str]| {
            let filters: Vec<String> = filters.iter().map(|&filter| filter.to_owned()).collect();
            let paths = Paths::find().unwrap();
            Selection::of(&paths, &filters).needs_languages(&paths)
        };
        for filters in [
            &[][..],
            &["engine"],
            &["engine", "languages::"],
            &["engine", "registry::"],
            &["engine", "component::methods"],
            &["engine", "hello::", "schemas::"],
            &["engine", "a_test_by_its_name"],
        ] {
            assert!(needed(filters), "{filters:?}");
        }
        for filters in [&["engine", "hello::"][..], &["plugin"]] {
            assert!(!needed(filters), "{filters:?}");
        }
    }

    #[test]
    fn an_sdk_is_named_by_its_language_and_the_rest_are_filters() {
        let selected = |filters: &[&str]| {
            let filters: Vec<String> = filters.iter().map(|&filter| filter.to_owned()).collect();
            let selection = Selection::of(&Paths::find().unwrap(), &filters);
            let words: Vec<&str> = selection.script_sdks.iter().map(|sdk| sdk.word).collect();
            (words.join(" "), selection.files, selection.names)
        };
        let none = Vec::<String>::new;
        for (filters, words, names) in [
            (&["typescript"][..], "typescript", none()),
            (
                &["typescript", "wire::"],
                "typescript",
                vec!["wire::".to_owned()],
            ),
            (&["python", "typescript"], "python typescript", none()),
            (&["python::"], "", vec!["python::".to_owned()]),
        ] {
            assert_eq!(selected(filters), (words.to_owned(), none(), names));
        }
        assert_eq!(selected(&["python", "plugin"]).1, ["plugin"]);
    }

    #[test]
    fn tests_are_found_behind_their_attributes() {
        let text = "fn lives(age: Age) {\n}\n\n#[test]\n#[ignore]\nfn one() {\n}\n\nfn two() {}\n";
        assert_eq!(tests_in("random", text), ["random::one"]);
    }
}
