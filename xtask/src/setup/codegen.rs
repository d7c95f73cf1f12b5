//! The program that judges schemas and makes SDKs of them, with the code of Pulumi's own command line.

use std::path::PathBuf;

use anyhow::{Context, Result};

use super::engine_version::pinned_version;
use super::progress::say;
use super::{cached, go};
use crate::paths::Paths;
use crate::process;

/// Its path.
pub(crate) fn find_or_build(paths: &Paths) -> Result<PathBuf> {
    let sources = paths.root.join("tests/engine");
    let version = pinned_version(&sources)?;
    let pins = ["go.mod", "codegen/main.go"].map(|file| sources.join(file));
    let home = cached::directory("codegen", &version.to_string(), &pins)?;
    let name = format!("codegen{}", std::env::consts::EXE_SUFFIX);
    let program = home.join("bin").join(&name);
    cached::make(
        &home,
        || program.is_file(),
        |partial| {
            say(&format!(
                "building Pulumi's code generator v{version} into {}",
                home.display()
            ));
            std::fs::create_dir_all(partial.join("codegen"))?;
            cached::copy(&["go.mod", "go.sum", "codegen/main.go"], &sources, partial)?;
            process::run(go::build(&go::find_or_install(paths)?, partial).args([
                "-ldflags",
                "-s -w",
                "-o",
                "bin/",
                "./codegen",
            ]))
        },
    )
    .context("Pulumi's code generator could not be built")?;
    Ok(program)
}
