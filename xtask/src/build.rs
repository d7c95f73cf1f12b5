//! `cargo xtask build`: the files of a release.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::guests::{self, Component, Wanted};
use crate::host::{self, Programs};
use crate::paths::Paths;

/// The files that `cargo xtask build` makes.
pub(crate) struct Built {
    pub(crate) programs: Programs,
    pub(crate) components: Vec<Component>,
}

pub(crate) fn run(paths: &Paths, examples: &[String]) -> Result<()> {
    let built = release(paths, examples)?;
    let programs = [&built.programs.plugin, &built.programs.tool];
    let components = built.components.iter().map(|component| &component.path);
    let files: Vec<&PathBuf> = programs.into_iter().chain(components).collect();
    println!();
    for file in files {
        let shown = file.strip_prefix(&paths.root).unwrap_or(file);
        println!("{:>12}  {}", size(file)?, shown.display());
    }
    Ok(())
}

/// Builds the programs and the named examples. An empty list means all examples.
pub(crate) fn release(paths: &Paths, examples: &[String]) -> Result<Built> {
    let programs = host::build_release(paths, &[])?;
    let destination = paths.target.join("components");
    let wanted = Wanted::Examples(examples);
    let components = guests::build(paths, &programs, &wanted, &destination)?;
    Ok(Built {
        programs,
        components,
    })
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
