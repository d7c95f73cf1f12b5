//! The crates inside a provider in Rust.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, anyhow, bail};
use pulumi_wasm_packages::packages_section::{ContainedPackage, PROJECT};

use super::toolchain::{self, GuestToolchain, TARGET};
use super::toolchain_program;
use crate::language::workshop::Workshop;

/// The ecosystem of crates.
const CRATES: &str = "crates.io";

/// Lists the crates that the compiler linked, and the standard library.
pub(super) fn packages(workshop: &Workshop) -> anyhow::Result<Vec<ContainedPackage>> {
    let folder = &workshop.project;
    let toolchain = toolchain::find(folder)
        .map_err(|missing| anyhow!("{missing}\nhint: {}", missing.hint()))?;
    let rustc = match &toolchain {
        GuestToolchain::Installed => {
            std::env::var_os("RUSTC").map_or_else(|| "rustc".into(), PathBuf::from)
        }
        GuestToolchain::FromSources { rustc, .. } => rustc.clone(),
    };
    let mut tree = tree(folder, "normal,no-proc-macro");
    let mut packages = of_tree(&output(&mut tree, "the crates of the provider")?);
    let version = output(
        toolchain_program(rustc)
            .current_dir(folder)
            .arg("--version"),
        "the version of the Rust compiler",
    )?;
    let version = version.split_whitespace().nth(1);
    let version = version.context("`rustc --version` says no version")?;
    packages.push(ContainedPackage::new(CRATES, "std", version));
    Ok(packages)
}

/// The command that lists the crates of the last build, one per line. The build has fetched them, and has written the lock file.
pub(super) fn tree(project: &Path, edges: &str) -> Command {
    let mut tree = toolchain_program("cargo");
    tree.current_dir(project)
        .args(["tree", "--offline", "--locked", "--edges", edges])
        .args(["--target", TARGET, "--prefix", "none", "--format", "{p}"]);
    tree
}

fn output(command: &mut Command, subject: &str) -> anyhow::Result<String> {
    let output = command
        .output()
        .with_context(|| format!("{subject} cannot be listed"))?;
    if !output.status.success() {
        bail!(
            "{subject} cannot be listed\n{}",
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The crates in the output of `cargo tree`, without the project itself: the first line.
fn of_tree(text: &str) -> Vec<ContainedPackage> {
    let lines = text.lines().skip(1);
    let crates = lines.filter_map(|line| {
        let mut words = line.splitn(3, ' ');
        let (name, version) = (words.next()?, words.next()?);
        let ecosystem = if folder_of(words.next().unwrap_or_default()).is_some() {
            PROJECT
        } else {
            CRATES
        };
        Some(ContainedPackage::new(ecosystem, name, version))
    });
    crates.collect()
}

/// The folder where cargo found a crate. `source` follows the version: nothing for crates.io, the name of another registry, the
/// address of a repository, or the folder. A crate from a repository counts as the crate of its name, because a copy with changes
/// has the vulnerabilities of the original.
pub(super) fn folder_of(source: &str) -> Option<&str> {
    // The mark of a crate whose dependencies are printed above.
    let source = source.strip_suffix("(*)").unwrap_or(source).trim();
    let folder = source.strip_prefix('(')?.strip_suffix(')')?;
    (!folder.contains("://") && !folder.starts_with("registry ")).then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crates_of_a_tree_are_listed_without_the_project() {
        let text = "demo v0.1.0 (/work/demo)\nserde v1.0.219\nserde_core v1.0.219 (*)\n\
                    time v0.1.0 (/work/my folder (old)/time)\nown v0.2.0 (C:\\work\\own) (*)\n\
                    forked v1.0.0 (https://example.com/forked?branch=main#0a1b2c3d)\n\
                    bought v3.0.0 (registry `company`)\n";
        let packages = of_tree(text);
        let shown: Vec<String> = packages
            .iter()
            .map(|package| format!("{} {}@{}", package.ecosystem, package.name, package.version))
            .collect();
        let expected = [
            "crates.io serde@1.0.219",
            "crates.io serde_core@1.0.219",
            // An advisory about `time` of crates.io is not about this code.
            "project time@0.1.0",
            "project own@0.2.0",
            "crates.io forked@1.0.0",
            "crates.io bought@3.0.0",
        ];
        assert_eq!(shown, expected);
    }
}
