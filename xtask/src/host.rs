//! Building the two programs of the root package.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, ensure};

use crate::paths::Paths;
use crate::process;

/// The plugin that the Pulumi engine launches.
pub(crate) const PLUGIN: &str = "pulumi-resource-wasm";
/// The tool for people.
pub(crate) const TOOL: &str = "pulumi-wasm";

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Shared with `cargo test`.
    Development,
    Release,
}

pub(crate) struct Programs {
    pub(crate) plugin: PathBuf,
    pub(crate) tool: PathBuf,
}

pub(crate) fn build(paths: &Paths, profile: Profile) -> Result<Programs> {
    let mut command = cargo();
    command
        .current_dir(&paths.root)
        .args(["build", "--package", "pulumi-wasm", "--bins"]);
    let directory = match profile {
        Profile::Development => "debug",
        Profile::Release => {
            command.arg("--release");
            "release"
        }
    };
    process::run(&mut command)?;
    let program = |name: &str| {
        paths
            .target
            .join(directory)
            .join(format!("{name}{}", env::consts::EXE_SUFFIX))
    };
    let programs = Programs {
        plugin: program(PLUGIN),
        tool: program(TOOL),
    };
    for program in [&programs.plugin, &programs.tool] {
        ensure!(program.is_file(), "cargo built no {}", program.display());
    }
    Ok(programs)
}

/// The cargo that runs this xtask.
pub(crate) fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}
