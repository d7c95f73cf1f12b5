//! Node.js with Pulumi's SDK and the TypeScript compiler, for programs in TypeScript.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::engine_version::pinned_version;
use super::progress::say;
use super::{cached, debian};
use crate::paths::Paths;
use crate::process;

/// The oldest major version that Pulumi's SDK runs on.
const MINIMUM: u32 = 20;

const ELSEWHERE: &str = "Put Node.js 20 or newer with npm on PATH: https://nodejs.org";

/// The folder `node_modules` with the packages that `tests/engine/nodejs/package-lock.json` pins.
pub(crate) fn find_or_install(paths: &Paths) -> Result<PathBuf> {
    let version = pinned_version(&paths.root.join("tests/engine"))?;
    let sources = paths.root.join("tests/engine/nodejs");
    let files = ["package.json", "package-lock.json"];
    let home = cached::directory(
        "nodejs",
        &version.to_string(),
        &files.map(|file| sources.join(file)),
    )?;
    let modules = home.join("node_modules");
    if process::find("node").is_none() || process::find("npm").is_none() {
        debian::install("Node.js", &["nodejs", "npm"], ELSEWHERE)?;
    }
    let found = process::capture(Command::new("node").arg("--version"))?;
    anyhow::ensure!(
        major(&found).is_some_and(|major| major >= MINIMUM),
        "Node.js {found} is too old for Pulumi's SDK.\n{ELSEWHERE}"
    );
    cached::make(
        &home,
        || modules.join("typescript/bin/tsc").is_file(),
        |partial| {
            say(&format!(
                "installing Pulumi's SDK for Node.js into {}",
                home.display()
            ));
            cached::copy(&files, &sources, partial)?;
            process::capture(Command::new("npm").current_dir(partial).args([
                "ci",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
            ]))?;
            Ok(())
        },
    )
    .context("Pulumi's SDK for Node.js could not be installed")?;
    Ok(modules)
}

/// `v20.11.1` → 20.
fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn versions_are_read_as_node_prints_them() {
        assert_eq!(major("v20.11.1"), Some(20));
        assert_eq!(major("nonsense"), None);
    }
}
