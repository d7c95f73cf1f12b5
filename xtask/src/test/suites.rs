//! The commands of the suites.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::selection::{Selection, WITH_ENGINE, WITH_OLD_ENGINES};
use crate::host;
use crate::paths::Paths;
use crate::setup::engine::Engine;

/// The variable by which the integration tests find the programs of the engine.
const ENGINE_VARIABLE: &str = "PULUMI_WASM_TEST_ENGINE";
/// The variable by which the integration tests find the engines of past years.
pub(super) const OLD_ENGINES_VARIABLE: &str = "PULUMI_WASM_TEST_OLD_ENGINES";
/// The variable by which the integration tests find the example components, and those that are made for tests.
const COMPONENTS_VARIABLE: &str = "PULUMI_WASM_TEST_COMPONENTS";
/// The variable by which the test runner takes the number of its threads.
const THREADS_VARIABLE: &str = "RUST_TEST_THREADS";

/// What the tests of the host find by variables of the environment.
pub(super) struct Given<'a> {
    pub(super) engine: &'a Engine,
    pub(super) components: &'a Path,
}

impl Given<'_> {
    fn to(&self, cargo: &mut Command) {
        cargo
            .env(ENGINE_VARIABLE, &self.engine.directory)
            .env(COMPONENTS_VARIABLE, self.components);
    }
}

/// The folders of integration tests of the members, and of the root package.
const FOLDERS: [&str; 4] = [
    "tests",
    "guest-sdk/rust/tests",
    "guest-sdk/rust-testing/tests",
    "guest-sdk/rust-ureq/tests",
];

/// The tests of all members without those that need an engine, as far as they are selected. Many wait until a limit of time is
/// reached, so there is work for three times as many threads as the machine has cores.
pub(super) fn members(
    paths: &Paths,
    given: &Given<'_>,
    selection: &Selection,
) -> Result<Option<Command>> {
    let mut files = selection.files.clone();
    if files.is_empty() {
        for folder in FOLDERS {
            files.extend(files_of_tests(&paths.root.join(folder))?);
        }
    }
    files.retain(|file| ![WITH_ENGINE, WITH_OLD_ENGINES].contains(&file.as_str()));
    if files.is_empty() {
        return Ok(None);
    }
    let mut cargo = cargo_test(&paths.root, &paths.target);
    if selection.files.is_empty() {
        cargo.args(["--lib", "--bins"]);
    }
    cargo.args(files.iter().map(|file| format!("--test={file}")));
    given.to(&mut cargo);
    threads(&mut cargo, |cores| cores * 3);
    Ok(Some(cargo))
}

/// The tests with the real engine. Its commands wait for servers and processes, so there is work for a thread more than
/// the machine has cores.
pub(super) fn engine(paths: &Paths, given: &Given<'_>) -> Command {
    let mut cargo = cargo_test(&paths.root, &paths.target);
    cargo.args(["--test", WITH_ENGINE]);
    given.to(&mut cargo);
    threads(&mut cargo, |cores| cores + 1);
    cargo
}

/// Sets the number of threads by that of the cores, unless the user has set one.
fn threads(cargo: &mut Command, of: impl FnOnce(usize) -> usize) {
    if std::env::var_os(THREADS_VARIABLE).is_none() {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        cargo.env(THREADS_VARIABLE, of(cores).to_string());
    }
}

/// The tests with engines of past years, still without the variable that names them.
pub(super) fn old_engines(paths: &Paths, given: &Given<'_>) -> Command {
    let mut cargo = cargo_test(&paths.root, &paths.target);
    cargo.args(["--test", WITH_OLD_ENGINES]);
    given.to(&mut cargo);
    threads(&mut cargo, |cores| cores * 2);
    cargo
}

/// The tests that need root.
pub(super) fn roots(paths: &Paths) -> Command {
    let mut cargo = cargo_test(&paths.root, &paths.target);
    cargo.args(["--lib", "--test", "plugin"]);
    cargo
}

/// The examples in the documentation of the SDK and the test kit.
pub(super) fn documentation(paths: &Paths) -> Command {
    let mut cargo = cargo_test(&paths.root, &paths.target);
    cargo.arg("--doc");
    cargo
}

/// The examples as programs of this machine. The test kit has the tests of their components: here it would bring the
/// sandbox into a second workspace, which compiles it once more.
pub(super) fn examples(paths: &Paths) -> Command {
    cargo_test(&paths.examples(), &paths.target.join("examples-native"))
}

/// The names of the files of a folder of tests, in order.
fn files_of_tests(folder: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_str().and_then(|name| name.strip_suffix(".rs"));
        found.extend(name.map(str::to_owned));
    }
    found.sort();
    Ok(found)
}

fn cargo_test(workspace: &Path, target: &Path) -> Command {
    let mut cargo = host::development(workspace, target, "test");
    cargo.arg("--no-fail-fast");
    cargo
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                sources(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path.display().to_string(), text));
            }
        }
    }

    /// The suites of the host run its libraries' tests and `tests/`, so no test may stand elsewhere.
    #[test]
    fn the_host_has_no_test_in_a_program_or_in_documentation() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let mut found = Vec::new();
        sources(&root.join("host"), &mut found);
        assert!(found.len() > 100, "the host was not found");
        let is_example = |line: &str| {
            let line = line.trim_start();
            (line.starts_with("///") || line.starts_with("//!")) && line.contains("```")
        };
        for (file, text) in found {
            assert!(
                !text.lines().any(is_example),
                "{file}: an example that does not run"
            );
            let is_program = ["host/main.rs", "host/tool.rs"]
                .iter()
                .any(|end| file.ends_with(end));
            assert!(
                !is_program || !text.contains("cfg(test)"),
                "{file}: tests that do not run"
            );
        }
    }
}
