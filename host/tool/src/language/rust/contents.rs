//! The crates inside a provider in Rust.

use anyhow::{Context, anyhow, bail};
use pulumi_wasm_packages::packages_section::ContainedPackage;

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
            std::env::var_os("RUSTC").map_or_else(|| "rustc".into(), std::path::PathBuf::from)
        }
        GuestToolchain::FromSources { rustc, .. } => rustc.clone(),
    };
    let mut tree = toolchain_program("cargo");
    // The compilation has fetched these crates, and has written the lock file.
    tree.current_dir(folder)
        .args([
            "tree",
            "--offline",
            "--locked",
            "--edges",
            "normal,no-proc-macro",
        ])
        .args(["--target", TARGET, "--prefix", "none", "--format", "{p}"]);
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

fn output(command: &mut std::process::Command, subject: &str) -> anyhow::Result<String> {
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
        let mut words = line.split_whitespace();
        Some(ContainedPackage::new(CRATES, words.next()?, words.next()?))
    });
    crates.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crates_of_a_tree_are_listed_without_the_project() {
        let text = "demo v0.1.0 (/work/demo)\nserde v1.0.219\nserde_core v1.0.219 (*)\nsdk v0.1.0 (/work/sdk)\n";
        let packages = of_tree(text);
        let shown: Vec<String> = packages
            .iter()
            .map(|package| format!("{}@{}", package.name, package.version))
            .collect();
        assert_eq!(shown, ["serde@1.0.219", "serde_core@1.0.219", "sdk@0.1.0"]);
    }
}
