//! Packages of pulumi-go-provider and of Pulumi's SDK that a program imports, and that the modules of this tool do not have.

use std::path::Path;

use anyhow::{Context, bail};

use super::compile::GoPackage;
use super::modules;
use crate::files::bounded_file;

/// Refuses a provider that imports such a package.
///
/// # Errors
/// With each import and its place, or if a source file cannot be read.
pub(super) fn refuse(
    project: &Path,
    packages: &[GoPackage],
    provider: &GoPackage,
) -> anyhow::Result<()> {
    // Go lists a package that it does not find without a folder.
    let is_missing = |import: &str| {
        let mut others = packages.iter();
        modules::is_replaced(import)
            && others.any(|other| other.path == import && other.folder.as_os_str().is_empty())
    };
    let mut found = Vec::new();
    for package in packages {
        if !package.is_own || !package.is_part_of(provider) {
            continue;
        }
        for import in package.imports.iter().filter(|import| is_missing(import)) {
            let place = place(project, package, import)?;
            found.push(format!("  {place}: `{import}`"));
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    bail!(
        "the program imports packages that a component does not have:\n{}\nhint: they need gRPC, an engine or files: leave them out of the program, or keep \
         the file for the native plugin with `//go:build !wasip1`",
        found.join("\n")
    )
}

/// The file and line of an import.
///
/// # Errors
/// If a source file cannot be read.
pub(super) fn place(project: &Path, package: &GoPackage, import: &str) -> anyhow::Result<String> {
    let quoted = format!("\"{import}\"");
    for name in &package.files {
        let file = package.folder.join(name);
        let text =
            bounded_file::text(&file).with_context(|| format!("cannot read {}", file.display()))?;
        if let Some(line) = text.lines().position(|line| line.contains(&quoted)) {
            let shown = file.strip_prefix(project).unwrap_or(&file).display();
            return Ok(format!("{shown}:{}", line + 1));
        }
    }
    Ok(package.path.clone())
}
