//! The tests of the SDKs for Python, TypeScript and Go. They need neither an engine nor components.

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

fn python(paths: &Paths, filters: &[String]) -> Result<()> {
    let run = |filter: Option<&String>| {
        let mut python = Command::new("python3");
        python
            .current_dir(paths.root.join("guest-sdk/python"))
            .env("PYTHONPATH", "src")
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .args(["-m", "unittest", "--quiet"]);
        if let Some(filter) = filter {
            python.args(["-k", filter]);
        }
        process::run_beside(&mut python)
    };
    if filters.is_empty() {
        return run(None).map(drop);
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
