//! The tests of the SDKs for Python, TypeScript and Go. They need neither an engine nor components.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::guests;
use crate::parts::Parts;
use crate::paths::Paths;
use crate::process;
use crate::setup;

#[derive(Clone, Copy)]
pub(super) struct ScriptSdk {
    /// The word on the command line that selects its tests.
    pub(super) word: &'static str,
    name: &'static str,
    /// Runs the tests that filters select, or all tests without filters.
    run: fn(&Paths, &[String]) -> Result<()>,
}

pub(super) static SCRIPT_SDKS: [ScriptSdk; 3] = [
    ScriptSdk {
        word: "python",
        name: "the Python SDK",
        run: python,
    },
    ScriptSdk {
        word: "typescript",
        name: "the TypeScript SDK",
        run: typescript,
    },
    ScriptSdk {
        word: "go",
        name: "the Go SDK",
        run: go,
    },
];

/// Runs the tests of SDKs one after the other. Returns a message for each SDK whose tests failed.
pub(super) fn run(
    paths: &Paths,
    sdks: &[ScriptSdk],
    filters: &[String],
    parts: &mut Parts,
) -> Vec<String> {
    let mut failures = Vec::new();
    for sdk in sdks {
        let outcome = parts.time(sdk.name, || (sdk.run)(paths, filters));
        failures.extend(
            outcome
                .err()
                .map(|error| format!("{}: {error:#}", sdk.name)),
        );
    }
    failures
}

/// Runs the tests of the SDK and, without filters, the unit tests that examples bring with them.
fn python(paths: &Paths, filters: &[String]) -> Result<()> {
    let sdk = paths.root.join("guest-sdk/python");
    let run = |filter: Option<&String>| {
        let mut python = unittest(&sdk, "src");
        python.arg("--quiet");
        if let Some(filter) = filter {
            python.args(["-k", filter]);
        }
        process::run_beside(&mut python)
    };
    if filters.is_empty() {
        run(None)?;
        return python_examples(paths);
    }
    // One run for each filter, because the runner does not say which filter selected no test.
    for filter in filters {
        let output = run(Some(filter))?;
        // Since Python 3.12 the runner fails in this case.
        ensure!(
            !output.contains("Ran 0 tests"),
            "the filter `{filter}` selects no test\nhint: a filter is a part of `MODULE.CLASS.test`"
        );
    }
    Ok(())
}

/// Runs the unit tests of each example in Python, as its README says.
fn python_examples(paths: &Paths) -> Result<()> {
    let sdk = paths.root.join("guest-sdk/python/src");
    let search = env::join_paths([sdk.as_path(), Path::new(".")])?;
    let mut count = 0;
    for entry in fs::read_dir(paths.examples().join("python"))? {
        let example = entry?.path();
        let entries = fs::read_dir(example.join("tests"));
        let has_tests = entries.into_iter().flatten().flatten().any(|entry| {
            let name = entry.file_name();
            name.to_string_lossy().starts_with("test_")
        });
        if has_tests {
            let mut python = unittest(&example, &search);
            process::run_beside(python.args(["discover", "tests", "--quiet"]))?;
            count += 1;
        }
    }
    ensure!(count > 0, "no example in Python has a unit test");
    Ok(())
}

/// A run of Python's test runner in a folder. `search` is where Python looks for modules.
fn unittest(folder: &Path, search: impl AsRef<OsStr>) -> Command {
    let mut python = Command::new("python3");
    python
        .current_dir(folder)
        .env("PYTHONPATH", search)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .args(["-m", "unittest"]);
    python
}

/// Runs the tests under Node.js, and checks that the committed library was made of its sources. The runner refuses a filter that
/// selects no test.
fn typescript(paths: &Paths, filters: &[String]) -> Result<()> {
    let stage = guests::typescript_sdk(paths)?;
    let made = paths.target.join("scripts/sdk-typescript-made");
    let mut node = Command::new("node");
    node.current_dir(stage)
        .args(["test/run.mjs", "--made"])
        .arg(made)
        .args(filters);
    process::run_beside(&mut node).map(drop)
}

/// The modules of the SDK for Go, by their folders.
const GO_MODULES: [&str; 4] = ["pkg", "provider", "pulumi", "wasm"];

/// Runs `go test` in each module. A filter is a part of a test's name, and has to select a test in one of the modules.
fn go(paths: &Paths, filters: &[String]) -> Result<()> {
    let program = setup::go::find_or_install(paths)?;
    let run = |filter: Option<&String>| {
        let mut ran = false;
        for module in GO_MODULES {
            let mut go = Command::new(&program);
            go.current_dir(paths.root.join("guest-sdk/go").join(module))
                .env("GOFLAGS", "-buildvcs=false")
                .env("GOWORK", "off")
                .args(["test", "./..."]);
            if let Some(filter) = filter {
                go.args(["-v", "-run", filter]);
            }
            ran |= process::run_beside(&mut go)?.contains("--- PASS");
        }
        anyhow::Ok(ran)
    };
    if filters.is_empty() {
        return run(None).map(drop);
    }
    for filter in filters {
        ensure!(
            run(Some(filter))?,
            "the filter `{filter}` selects no test\nhint: a filter is a part of the name of a test function"
        );
    }
    Ok(())
}
