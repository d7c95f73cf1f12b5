//! Building the two programs of the root package.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

use crate::paths::Paths;
use crate::process;

/// The package of the plugin, with both programs.
pub(crate) const PACKAGE: &str = "pulumi-wasm";

/// All packages of the host.
///
/// They are compiled by themselves, not with the rest of the workspace: the features that other members ask of shared
/// crates would have everything compiled a second time.
pub(crate) const PACKAGES: [&str; 10] = [
    PACKAGE,
    "pulumi-wasm-capability",
    "pulumi-wasm-core",
    "pulumi-wasm-network",
    "pulumi-wasm-packages",
    "pulumi-wasm-platform",
    "pulumi-wasm-registry",
    "pulumi-wasm-sandbox",
    "pulumi-wasm-simulator",
    "pulumi-wasm-tool",
];

/// Selects the host.
pub(crate) fn selected() -> Vec<&'static str> {
    PACKAGES
        .into_iter()
        .flat_map(|name| ["--package", name])
        .collect()
}

/// Selects all members of the workspace but the host.
pub(crate) fn rest() -> Vec<&'static str> {
    let excluded = PACKAGES.into_iter().flat_map(|name| ["--exclude", name]);
    ["--workspace"].into_iter().chain(excluded).collect()
}

/// The plugin that the Pulumi engine launches.
pub(crate) const PLUGIN: &str = "pulumi-resource-wasm";
/// The tool for people.
pub(crate) const TOOL: &str = "pulumi-wasm";

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

/// Builds both as `cargo test` wants them, which runs them in integration tests.
pub(crate) fn build_development(paths: &Paths) -> Result<Programs> {
    process::run(
        cargo()
            .current_dir(&paths.root)
            .args(["build", "--package", PACKAGE, "--bins"]),
    )?;
    Programs::find(&paths.target.join("debug"))
}

impl Programs {
    fn find(directory: &Path) -> Result<Self> {
        let program = |name: &str| {
            let path = directory.join(format!("{name}{}", env::consts::EXE_SUFFIX));
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
