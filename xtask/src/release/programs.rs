//! The two programs of a release. They contain neither the folder nor the time of the build.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use pulumi_wasm_archive::Platform;

use super::VERSION;
use crate::host::{self, Programs};
use crate::paths::Paths;
use crate::process;
use crate::standard_library::Library;

/// The name of the repository's folder in programs and SBOMs.
pub(super) const ROOT: &str = "/pulumi-wasm";
/// Links for musl if the standard library is built from its sources.
const MUSL_LINKER: &str = "xtask/tools/musl-linker";

pub(super) fn target_of_this_machine() -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let text = process::capture(Command::new(rustc).arg("-vV"))?;
    let target = text.lines().find_map(|line| line.strip_prefix("host: "));
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
        // Android and x32 have other ABIs than Pulumi's platforms.
        Some(platform) if !target.contains("android") && !target.contains("gnux32") => Ok(platform),
        _ => bail!("Pulumi has no name for the platform of `{target}`"),
    }
}

/// Builds both programs for a target.
pub(super) fn build(paths: &Paths, target: &str) -> Result<Programs> {
    let library = Library::find(target)?;
    let mut cargo = host::cargo();
    cargo
        .current_dir(&paths.root)
        .args(["build", "--release", "--locked", "--bins"])
        .args(["--package", host::PACKAGE, "--target", target])
        .arg("--target-dir")
        .arg(&paths.target)
        // Replaces the flags of this machine, because they would change the programs.
        .env("CARGO_ENCODED_RUSTFLAGS", flags(paths, target)?);
    library.apply(&mut cargo, "std,panic_unwind");
    if target.ends_with("-musl") && library != Library::Installed {
        let name = target.replace('-', "_").to_uppercase();
        cargo.env(
            format!("CARGO_TARGET_{name}_LINKER"),
            paths.root.join(MUSL_LINKER),
        );
    }
    process::run(&mut cargo)?;
    let ending = platform(target)?.program_ending();
    Programs::find(&paths.target.join(target).join("release"), ending)
}

/// Flags for the compiler. They keep the folders of this machine and the time out of the programs.
fn flags(paths: &Paths, target: &str) -> Result<String> {
    let cargo_home = host::cargo_home()?;
    // The last prefix that matches is replaced.
    let folders = [
        (cargo_home.as_path(), "/cargo"),
        (&paths.root, ROOT),
        (&paths.target, "/target"),
    ];
    let mut flags = folders
        .map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()))
        .to_vec();
    if target.ends_with("-msvc") {
        // Microsoft's linker writes the time into each program, and with this option a digest of the program instead.
        flags.push("-Clink-arg=/Brepro".to_owned());
    }
    Ok(flags.join("\u{1f}"))
}

/// Reads a program, and checks its platform and, if this machine can run it, its version.
pub(super) fn read(program: &Path, platform: Platform) -> Result<Vec<u8>> {
    let bytes = super::read(program)?;
    let found = Platform::of_program(&bytes);
    ensure!(
        found == Some(platform),
        "{} is not a program for {platform}",
        program.display()
    );
    if Platform::here() == Some(platform) {
        let name = program.file_stem().unwrap_or_default().display();
        let version = process::capture(Command::new(fs::canonicalize(program)?).arg("--version"))?;
        ensure!(
            version == format!("{name} {VERSION}"),
            "`{} --version` prints `{version}`",
            program.display()
        );
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_archive::archive_name;

    use super::*;

    #[test]
    fn cargo_binstall_takes_the_archives_of_a_release() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let metadata = host::metadata(&root).unwrap();
        let mut packages = metadata["packages"].as_array().unwrap().iter();
        let package = packages.find(|package| package["name"] == host::PACKAGE);
        let overrides = &package.unwrap()["metadata"]["binstall"]["overrides"];
        let overrides = overrides.as_object().unwrap();
        for (target, settings) in overrides {
            let archive = archive_name(host::TOOL, "{ version }", platform(target).unwrap());
            let expected = format!("{{ repo }}/releases/download/v{{ version }}/{archive}");
            assert_eq!(settings["pkg-url"], expected, "{target}");
        }
        for name in super::super::packages::PLATFORMS {
            let mut targets = overrides.keys();
            let is_for = |target: &String| platform(target).unwrap().to_string() == name;
            assert!(targets.any(is_for), "no target for {name}");
        }
    }

    #[test]
    fn programs_contain_neither_a_folder_of_the_machine_nor_the_time() {
        let paths = Paths {
            root: "/home/somebody/clone".into(),
            target: "/home/somebody/target".into(),
        };
        for (target, leaves_out_the_time) in [
            ("x86_64-pc-windows-msvc", true),
            ("x86_64-unknown-linux-musl", false),
        ] {
            let flags = flags(&paths, target).unwrap();
            let flags: Vec<&str> = flags.split('\u{1f}').collect();
            for folder in [
                "/home/somebody/clone=/pulumi-wasm",
                "/home/somebody/target=/target",
            ] {
                let flag = format!("--remap-path-prefix={folder}");
                assert!(flags.contains(&flag.as_str()), "{flags:?}");
            }
            let found = flags.contains(&"-Clink-arg=/Brepro");
            assert_eq!(found, leaves_out_the_time, "{flags:?}");
        }
    }

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
}
