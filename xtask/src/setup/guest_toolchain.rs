//! The Rust compiler for Wasm that `pulumi-wasm build` looks for. It is installed if possible.

use std::ffi::OsStr;
use std::process::Command;

use anyhow::{Result, anyhow};

use super::debian;
use crate::paths::Paths;

// The author's tool and this program accept the same compilers.
#[path = "../../../host/tool/src/language/rust/toolchain.rs"]
#[allow(dead_code, reason = "the tool needs more of it")]
mod toolchain;

use toolchain::Missing;
pub(crate) use toolchain::{GuestToolchain, TARGET};

/// A command of a compiler. It gets all variables, because the sources are our own.
fn toolchain_program(program: impl AsRef<OsStr>) -> Command {
    Command::new(program)
}

const ELSEWHERE: &str = "With rustup, run:\n  rustup target add wasm32-unknown-unknown";

pub(crate) fn find_or_install(paths: &Paths) -> Result<GuestToolchain> {
    let folder = paths.examples();
    // A compiler first, then perhaps a linker for it.
    for _ in 0..2 {
        match toolchain::find(&folder) {
            Ok(found) => return Ok(found),
            Err(Missing::Linker) => {
                debian::install("a linker for Wasm", &["lld-19"], ELSEWHERE)?;
            }
            Err(_) => {
                let packages = ["rustc-web", "rust-web-src"];
                debian::install("a Rust compiler for Wasm", &packages, ELSEWHERE)?;
            }
        }
    }
    toolchain::find(&folder).map_err(|missing| {
        anyhow!("{missing}, and the packages that were installed did not bring it.\n{ELSEWHERE}")
    })
}
