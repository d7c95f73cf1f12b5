//! `cargo xtask book`: the pages in `docs/` as a site. `xtask/book` is the program that makes it, in its own workspace.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::paths::Paths;
use crate::{host, process};

/// Makes the site in `target/book`. Fails if a link leads nowhere.
pub(crate) fn run(paths: &Paths) -> Result<()> {
    let site = paths.target.join("book");
    let mut cargo = host::cargo();
    cargo
        .current_dir(workspace(paths))
        .args(["run", "--quiet", "--locked", "--target-dir"])
        .arg(target(paths))
        .arg("--")
        .arg(&paths.root)
        .arg(&site);
    process::run(&mut cargo)?;
    println!("open {}", site.join("index.html").display());
    Ok(())
}

/// A command of cargo that runs the program's tests, which make the site of the repository, too. It shares all compiled units
/// with the lints.
pub(crate) fn test(paths: &Paths) -> Command {
    let mut cargo = host::development(&workspace(paths), &target(paths), "test");
    cargo.args(["--quiet", "--locked"]);
    cargo
}

/// The folder of the program's workspace.
pub(crate) fn workspace(paths: &Paths) -> PathBuf {
    paths.root.join("xtask/book")
}

/// The folder for its compiled units.
pub(crate) fn target(paths: &Paths) -> PathBuf {
    paths.target.join("book-program")
}
