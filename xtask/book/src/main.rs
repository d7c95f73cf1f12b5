//! Makes the documentation as a site with search. `cargo xtask book` runs it.
//!
//! The pages stay as they are read in the repository: [`stage`] copies them below the target folder, in the order of
//! `docs/SUMMARY.md`, and changes links to files that are not pages. mdBook makes the site of the copy, and [`check`] follows
//! every link of the finished site.

mod check;
mod diagram;
mod stage;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use mdbook_driver::MDBook;
use mdbook_driver::config::Config;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let (Some(root), Some(site)) = (arguments.next(), arguments.next()) else {
        bail!("usage: xtask-book REPOSITORY SITE");
    };
    let own = root.join("xtask/book");
    let staged = site.with_extension("pages");
    for folder in [&site, &staged] {
        if folder.is_dir() {
            fs::remove_dir_all(folder)
                .with_context(|| format!("{} cannot be removed", folder.display()))?;
        }
    }
    let pages = stage::copy(&root, &staged.join("src"))?;
    copy_theme(&own.join("theme"), &staged.join("theme"))?;

    let mut config = Config::from_disk(own.join("book.toml"))?;
    config.build.build_dir = site.clone();
    MDBook::load_with_config(&staged, config)?.build()?;
    check::links(&site)?;
    println!("{pages} pages in {}", site.display());
    Ok(())
}

fn copy_theme(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}
