//! The tests of the SDKs for script languages.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::paths::Paths;
use crate::process;
use crate::script;

/// An SDK for a script language.
pub(super) struct ScriptSdk {
    /// The word that selects its tests.
    pub(super) word: &'static str,
    /// What messages call it.
    name: &'static str,
    /// Runs the tests that filters select, or all without filters.
    run: fn(&Paths, &[String]) -> Result<()>,
}

pub(super) static SCRIPT_SDKS: [ScriptSdk; 2] = [
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
];

/// Runs the tests of SDKs for script languages, one language after the other; each with its time. They wait for nothing and measure no
/// time, so that they can run beside other tests.
pub(super) fn run<'a>(
    paths: &Paths,
    sdks: impl IntoIterator<Item = &'a ScriptSdk>,
    filters: &[String],
) -> Vec<(&'static str, Duration, Result<()>)> {
    let run = |sdk: &ScriptSdk| {
        let began = Instant::now();
        let outcome = (sdk.run)(paths, filters);
        (sdk.name, began.elapsed(), outcome)
    };
    sdks.into_iter().map(run).collect()
}

/// The tests of the Python SDK, which need nothing but Python.
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
    // One after the other, because the runner does not say which filter selected nothing.
    for filter in filters {
        let output = run(Some(filter))?;
        // Since Python 3.12 the runner fails by itself.
        ensure!(
            !output.contains("Ran 0 tests"),
            "the filter `{filter}` selects no test\nhint: a filter is a part of `MODULE.CLASS.test`"
        );
    }
    Ok(())
}

/// The tests of the TypeScript SDK under Node.js, and whether what is committed was made of its sources. Its runner refuses a
/// filter that selects no test.
fn typescript(paths: &Paths, filters: &[String]) -> Result<()> {
    let stage = script::typescript_sdk(paths)?;
    let made = paths.target.join("scripts/sdk-typescript-made");
    let mut node = Command::new("node");
    node.current_dir(stage)
        .args(["test/run.mjs", "--made"])
        .arg(made)
        .args(filters);
    process::run_beside(&mut node).map(drop)
}
