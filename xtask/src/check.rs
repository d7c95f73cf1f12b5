//! `cargo xtask check`: formatting and lints.

use std::path::Path;

use anyhow::{Result, bail};

use crate::host;
use crate::paths::Paths;
use crate::process;

pub(crate) fn run(paths: &Paths) -> Result<()> {
    let root = paths.root.as_path();
    let examples = paths.examples();
    // All of them run, so that one report has every complaint.
    let complaints: Vec<String> = [
        formatting(root, &["--all"]),
        // Without --all, which would take the workspace around it along.
        formatting(&examples, &[]),
        lints(root, &paths.target, &["--package", host::PACKAGE]),
        lints(
            root,
            &paths.target,
            &["--workspace", "--exclude", host::PACKAGE],
        ),
        lints(
            &examples,
            &paths.target.join("examples-native"),
            &["--workspace"],
        ),
    ]
    .into_iter()
    .filter_map(Result::err)
    .map(|error| format!("{error:#}"))
    .collect();
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
