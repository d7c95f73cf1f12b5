//! The standard library of a target: compiled, or built from its sources.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process;

#[derive(PartialEq, Eq)]
pub(crate) enum Library {
    Installed,
    /// The compiler with this path has the sources.
    Sources(OsString),
}

impl Library {
    /// Finds the compiled library of a target, or else a compiler on PATH with the sources.
    ///
    /// # Errors
    /// If there is neither, with a hint how to install them.
    pub(crate) fn find(target: &str) -> Result<Self> {
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        if is_installed(&rustc, target) {
            return Ok(Self::Installed);
        }
        // rustup's compiler may hide the distribution's.
        let path = env::var_os("PATH").unwrap_or_default();
        let others = env::split_paths(&path).map(|folder| folder.join("rustc").into_os_string());
        let found = std::iter::once(rustc)
            .chain(others)
            .find(|rustc| has_sources(rustc));
        found.map(Self::Sources).with_context(|| {
            format!(
                "the standard library of {target} is not installed\n\
                 hint: run `rustup target add {target}`, or on Debian `apt-get install rustc-web rust-web-src`"
            )
        })
    }

    /// Makes a command of Cargo use it. `parts` are the crates to build from sources: `std,panic_unwind`.
    pub(crate) fn apply(&self, cargo: &mut Command, parts: &str) {
        if let Self::Sources(rustc) = self {
            cargo
                .arg(format!("-Zbuild-std={parts}"))
                .env("RUSTC", rustc)
                .env("RUSTC_BOOTSTRAP", "1");
        }
    }
}

fn is_installed(rustc: &OsStr, target: &str) -> bool {
    let arguments = ["--print", "target-libdir", "--target", target];
    let folder = process::capture(Command::new(rustc).args(arguments));
    let entries = folder.ok().and_then(|path| std::fs::read_dir(path).ok());
    let mut entries = entries.into_iter().flatten().flatten();
    entries.any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
}

fn has_sources(rustc: &OsStr) -> bool {
    const MANIFEST: &str = "lib/rustlib/src/rust/library/std/Cargo.toml";
    let sysroot = process::capture(Command::new(rustc).args(["--print", "sysroot"]));
    sysroot.is_ok_and(|sysroot| Path::new(&sysroot).join(MANIFEST).is_file())
}
