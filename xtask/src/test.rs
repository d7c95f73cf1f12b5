//! `cargo xtask test`: every test, with everything that the tests need.

use anyhow::{Result, bail};

use crate::guest;
use crate::host::{self, Profile};
use crate::paths::Paths;
use crate::process;
use crate::setup::{engine, guest_toolchain, servers};

/// Where the integration tests find the programs of the engine.
const ENGINE_VARIABLE: &str = "PULUMI_WASM_TEST_ENGINE";
/// Where the integration tests find the example components.
const COMPONENTS_VARIABLE: &str = "PULUMI_WASM_TEST_COMPONENTS";

pub(crate) fn run(paths: &Paths, filters: &[String]) -> Result<()> {
    let toolchain = guest_toolchain::find_or_install()?;
    servers::find_or_install()?;
    let engine = engine::find_or_build(paths)?;
    eprintln!("test: the Pulumi engine is {engine}");

    let programs = host::build(paths, Profile::Development)?;
    let components = paths.target.join("components-dev");
    guest::build(paths, &toolchain, &programs, &[], &components)?;

    // Both suites run, so that one report has every failure.
    let selection = Selection::of(paths, filters);
    let mut workspace = host::cargo();
    workspace
        .current_dir(&paths.root)
        .args(["test", "--workspace", "--no-fail-fast"])
        .args(selection.arguments())
        .env(ENGINE_VARIABLE, &engine.directory)
        .env(COMPONENTS_VARIABLE, &components);
    let mut examples = host::cargo();
    examples
        .current_dir(paths.examples())
        .args(["test", "--workspace", "--no-fail-fast", "--target-dir"])
        .arg(paths.target.join("examples-native"))
        .arg("--")
        .args(&selection.names)
        .env_remove("CARGO_TARGET_DIR");

    let mut failures = Vec::new();
    for (name, command) in [("workspace", &mut workspace), ("examples", &mut examples)] {
        if name == "examples" && !selection.files.is_empty() {
            continue;
        }
        eprintln!("test: the {name}");
        if let Err(error) = process::run(command) {
            failures.push(format!("{name}: {error:#}"));
        }
    }
    if !failures.is_empty() {
        bail!("tests failed\n  {}", failures.join("\n  "));
    }
    Ok(())
}

/// Which tests were asked for.
struct Selection {
    /// Integration tests that were named by their file.
    files: Vec<String>,
    /// Parts of names of tests.
    names: Vec<String>,
}

impl Selection {
    fn of(paths: &Paths, filters: &[String]) -> Self {
        let is_file = |filter: &String| {
            paths
                .root
                .join("tests")
                .join(format!("{filter}.rs"))
                .is_file()
        };
        let (files, names) = filters.iter().cloned().partition(is_file);
        Self { files, names }
    }

    fn arguments(&self) -> Vec<String> {
        let mut arguments: Vec<String> = self
            .files
            .iter()
            .flat_map(|file| ["--test".to_owned(), file.clone()])
            .collect();
        if !self.names.is_empty() {
            arguments.push("--".to_owned());
            arguments.extend(self.names.iter().cloned());
        }
        arguments
    }
}
