//! actionlint, which checks the workflows of CI. It is built from its Go module.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{cached, go, say};
use crate::paths::Paths;
use crate::process;

const MODULE: &str = "github.com/rhysd/actionlint";
const VERSION: &str = "1.7.12";
/// The program in the module.
const PACKAGE: &str = "cmd/actionlint";

/// The path of the program.
pub(crate) fn find_or_build(paths: &Paths) -> Result<PathBuf> {
    let go = go::find_or_install(paths)?;
    let home = cached::directory("actionlint", VERSION, &[], &[MODULE, &go::version(&go)?])?;
    let program = home.join("bin/actionlint");
    cached::make(
        &home,
        || program.is_file(),
        |partial| build(paths, &go, partial),
    )
    .context("actionlint could not be built")?;
    go::remove_caches(paths);
    Ok(program)
}

fn build(paths: &Paths, go: &Path, partial: &Path) -> Result<()> {
    say(&format!(
        "building actionlint v{VERSION} from its Go module (half a minute, once)"
    ));
    let mut install = Command::new(go);
    install
        .current_dir(partial)
        .env("GOWORK", "off")
        .env("GOBIN", partial.join("bin"))
        .args(["install", &format!("{MODULE}/{PACKAGE}@v{VERSION}")]);
    go::use_own_caches(paths, &mut install);
    process::run(&mut install)
}
