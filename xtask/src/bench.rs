//! `cargo xtask bench`: figures that are goals.

use anyhow::{Result, bail};

use crate::build;
use crate::host;
use crate::paths::Paths;
use crate::process;

pub(crate) fn run(paths: &Paths, name: &str) -> Result<()> {
    match name {
        "start" => start(paths),
        _ => bail!("there is no benchmark `{name}`; there is: start"),
    }
}

/// From the start of a provider process to the first Check that it answers.
fn start(paths: &Paths) -> Result<()> {
    let built = build::release(paths, &["hello".to_owned()])?;
    process::run(
        host::cargo()
            .current_dir(&paths.root)
            .args([
                "bench",
                // Only the plugin is measured: the program that asks it may be the one that the tests build.
                "--profile",
                "dev",
                "--package",
                host::PACKAGE,
                "--bench",
                "start",
                "--",
            ])
            .arg(&built.programs.plugin)
            .arg(built.component("hello")?),
    )
}
