//! Where the standard library of a target comes from: compiled, or from its sources.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::Command;

use crate::process;

/// Where the standard library of a target comes from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Library {
    Installed,
    /// This compiler has the sources.
    FromSources(OsString),
}

/// What a person can do if the library of a target is not there.
pub(crate) fn hint(target: &str) -> String {
    format!(
        "hint: run `rustup target add {target}`, or on Debian `apt-get install rustc-web rust-web-src`"
    )
}

impl Library {
    /// Finds the library of a target, compiled if possible. `None` if no compiler on `PATH` has it.
    pub(crate) fn find(target: &str) -> Option<Self> {
        let own = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        if has_target(&own, target) {
            return Some(Self::Installed);
        }
        // Where rustup's comes first, the distribution's may come after it.
        let path = env::var_os("PATH").unwrap_or_default();
        let others = env::split_paths(&path).map(|folder| folder.join("rustc"));
        let others = others.filter(|rustc| rustc.is_file()).map(OsString::from);
        std::iter::once(own)
            .chain(others)
            .find(|rustc| has_sources(rustc))
            .map(Self::FromSources)
    }

    /// Has a command of Cargo use it. From sources, `parts` are compiled: `std,panic_unwind`.
    pub(crate) fn use_in(&self, cargo: &mut Command, parts: &str) {
        if let Self::FromSources(rustc) = self {
            cargo
                .arg(format!("-Zbuild-std={parts}"))
                .env("RUSTC", rustc)
                .env("RUSTC_BOOTSTRAP", "1");
        }
    }
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
        let windows = "x86_64-pc-windows-gnu";
        assert!(!has_target(OsStr::new("no-such-compiler"), windows));
        assert!(!has_sources(OsStr::new("no-such-compiler")));
    }
}
