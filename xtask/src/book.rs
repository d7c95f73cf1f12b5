//! `cargo xtask book`: the pages in `docs/` as a site. `xtask/book` is the program that makes it, in its own workspace.

use std::process::Command;

use anyhow::Result;

use crate::paths::Paths;
use crate::{host, process};

/// Makes the site in `target/book`. Fails if a link leads nowhere.
pub(crate) fn run(paths: &Paths) -> Result<()> {
    let site = paths.target.join("book");
    let mut cargo = cargo(paths, "run");
    cargo.arg("--").arg(&paths.root).arg(&site);
    process::run(&mut cargo)?;
    println!("open {}", site.join("index.html").display());
    Ok(())
}

/// A command of cargo for the program. Its tests make the site of the repository, too.
pub(crate) fn cargo(paths: &Paths, command: &str) -> Command {
    let mut cargo = host::cargo();
    cargo
        .current_dir(paths.root.join("xtask/book"))
        .args([command, "--quiet", "--locked", "--target-dir"])
        .arg(paths.target.join("book-program"));
    cargo
}
