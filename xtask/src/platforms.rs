//! `cargo xtask check platforms`: both programs, checked by the compiler for the systems that this machine is not.
//!
//! Nothing is linked or run. The standard library of a target is taken if the compiler has it, or built from its sources
//! (Debian's `rust-web-src`). C in dependencies is not compiled: it is other people's, and would need each system's headers.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::parts::Parts;
use crate::paths::Paths;
use crate::{host, process};

/// Windows and macOS.
const TARGETS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];
/// What Cargo takes for a C compiler, from the root of the repository.
const STAND_IN: &str = "xtask/tools/empty-objects";

/// Where the standard library of a target comes from.
#[derive(Debug, PartialEq, Eq)]
enum Library {
    Installed,
    /// This compiler has the sources.
    FromSources(OsString),
}

pub(crate) fn run(paths: &Paths) -> Result<()> {
    if cfg!(windows) {
        bail!("`cargo xtask check platforms` needs a shell, as Linux and macOS have it");
    }
    let mut parts = Parts::default();
    let mut complaints = Vec::new();
    for target in TARGETS {
        let Some(library) = library(target) else {
            eprintln!(
                "not checked for {target}: its standard library is not here, neither compiled nor as sources\n\
                 hint: run `rustup target add {target}`, or on Debian `apt-get install rustc-web rust-web-src`"
            );
            continue;
        };
        let checked = parts.time(target, || process::run(&mut check(paths, target, &library)));
        complaints.extend(checked.err().map(|error| format!("{error:#}")));
    }
    eprint!("check platforms: how long each took\n{}", parts.table());
    ensure!(
        complaints.is_empty(),
        "the check failed\n  {}",
        complaints.join("\n  ")
    );
    Ok(())
}

fn check(paths: &Paths, target: &str, library: &Library) -> Command {
    let mut cargo = host::cargo();
    cargo
        .current_dir(&paths.root)
        .args(["check", "--package", host::PACKAGE, "--bins"])
        .args(["--target", target, "--target-dir"])
        .arg(paths.target.join("platforms"))
        .env_remove("CARGO_TARGET_DIR");
    if let Library::FromSources(rustc) = library {
        cargo
            .arg("-Zbuild-std=std,panic_abort")
            .env("RUSTC", rustc)
            .env("RUSTC_BOOTSTRAP", "1");
    }
    let suffix = target.replace('-', "_");
    cargo
        .env(format!("CC_{suffix}"), paths.root.join(STAND_IN))
        .env(format!("AR_{suffix}"), "ar");
    if target.contains("apple") {
        // Otherwise Apple's own tools are asked where the SDK is.
        cargo.env("SDKROOT", "/");
    }
    cargo
}

fn library(target: &str) -> Option<Library> {
    let own = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    if has_target(&own, target) {
        return Some(Library::Installed);
    }
    // Where rustup's comes first, the distribution's may come after it.
    let path = env::var_os("PATH").unwrap_or_default();
    let others = env::split_paths(&path).map(|folder| folder.join("rustc"));
    let others = others.filter(|rustc| rustc.is_file()).map(OsString::from);
    std::iter::once(own)
        .chain(others)
        .find(|rustc| has_sources(rustc))
        .map(Library::FromSources)
}

/// Whether a compiler has the compiled standard library of a target.
fn has_target(rustc: &OsStr, target: &str) -> bool {
    let asked = ["--print", "target-libdir", "--target", target];
    let folder = process::capture(Command::new(rustc).args(asked));
    let entries = folder.ok().and_then(|path| std::fs::read_dir(path).ok());
    entries.into_iter().flatten().flatten().any(|entry| {
        let name = entry.file_name();
        name.to_string_lossy().starts_with("libcore-")
    })
}

/// Whether a compiler has the sources of the standard library.
fn has_sources(rustc: &OsStr) -> bool {
    let sysroot = process::capture(Command::new(rustc).args(["--print", "sysroot"]));
    sysroot.is_ok_and(|sysroot| {
        Path::new(&sysroot)
            .join("lib/rustlib/src/rust/library/std/Cargo.toml")
            .is_file()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_that_no_compiler_has_is_not_taken_for_installed() {
        assert!(!has_target(OsStr::new("rustc"), "no-such-target"));
        assert!(!has_target(OsStr::new("no-such-compiler"), TARGETS[0]));
        assert!(!has_sources(OsStr::new("no-such-compiler")));
    }

    #[test]
    fn the_stand_in_for_a_compiler_makes_what_it_is_asked_for() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let object = env::temp_dir().join(format!("empty-object-{}.o", std::process::id()));
        let mut compile = Command::new(root.join(STAND_IN));
        process::capture(compile.args(["-O3", "-o"]).arg(&object).args(["-c", "x.c"])).unwrap();
        assert_eq!(std::fs::read(&object).unwrap(), b"");
        std::fs::remove_file(object).unwrap();
    }
}
