//! Packages of pulumi-go-provider and of Pulumi's SDK that a program imports, and that the modules of this tool do not have.

use std::path::Path;

use anyhow::bail;

use super::compile::GoPackage;
use super::modules;

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
            let place = package.place_of_import(project, import)?;
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
