//! `cargo xtask check`: formatting and lints.

use std::path::Path;

use anyhow::{Result, bail};

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
        // All members at once: two selections would have shared crates checked twice, with other features.
        ("lints", &|| lints(root, &paths.target, &["--workspace"])),
        ("lints of the examples", &|| {
            lints(&examples, &of_examples, &["--workspace"])
        }),
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

fn lints(workspace: &Path, target: &Path, packages: &[&str]) -> Result<()> {
    process::run(
        host::cargo()
            .current_dir(workspace)
            .arg("clippy")
            .args(packages)
            .args(["--all-targets", "--target-dir"])
            .arg(target)
            .env_remove("CARGO_TARGET_DIR")
            .args(["--", "-D", "warnings"]),
    )
}
