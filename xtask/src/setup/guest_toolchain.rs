//! A Rust compiler that makes Wasm modules of the example components.
//!
//! Either the compiler at hand has the standard library of the Wasm target, or a compiler with the
//! sources of its standard library builds that too (Debian's `rustc-web` and `rust-web-src`).

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::{debian, say};
use crate::process;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The oldest compiler that the examples and the Rust SDK can be built with.
const MINIMUM: (u32, u32) = (1, 95);

const ELSEWHERE: &str = "With rustup, run:\n  rustup target add wasm32-unknown-unknown";

/// How guests are compiled on this machine.
pub(crate) enum GuestToolchain {
    /// The compiler that cargo uses anyway has the target installed.
    Installed,
    /// This compiler builds the standard library from its own sources.
    FromSources { rustc: PathBuf, linker: Linker },
}

/// What links a Wasm module where the compiler brings no linker.
pub(crate) enum Linker {
    /// `rust-lld` of another Rust toolchain, found by the compiler on PATH in this directory.
    RustLld { directory: PathBuf },
    /// `wasm-ld` of the distribution, under whatever name it has.
    WasmLd { program: PathBuf },
}

pub(crate) fn find_or_install() -> Result<GuestToolchain> {
    if has_target(Path::new("rustc")) {
        return Ok(GuestToolchain::Installed);
    }
    let rustc = match find_with_sources() {
        Some(rustc) => rustc,
        None => {
            debian::install(
                "a Rust compiler for Wasm",
                &["rustc-web", "rust-web-src"],
                ELSEWHERE,
            )?;
            find_with_sources().with_context(|| {
                format!(
                    "the packages rustc-web and rust-web-src hold no Rust {}.{} or newer with its sources.\n{ELSEWHERE}",
                    MINIMUM.0, MINIMUM.1
                )
            })?
        }
    };
    let linker = match find_linker() {
        Some(linker) => linker,
        None => {
            debian::install("a linker for Wasm", &["lld-19"], ELSEWHERE)?;
            find_linker().context("the package lld-19 brought no wasm-ld-19")?
        }
    };
    Ok(GuestToolchain::FromSources { rustc, linker })
}

impl GuestToolchain {
    /// Makes a cargo command that is about to build guests use this compiler.
    pub(crate) fn apply(&self, cargo: &mut Command) -> Result<()> {
        cargo.args(["--target", TARGET]);
        let Self::FromSources { rustc, linker } = self else {
            return Ok(());
        };
        cargo
            .arg("-Zbuild-std=std,panic_abort")
            .env("RUSTC", rustc)
            .env("RUSTC_BOOTSTRAP", "1");
        match linker {
            Linker::RustLld { directory } => {
                cargo.env("PATH", process::path_with(&[directory])?);
            }
            Linker::WasmLd { program } => {
                cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", program);
            }
        }
        Ok(())
    }
}

impl fmt::Display for GuestToolchain {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Installed => write!(formatter, "the target {TARGET} of rustc"),
            Self::FromSources { rustc, linker } => {
                let linker = match linker {
                    Linker::RustLld { directory } => directory.join("rust-lld"),
                    Linker::WasmLd { program } => program.clone(),
                };
                let (rustc, linker) = (rustc.display(), linker.display());
                write!(formatter, "{rustc} with its sources, linked by {linker}")
            }
        }
    }
}

/// Whether the compiler has the compiled standard library of the target.
fn has_target(rustc: &Path) -> bool {
    let libraries = print(rustc, &["--print", "target-libdir", "--target", TARGET]);
    let Some(entries) = libraries.and_then(|directory| std::fs::read_dir(directory).ok()) else {
        return false;
    };
    entries
        .flatten()
        .any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
}

/// A compiler that is new enough and lies beside the sources of its standard library.
fn find_with_sources() -> Option<PathBuf> {
    ["rustc", "/usr/bin/rustc"]
        .into_iter()
        .map(PathBuf::from)
        .find(|rustc| has_sources(rustc) && is_new_enough(rustc))
}

fn has_sources(rustc: &Path) -> bool {
    print(rustc, &["--print", "sysroot"]).is_some_and(|sysroot| {
        Path::new(&sysroot)
            .join("lib/rustlib/src/rust/library/std/Cargo.toml")
            .is_file()
    })
}

fn is_new_enough(rustc: &Path) -> bool {
    let Some(version) = print(rustc, &["--version"])
        .as_deref()
        .and_then(parse_version)
    else {
        return false;
    };
    if version < MINIMUM {
        let (major, minor) = version;
        say(&format!(
            "{} is version {major}.{minor}, too old for the examples",
            rustc.display()
        ));
    }
    version >= MINIMUM
}

/// `rustc 1.96.0 (…)` → (1, 96).
fn parse_version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split_whitespace().nth(1)?.split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

fn find_linker() -> Option<Linker> {
    let sysroot = print(Path::new("rustc"), &["--print", "sysroot"])?;
    let toolchains = std::fs::read_dir(Path::new(&sysroot).join("lib/rustlib")).ok()?;
    let rust_lld = toolchains
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .find(|directory| directory.join("rust-lld").is_file());
    if let Some(directory) = rust_lld {
        return Some(Linker::RustLld { directory });
    }
    (15..30)
        .rev()
        .map(|version| format!("wasm-ld-{version}"))
        .chain(["wasm-ld".to_owned()])
        .find_map(|name| process::find(&name))
        .map(|program| Linker::WasmLd { program })
}

fn print(rustc: &Path, arguments: &[&str]) -> Option<String> {
    process::capture(Command::new(rustc).args(arguments)).ok()
}

#[cfg(test)]
mod tests {
    use super::parse_version;

    #[test]
    fn versions_of_released_and_packaged_compilers_are_read() {
        let packaged = "rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)";
        assert_eq!(parse_version(packaged), Some((1, 96)));
        assert_eq!(
            parse_version("rustc 1.97.0-nightly (abc 2026-06-01)"),
            Some((1, 97))
        );
        assert_eq!(parse_version("clang"), None);
    }
}
