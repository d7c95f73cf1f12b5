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

/// Builds both as they are published, and the programs of other packages together with them.
pub(crate) fn build_release(paths: &Paths, others: &[&str]) -> Result<Programs> {
    let mut cargo = cargo();
    cargo
        .current_dir(&paths.root)
        .args(["build", "--release", "--bins"]);
    for package in std::iter::once(&PACKAGE).chain(others) {
        cargo.args(["--package", package]);
    }
    process::run(&mut cargo)?;
    Programs::find(&paths.target.join("release"), "")
}

/// Builds both in the development profile, and nothing else. They are built once, so files for later builds would only take time.
pub(crate) fn build_quickly(paths: &Paths) -> Result<Programs> {
    let mut cargo = cargo();
    cargo
        .current_dir(&paths.root)
        .args(["build", "--bins", "--package", PACKAGE])
        .env("CARGO_INCREMENTAL", "0");
    process::run(&mut cargo)?;
    Programs::find(&paths.target.join("debug"), "")
}

/// Builds both with the units that tests share: see [`development`].
pub(crate) fn build_development(paths: &Paths) -> Result<Programs> {
    let mut cargo = development(&paths.root, &paths.target, "build");
    // With a test among the targets, cargo gives shared crates the features that tests require.
    let targets = ["--bin", PLUGIN, "--bin", TOOL, "--test", "plugin"];
    process::run(cargo.args(targets))?;
    Programs::find(&paths.target.join("debug"), "")
}

/// A command of cargo for a whole workspace in the development profile.
///
/// Lints and tests share all compiled units. So every command selects all members: a smaller selection has other features,
/// and shared crates would be compiled again. Clippy's driver compiles the members, because it lints a crate before it
/// generates code; `cargo clippy` generates no code, so everything would be compiled twice.
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
    /// Finds both in a folder. `ending` is `.exe` for Windows.
    pub(crate) fn find(directory: &Path, ending: &str) -> Result<Self> {
        let program = |name: &str| {
            let path = directory.join(format!("{name}{ending}"));
            ensure!(path.is_file(), "cargo did not build {}", path.display());
            Ok(path)
        };
        Ok(Self {
            plugin: program(PLUGIN)?,
            tool: program(TOOL)?,
        })
    }
}

/// The cargo that runs this xtask, with the environment that it has for a person.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // `cargo run` describes the running package in variables. Build scripts that read the same variables would run again,
    // and much would be compiled again, after each call of cargo by hand.
    for (name, _) in env::vars_os() {
        let name_text = name.to_string_lossy();
        if name_text.starts_with("CARGO_PKG_") || name_text.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(&name);
        }
    }
    cargo
}

/// Cargo's metadata of a workspace, without dependencies.
pub(crate) fn metadata(workspace: &Path) -> Result<Value> {
    let arguments = ["metadata", "--no-deps", "--format-version", "1"];
    let text = process::capture(cargo().current_dir(workspace).args(arguments))?;
    serde_json::from_str(&text).context("the output of `cargo metadata` is not valid JSON")
}

/// The folder of cargo, with the sources of crates.
pub(crate) fn cargo_home() -> Result<PathBuf> {
    if let Some(home) = env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = env::home_dir().context("neither CARGO_HOME nor a home folder is set")?;
    Ok(home.join(".cargo"))
}
