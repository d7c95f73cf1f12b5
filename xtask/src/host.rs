//! Building the two programs of the root package.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::paths::Paths;
use crate::process;

/// The package of the plugin, with both programs.
pub(crate) const PACKAGE: &str = "pulumi-wasm";

pub(crate) use pulumi_wasm_archive::{PLUGIN, TOOL};

pub(crate) struct Programs {
    pub(crate) plugin: PathBuf,
    pub(crate) tool: PathBuf,
}

/// Builds both as they are published.
pub(crate) fn build_release(paths: &Paths) -> Result<Programs> {
    process::run(cargo().current_dir(&paths.root).args([
        "build",
        "--release",
        "--package",
        PACKAGE,
        "--bins",
    ]))?;
    Programs::find(&paths.target.join("release"))
}

/// Builds both as they are published, and the two programs of the benchmark, which use a part of the same crates.
pub(crate) fn build_for_bench(paths: &Paths) -> Result<Programs> {
    process::run(cargo().current_dir(&paths.root).args([
        "build",
        "--release",
        "--package",
        PACKAGE,
        "--package",
        "pulumi-wasm-load",
        "--bins",
    ]))?;
    Programs::find(&paths.target.join("release"))
}

/// Builds both with the units that tests share: see [`development`].
pub(crate) fn build_development(paths: &Paths) -> Result<Programs> {
    let mut cargo = development(&paths.root, &paths.target, "build");
    // With a test among the targets, cargo gives shared crates the features that tests ask for.
    let targets = ["--bin", PLUGIN, "--bin", TOOL, "--test", "plugin"];
    process::run(cargo.args(targets))?;
    Programs::find(&paths.target.join("debug"))
}

/// A command of cargo for a whole workspace in the development profile.
///
/// Lints and tests share all that it compiles. So all members are selected, whatever is wanted of them: a smaller selection
/// has other features, with which shared crates are compiled anew. And members are compiled by Clippy's driver, which lints
/// each before it makes code of it: `cargo clippy` makes no code, so that everything would be compiled twice.
pub(crate) fn development(workspace: &Path, target: &Path, command: &str) -> Command {
    let mut cargo = cargo();
    cargo
        .current_dir(workspace)
        .args([command, "--workspace", "--target-dir"])
        .arg(target)
        .env_remove("CARGO_TARGET_DIR")
        .env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    cargo
}

impl Programs {
    fn find(directory: &Path) -> Result<Self> {
        Self::find_with(directory, env::consts::EXE_SUFFIX)
    }

    /// Finds both in a folder, with the ending that programs of their system have.
    pub(crate) fn find_with(directory: &Path, ending: &str) -> Result<Self> {
        let program = |name: &str| {
            let path = directory.join(format!("{name}{ending}"));
            ensure!(path.is_file(), "cargo built no {}", path.display());
            Ok(path)
        };
        Ok(Self {
            plugin: program(PLUGIN)?,
            tool: program(TOOL)?,
        })
    }
}

/// The cargo that runs this xtask, as if a person had called it.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // `cargo run` tells a program about its package. Build scripts that look at the same variables
    // would run again, and much would be compiled again, whenever one calls cargo by hand.
    for (name, _) in env::vars_os() {
        let is_about_xtask = name.to_str().is_some_and(|name| {
            ["CARGO_PKG_", "CARGO_MANIFEST_"]
                .iter()
                .any(|start| name.starts_with(start))
        });
        if is_about_xtask {
            cargo.env_remove(name);
        }
    }
    cargo
}

/// What Cargo tells of the workspace's packages, without those that they depend on.
pub(crate) fn metadata(paths: &Paths) -> Result<Value> {
    let arguments = ["metadata", "--no-deps", "--format-version", "1"];
    let told = process::capture(cargo().current_dir(&paths.root).args(arguments))?;
    serde_json::from_str(&told).context("the output of `cargo metadata` is not JSON")
}
