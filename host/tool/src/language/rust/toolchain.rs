//! A Rust compiler for Wasm modules.
//!
//! Either cargo's compiler has the standard library of the Wasm target, or another compiler builds the standard library
//! from its sources (Debian's `rustc-web` and `rust-web-src`). `cargo xtask` uses this file as well.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The target of providers in Rust.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The oldest compiler that the Rust SDK can be built with.
const MINIMUM: Version = Version(1, 95);

/// How guests are compiled on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GuestToolchain {
    /// The compiler that cargo uses anyway has the target installed.
    Installed,
    /// This compiler builds the standard library from its sources.
    FromSources { rustc: PathBuf, linker: Linker },
}

/// The linker of a Wasm module if the compiler brings no linker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Linker {
    /// `rust-lld` of another Rust toolchain, found by the compiler on PATH in this directory.
    RustLld { directory: PathBuf },
    /// `wasm-ld` of the distribution, under whatever name it has.
    WasmLd { program: PathBuf },
}

/// The reason for a missing toolchain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Missing {
    /// The compiler does not exist.
    Rust,
    /// The compiler that cargo uses is older than the SDK needs.
    Newer { found: Version },
    /// The target's standard library, compiled or as sources.
    Target,
    /// A linker for the compiler with sources.
    Linker,
}

/// A version of Rust, without the patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version(u32, u32);

/// Finds a compiler for the project in `folder`. rustup may choose a compiler for the folder.
pub(crate) fn find(folder: &Path) -> Result<GuestToolchain, Missing> {
    let own = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = version(folder, &own);
    let is_new = version.is_some_and(|version| version >= MINIMUM);
    if is_new && has_target(folder, &own) {
        return Ok(GuestToolchain::Installed);
    }
    // If rustup's comes first, the distribution's may come after it.
    let others = all_on_path("rustc").into_iter().map(OsString::from);
    let with_sources = std::iter::once(own)
        .chain(others)
        .find(|rustc| has_sources(folder, rustc) && self::version(folder, rustc) >= Some(MINIMUM));
    let Some(rustc) = with_sources else {
        return Err(match version {
            None => Missing::Rust,
            Some(found) if found < MINIMUM => Missing::Newer { found },
            Some(_) => Missing::Target,
        });
    };
    let linker = find_linker(folder).ok_or(Missing::Linker)?;
    Ok(GuestToolchain::FromSources {
        rustc: rustc.into(),
        linker,
    })
}

impl GuestToolchain {
    /// Makes a cargo command for guests use this compiler.
    pub(crate) fn apply(&self, cargo: &mut Command) {
        cargo.args(["--target", TARGET]);
        let Self::FromSources { rustc, linker } = self else {
            return;
        };
        cargo
            .arg("-Zbuild-std=std,panic_abort")
            .env("RUSTC", rustc)
            .env("RUSTC_BOOTSTRAP", "1")
            // Clippy's driver, for example, would answer for the compiler that it belongs to.
            .env_remove("RUSTC_WORKSPACE_WRAPPER");
        match linker {
            Linker::RustLld { directory } => {
                cargo.env("PATH", path_after(directory));
            }
            Linker::WasmLd { program } => {
                cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", program);
            }
        }
    }

    /// The folder that messages of the standard library would name its sources by, if this machine compiles them.
    pub(crate) fn sources(&self, folder: &Path) -> Option<PathBuf> {
        match self {
            Self::Installed => None,
            Self::FromSources { rustc, .. } => {
                let sysroot = print(folder, rustc.as_os_str(), &["--print", "sysroot"])?;
                Some(Path::new(&sysroot).join("lib/rustlib/src/rust"))
            }
        }
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

impl fmt::Display for Missing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Version(major, minor) = MINIMUM;
        match self {
            Self::Rust => write!(formatter, "a Rust compiler is not on PATH"),
            Self::Newer {
                found: Version(found_major, found_minor),
            } => write!(
                formatter,
                "the Rust compiler is version {found_major}.{found_minor}, and the SDK needs {major}.{minor} or later"
            ),
            Self::Target => write!(
                formatter,
                "the Rust compiler cannot compile for WebAssembly: the target {TARGET} is not installed"
            ),
            Self::Linker => write!(formatter, "a linker for WebAssembly is missing"),
        }
    }
}

impl Missing {
    /// The commands that bring it.
    pub(crate) fn hint(&self) -> String {
        let has_rustup = on_path("rustup").is_some();
        let is_debian = Path::new("/etc/debian_version").exists();
        let Version(major, minor) = MINIMUM;
        let debian = "apt-get install rustc-web rust-web-src lld-19";
        match self {
            Self::Rust => format!(
                "install Rust {major}.{minor} or later from https://rustup.rs, then run `rustup target add {TARGET}`"
            ),
            Self::Newer { .. } if has_rustup => {
                format!("run `rustup update`, then `rustup target add {TARGET}`")
            }
            Self::Newer { .. } => {
                format!("install Rust {major}.{minor} or later, for example from https://rustup.rs")
            }
            Self::Target if has_rustup && is_debian => {
                format!("run `rustup target add {TARGET}`, or on Debian `{debian}`")
            }
            Self::Target if is_debian => format!("run `{debian}`"),
            Self::Target if has_rustup => format!("run `rustup target add {TARGET}`"),
            Self::Target => format!(
                "install Rust from https://rustup.rs, then run `rustup target add {TARGET}`"
            ),
            Self::Linker if is_debian => "run `apt-get install lld-19`".to_owned(),
            Self::Linker => "install LLVM's linker, which brings `wasm-ld`".to_owned(),
        }
    }
}

/// Whether the compiler has the compiled standard library of the target.
fn has_target(folder: &Path, rustc: &OsStr) -> bool {
    let asked = ["--print", "target-libdir", "--target", TARGET];
    let libraries = print(folder, rustc, &asked);
    let Some(entries) = libraries.and_then(|directory| std::fs::read_dir(directory).ok()) else {
        return false;
    };
    entries
        .flatten()
        .any(|entry| entry.file_name().to_string_lossy().starts_with("libcore-"))
}

fn has_sources(folder: &Path, rustc: &OsStr) -> bool {
    print(folder, rustc, &["--print", "sysroot"]).is_some_and(|sysroot| {
        Path::new(&sysroot)
            .join("lib/rustlib/src/rust/library/std/Cargo.toml")
            .is_file()
    })
}

fn version(folder: &Path, rustc: &OsStr) -> Option<Version> {
    parse_version(&print(folder, rustc, &["--version"])?)
}

/// `rustc 1.96.0 (…)` → 1.96.
fn parse_version(text: &str) -> Option<Version> {
    let mut numbers = text.split_whitespace().nth(1)?.split('.');
    Some(Version(
        numbers.next()?.parse().ok()?,
        numbers.next()?.parse().ok()?,
    ))
}

fn find_linker(folder: &Path) -> Option<Linker> {
    let rust_lld = || {
        let sysroot = print(folder, OsStr::new("rustc"), &["--print", "sysroot"])?;
        let toolchains = std::fs::read_dir(Path::new(&sysroot).join("lib/rustlib")).ok()?;
        toolchains
            .flatten()
            .map(|entry| entry.path().join("bin"))
            .find(|directory| directory.join("rust-lld").is_file())
    };
    if let Some(directory) = rust_lld() {
        return Some(Linker::RustLld { directory });
    }
    (15..30)
        .rev()
        .map(|version| format!("wasm-ld-{version}"))
        .chain(["wasm-ld".to_owned()])
        .find_map(|name| on_path(&name))
        .map(|program| Linker::WasmLd { program })
}

/// The answer of a compiler in a folder, or `None` without one.
fn print(folder: &Path, rustc: &OsStr, arguments: &[&str]) -> Option<String> {
    let output = super::toolchain_program(rustc)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn on_path(program: &str) -> Option<PathBuf> {
    all_on_path(program).into_iter().next()
}

fn all_on_path(program: &str) -> Vec<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .map(|directory| directory.join(program))
        .filter(|candidate| candidate.is_file())
        .collect()
}

/// PATH with one directory before the others.
fn path_after(directory: &Path) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = std::iter::once(directory.to_owned()).chain(std::env::split_paths(&path));
    // A folder that PATH cannot hold was not found on it.
    std::env::join_paths(all).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::{MINIMUM, Version, parse_version};

    #[test]
    fn versions_of_released_and_packaged_compilers_are_read() {
        let packaged = "rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)";
        assert_eq!(parse_version(packaged), Some(Version(1, 96)));
        let nightly = parse_version("rustc 1.97.0-nightly (abc 2026-06-01)");
        assert_eq!(nightly, Some(Version(1, 97)));
        assert!(nightly >= Some(MINIMUM) && Some(Version(1, 9)) < Some(MINIMUM));
        assert_eq!(parse_version("clang"), None);
    }
}
