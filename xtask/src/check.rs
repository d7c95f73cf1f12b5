//! `cargo xtask check`: formatting, lints, workflows, and the systems that this machine does not run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail, ensure};
use serde_json::Value;

use crate::parts::Parts;
use crate::paths::Paths;
use crate::setup::{actionlint, debian};
use crate::standard_library::Library;
use crate::{book, host, process};

/// The targets that the compiler checks without linking.
const TARGETS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];
/// The C compiler for these targets, from the root of the repository. It writes empty objects, because C code of
/// dependencies would need the headers of the system.
const C_COMPILER: &str = "xtask/tools/empty-objects";
/// The program that makes import libraries of Windows. The compiler starts it for crates that call Windows.
const IMPORT_LIBRARIES: &str = "x86_64-w64-mingw32-dlltool";

/// The workflow of new projects, and the workflow of the example that is written as its author publishes it.
const OTHER_WORKFLOWS: [&str; 2] = [
    "host/tool/src/templates/workflow.yml",
    "examples/python/etcd/.github/workflows/provider.yml",
];

/// Checks formatting and lints, and the targets whose compiled standard library is installed.
pub(crate) fn run(paths: &Paths) -> Result<()> {
    let root = paths.root.as_path();
    let examples = paths.examples();
    let target_of_examples = paths.target.join("examples-native");
    let site = book::workspace(paths);
    let checks: [(_, &dyn Fn() -> Result<()>); 7] = [
        ("formatting", &|| formatting(root, &["--all"])),
        // Without --all, which would include the workspace around it.
        ("formatting of the examples", &|| formatting(&examples, &[])),
        ("formatting of the site's program", &|| {
            formatting(&site, &[])
        }),
        ("workflows", &|| workflows(paths)),
        ("lints, while all is compiled", &|| {
            lints(root, &paths.target)
        }),
        ("lints of the examples", &|| {
            lints(&examples, &target_of_examples)
        }),
        ("lints of the site's program", &|| {
            lints(&site, &book::target(paths))
        }),
    ];
    let mut parts = Parts::start();
    // All of them run, so that one report has every complaint.
    let mut complaints = Vec::new();
    for (name, check) in checks {
        complaints.extend(parts.time(name, check).err());
    }
    for target in TARGETS {
        match Library::find(target) {
            Ok(library) if library == Library::Installed => {
                let check = || check_target(paths, target, &library);
                complaints.extend(parts.time(target, check).err());
            }
            _ => eprintln!(
                "not checked for {target}, whose standard library is not installed: `cargo xtask check platforms`"
            ),
        }
    }
    report("check", &parts, &complaints)
}

/// `cargo xtask check platforms`: checks each target, with a standard library from sources if necessary.
pub(crate) fn platforms(paths: &Paths) -> Result<()> {
    let mut parts = Parts::start();
    let mut complaints = Vec::new();
    for target in TARGETS {
        match Library::find(target) {
            Ok(library) => {
                let check = || check_target(paths, target, &library);
                complaints.extend(parts.time(target, check).err());
            }
            Err(error) => eprintln!("not checked for {target}: {error}"),
        }
    }
    report("check platforms", &parts, &complaints)
}

fn report(name: &str, parts: &Parts, complaints: &[anyhow::Error]) -> Result<()> {
    eprint!("{name}: how long each part took\n{}", parts.table());
    if complaints.is_empty() {
        return Ok(());
    }
    let complaints: Vec<String> = complaints
        .iter()
        .map(|error| format!("{error:#}"))
        .collect();
    bail!("the check failed\n  {}", complaints.join("\n  "))
}

fn formatting(workspace: &Path, selection: &[&str]) -> Result<()> {
    let mut cargo = host::cargo();
    cargo.current_dir(workspace).arg("fmt").args(selection);
    process::run(cargo.arg("--check"))
}

/// Checks the workflows of this repository, of new projects and of the example.
fn workflows(paths: &Paths) -> Result<()> {
    let mut files: Vec<PathBuf> = OTHER_WORKFLOWS.map(|file| paths.root.join(file)).into();
    for entry in fs::read_dir(paths.root.join(".github/workflows"))? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension().is_some_and(|ending| ending == "yml"));
    let mut actionlint = Command::new(actionlint::find_or_build(paths)?);
    // These two programs may be missing on a machine; without them the result is the same everywhere.
    actionlint.args(["-shellcheck=", "-pyflakes="]).args(files);
    process::run(&mut actionlint)
}

/// Compiles all targets of a workspace with Clippy's lints, in the way in which its tests are compiled. Warnings are errors
/// here; the tests only print them, so that unfinished work can be tried.
fn lints(workspace: &Path, target: &Path) -> Result<()> {
    let mut cargo = host::development(workspace, target, "build");
    cargo.args(["--all-targets", "--message-format=json"]);
    let mut warnings = 0_usize;
    process::run_lines(&mut cargo, &mut |line| {
        if let Some(message) = compiler_message(line) {
            eprint!("{message}");
            warnings += 1;
        }
    })?;
    ensure!(
        warnings == 0,
        "{warnings} warnings in {}",
        workspace.display()
    );
    Ok(())
}

/// The text of the compiler's message in a line of cargo's JSON.
fn compiler_message(line: &str) -> Option<String> {
    let line: Value = serde_json::from_str(line).ok()?;
    let is_message = line["reason"] == "compiler-message";
    is_message.then(|| line["message"]["rendered"].as_str().map(str::to_owned))?
}

fn check_target(paths: &Paths, target: &str, library: &Library) -> Result<()> {
    let mut import_libraries = Command::new(IMPORT_LIBRARIES);
    if target.contains("windows") && process::capture(import_libraries.arg("--version")).is_err() {
        let elsewhere = format!("hint: install {IMPORT_LIBRARIES}, a part of MinGW's binutils");
        let packages = ["binutils-mingw-w64-x86-64"];
        debian::install(IMPORT_LIBRARIES, &packages, &elsewhere)?;
    }
    process::run(&mut check_of(paths, target, library))
}

/// A check of both programs for a target. Nothing is linked.
fn check_of(paths: &Paths, target: &str, library: &Library) -> Command {
    let mut cargo = host::cargo();
    cargo
        .current_dir(&paths.root)
        .args(["check", "--package", host::PACKAGE, "--bins"])
        .args(["--target", target, "--target-dir"])
        .arg(paths.target.join("platforms"))
        .env_remove("CARGO_TARGET_DIR");
    library.apply(&mut cargo, "std,panic_abort");
    let suffix = target.replace('-', "_");
    cargo
        .env(format!("CC_{suffix}"), paths.root.join(C_COMPILER))
        .env(format!("AR_{suffix}"), "ar");
    if target.contains("apple") {
        // Otherwise build scripts ask Apple's tools for the SDK.
        cargo.env("SDKROOT", "/");
    }
    cargo
}
