//! `cargo xtask build`: the files of a release.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::components::{Component, Wanted};
use crate::guest;
use crate::host::{self, Programs};
use crate::paths::Paths;
use crate::setup::guest_toolchain;

/// The files that `cargo xtask build` makes.
pub(crate) struct Built {
    pub(crate) programs: Programs,
    pub(crate) components: Vec<Component>,
}

pub(crate) fn run(paths: &Paths, examples: &[String]) -> Result<()> {
    release(paths, examples)?.print(paths)
}

/// Builds the programs, and the examples of these names; an empty list means all of them.
pub(crate) fn release(paths: &Paths, examples: &[String]) -> Result<Built> {
    let toolchain = guest_toolchain::find_or_install(paths)?;
    let programs = host::build_release(paths)?;
    let destination = paths.target.join("components");
    let components = guest::build(
        paths,
        &toolchain,
        &programs,
        &Wanted::Examples(examples),
        &destination,
    )?;
    Ok(Built {
        programs,
        components,
    })
}

impl Built {
    /// The component of one example.
    pub(crate) fn component(&self, name: &str) -> Result<&Path> {
        self.components
            .iter()
            .find(|component| component.name == name)
            .map(|component| component.path.as_path())
            .with_context(|| format!("there is no example `{name}`"))
    }

    fn print(&self, paths: &Paths) -> Result<()> {
        let programs = [&self.programs.plugin, &self.programs.tool];
        let components = self.components.iter().map(|component| &component.path);
        let files: Vec<&PathBuf> = programs.into_iter().chain(components).collect();
        println!();
        for file in files {
            let shown = file.strip_prefix(&paths.root).unwrap_or(file);
            println!("{:>12}  {}", size(file)?, shown.display());
        }
        Ok(())
    }
}

/// The size of a file for people: `72.1 KiB`.
#[allow(clippy::cast_precision_loss, reason = "three digits are shown")]
pub(crate) fn size(file: &Path) -> Result<String> {
    let bytes = file
        .metadata()
        .with_context(|| format!("{} cannot be read", file.display()))?
        .len();
    Ok(if bytes < 1024 * 1024 {
        format!("{:.1} KiB", bytes as f64 / 1024.0)
    } else {
        format!("{:.1} MiB", bytes as f64 / (1024.0 * 1024.0))
    })
}
