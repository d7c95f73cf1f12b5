//! `cargo xtask check platforms`: both programs, checked by the compiler for the systems that this machine is not.
//!
//! Nothing is linked or run. The standard library of a target is taken if the compiler has it, or built from its sources
//! (Debian's `rust-web-src`). C in dependencies is not compiled: it is other people's, and would need each system's headers.

use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::parts::Parts;
use crate::paths::Paths;
use crate::standard_library::{self, Library};
use crate::{host, process};

/// The targets of the check: Windows and macOS.
pub(crate) const TARGETS: [&str; 2] = ["x86_64-pc-windows-gnu", "aarch64-apple-darwin"];
/// What Cargo takes for a C compiler, from the root of the repository.
const STAND_IN: &str = "xtask/tools/empty-objects";

pub(crate) fn run(paths: &Paths) -> Result<()> {
    if cfg!(windows) {
        bail!("`cargo xtask check platforms` needs a shell, as Linux and macOS have it");
    }
    let mut parts = Parts::default();
    let mut complaints = Vec::new();
    for target in TARGETS {
        let Some(library) = Library::find(target) else {
            eprintln!(
                "not checked for {target}: its standard library is not here, neither compiled nor as sources\n{}",
                standard_library::hint(target)
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

/// Whether the check of a target needs no standard library to be compiled first.
pub(crate) fn is_installed(target: &str) -> bool {
    !cfg!(windows) && Library::find(target) == Some(Library::Installed)
}

/// Checks one target, whose standard library is installed.
pub(crate) fn check_installed(paths: &Paths, target: &str) -> Result<()> {
    process::run(&mut check(paths, target, &Library::Installed))
}

fn check(paths: &Paths, target: &str, library: &Library) -> Command {
    let mut cargo = host::cargo();
    cargo
        .current_dir(&paths.root)
        .args(["check", "--package", host::PACKAGE, "--bins"])
        .args(["--target", target, "--target-dir"])
        .arg(paths.target.join("platforms"))
        .env_remove("CARGO_TARGET_DIR");
    library.use_in(&mut cargo, "std,panic_abort");
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

#[cfg(test)]
mod tests {
    use std::env;
    use std::path::Path;

    use super::*;

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
