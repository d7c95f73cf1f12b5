//! The two programs of a release: built so that neither the place nor the time of the build is in them.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use pulumi_wasm_archive::Platform;

use super::files::read;
use crate::host::{self, Programs};
use crate::paths::Paths;
use crate::process;
use crate::standard_library::{self, Library};

/// The name of the repository's folder in programs and lists.
pub(super) const ROOT: &str = "/pulumi-wasm";
/// Links for musl where the standard library is built from its sources.
const MUSL_LINKER: &str = "xtask/tools/musl-linker";

/// The bytes of the programs.
pub(super) struct Made {
    pub(super) plugin: Vec<u8>,
    pub(super) tool: Vec<u8>,
}

impl Made {
    pub(super) fn read(programs: &Programs) -> Result<Self> {
        Ok(Self {
            plugin: read(&programs.plugin)?,
            tool: read(&programs.tool)?,
        })
    }
}

/// The target that the compiler makes programs for by itself.
pub(super) fn target_of_this_machine() -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = process::capture(Command::new(rustc).arg("-vV"))?;
    let target = told.lines().find_map(|line| line.strip_prefix("host: "));
    target
        .map(str::to_owned)
        .context("`rustc -vV` does not name its target")
}

/// The platform of a target, as Pulumi names it.
pub(super) fn platform(target: &str) -> Result<Platform> {
    let processor = target.split('-').next().unwrap_or_default();
    let systems = [
        ("linux", "linux"),
        ("apple-darwin", "macos"),
        ("windows", "windows"),
    ];
    let system = systems.iter().find(|(part, _)| target.contains(part));
    let platform = system.and_then(|(_, system)| Platform::named(system, processor));
    match platform {
        // Programs for the phones and the 32 bits of these systems are none of theirs.
        Some(platform) if !target.contains("android") && !target.contains("gnux32") => Ok(platform),
        _ => bail!("Pulumi has no name for the platform of `{target}`"),
    }
}

/// Builds both programs for a target.
pub(super) fn build(paths: &Paths, target: &str) -> Result<Programs> {
    let Some(library) = Library::find(target) else {
        bail!(
            "the standard library of {target} is not here\n{}",
            standard_library::hint(target)
        );
    };
    let mut cargo = host::cargo();
    cargo
        .current_dir(&paths.root)
        .args(["build", "--release", "--locked", "--bins"])
        .args(["--package", host::PACKAGE, "--target", target])
        .arg("--target-dir")
        .arg(&paths.target)
        // Flags of this machine would make another program.
        .env("CARGO_ENCODED_RUSTFLAGS", flags(paths)?);
    library.use_in(&mut cargo, "std,panic_unwind");
    if target.ends_with("-musl") && library != Library::Installed {
        let name = target.replace('-', "_").to_uppercase();
        cargo.env(
            format!("CARGO_TARGET_{name}_LINKER"),
            paths.root.join(MUSL_LINKER),
        );
    }
    process::run(&mut cargo)?;
    let ending = platform(target)?.program_ending();
    Programs::find_with(&paths.target.join(target).join("release"), ending)
}

/// Flags for the compiler that give folders of this machine names that are the same on each.
fn flags(paths: &Paths) -> Result<OsString> {
    let mut flags = OsString::new();
    // The last one that fits counts.
    for (folder, name) in [
        (cargo_home()?.as_path(), "/cargo"),
        (&paths.root, ROOT),
        (&paths.target, "/target"),
    ] {
        if !flags.is_empty() {
            flags.push("\u{1f}");
        }
        flags.push("--remap-path-prefix=");
        flags.push(folder);
        flags.push("=");
        flags.push(name);
    }
    Ok(flags)
}

/// The folder of the sources of crates.
fn cargo_home() -> Result<PathBuf> {
    if let Some(home) = env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = env::home_dir().context("neither CARGO_HOME nor a home folder is set")?;
    Ok(Path::new(&home).join(".cargo"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_have_the_names_of_pulumi() {
        for (target, expected) in [
            ("x86_64-unknown-linux-musl", "linux-amd64"),
            ("aarch64-unknown-linux-gnu", "linux-arm64"),
            ("aarch64-apple-darwin", "darwin-arm64"),
            ("x86_64-pc-windows-msvc", "windows-amd64"),
        ] {
            assert_eq!(platform(target).unwrap().to_string(), expected);
        }
        for target in [
            "riscv64gc-unknown-linux-gnu",
            "wasm32-wasip2",
            "aarch64-linux-android",
            "x86_64-unknown-linux-gnux32",
        ] {
            assert!(platform(target).is_err(), "{target}");
        }
    }

    #[test]
    fn this_machine_has_a_target() {
        assert!(target_of_this_machine().unwrap().contains('-'));
    }
}
