//! `cargo xtask check`: formatting, lints, the picture of the crates, and other systems where that is cheap.

use std::path::Path;

use anyhow::{Result, bail, ensure};
use serde_json::Value;

use crate::host;
use crate::parts::Parts;
use crate::paths::Paths;
use crate::{picture, platforms, process};

pub(crate) fn run(paths: &Paths) -> Result<()> {
    let root = paths.root.as_path();
    let examples = paths.examples();
    let of_examples = paths.target.join("examples-native");
    let checks: [(_, &dyn Fn() -> Result<()>); 5] = [
        ("formatting", &|| formatting(root, &["--all"])),
        // Without --all, which would take the workspace around it along.
        ("formatting of the examples", &|| formatting(&examples, &[])),
        ("picture of the crates", &|| picture::check(paths)),
        ("lints, while all is compiled", &|| {
            lints(root, &paths.target)
        }),
        ("lints of the examples", &|| lints(&examples, &of_examples)),
    ];
    let mut parts = Parts::default();
    // All of them run, so that one report has every complaint.
    let mut complaints = Vec::new();
    for (name, check) in checks {
        complaints.extend(parts.time(name, check).err());
    }
    let (installed, missing): (Vec<_>, Vec<_>) = platforms::TARGETS
        .into_iter()
        .partition(|target| platforms::is_installed(target));
    for target in installed {
        let check = || platforms::check_installed(paths, target);
        complaints.extend(parts.time(target, check).err());
    }
    eprint!("check: how long each part took\n{}", parts.table());
    for target in missing {
        eprintln!(
            "not checked for {target}, whose standard library is not installed: `cargo xtask check platforms`"
        );
    }
    if !complaints.is_empty() {
        let complaints: Vec<String> = complaints
            .iter()
            .map(|error| format!("{error:#}"))
            .collect();
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
