//! `cargo xtask check`: formatting and lints.

use std::path::Path;

use anyhow::{Result, bail, ensure};
use serde_json::Value;

use crate::host;
use crate::parts::Parts;
use crate::paths::Paths;
use crate::process;

pub(crate) fn run(paths: &Paths) -> Result<()> {
    let root = paths.root.as_path();
    let examples = paths.examples();
    let of_examples = paths.target.join("examples-native");
    let checks: [(_, &dyn Fn() -> Result<()>); 4] = [
        ("formatting", &|| formatting(root, &["--all"])),
        // Without --all, which would take the workspace around it along.
        ("formatting of the examples", &|| formatting(&examples, &[])),
        ("lints, while all is compiled", &|| {
            lints(root, &paths.target)
        }),
        ("lints of the examples", &|| lints(&examples, &of_examples)),
    ];
    let mut parts = Parts::default();
    // All of them run, so that one report has every complaint.
    let complaints: Vec<String> = checks
        .into_iter()
        .filter_map(|(name, check)| parts.time(name, check).err())
        .map(|error| format!("{error:#}"))
        .collect();
    eprint!("check: how long each part took\n{}", parts.table());
    eprintln!("not checked here: Windows and macOS, which `cargo xtask check platforms` does");
    if !complaints.is_empty() {
        bail!("the check failed\n  {}", complaints.join("\n  "));
    }
    Ok(())
}

fn formatting(workspace: &Path, selection: &[&str]) -> Result<()> {
    process::run(
        host::cargo()
            .current_dir(workspace)
            .arg("fmt")
            .args(selection)
            .arg("--check"),
    )
}

/// Compiles all targets of a workspace, as its tests are compiled, with Clippy's lints. Warnings are complaints too: the
/// tests' own commands only show them, so that work that is not done yet can be tried.
fn lints(workspace: &Path, target: &Path) -> Result<()> {
    let mut cargo = host::development(workspace, target, "build");
    cargo.args(["--all-targets", "--message-format=json"]);
    let mut complaints = 0_usize;
    process::run_read(&mut cargo, &mut |line| {
        if let Some(complaint) = complaint(line) {
            eprint!("{complaint}");
            complaints += 1;
        }
    })?;
    ensure!(
        complaints == 0,
        "{complaints} warnings in {}",
        workspace.display()
    );
    Ok(())
}

/// The text of the compiler's message in a line of cargo's, if there is one.
fn complaint(line: &str) -> Option<String> {
    let line: Value = serde_json::from_str(line).ok()?;
    let is_of_compiler = line["reason"] == "compiler-message";
    is_of_compiler.then(|| line["message"]["rendered"].as_str().map(str::to_owned))?
}
