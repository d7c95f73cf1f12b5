//! A C compiler for Wasm, and the program that writes the interface as C. Only long runs need them.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;

use super::progress::say;
use super::{cached, debian};
use crate::host;
use crate::process;

/// The compiler, by the name that Debian has for it.
const COMPILER: &str = "clang-19";
/// Its linker for Wasm.
const LINKER: &str = "wasm-ld-19";
/// A header of the C library for Wasm.
const HEADER: &str = "/usr/include/wasm32-wasi/stdlib.h";
const PACKAGES: [&str; 4] = [COMPILER, "lld-19", "libclang-rt-19-dev-wasm32", "wasi-libc"];
const ELSEWHERE: &str =
    "Put `clang-19` and `wasm-ld-19` on PATH, and wasi-libc where Debian has it.";

/// The generator, of the version that the SDK for Rust is made with.
const GENERATOR: &str = "wit-bindgen-cli";
const VERSION: &str = "0.63.0";

/// What a component in C is built with.
pub(crate) struct CToolchain {
    generator: PathBuf,
}

pub(crate) fn find_or_install() -> Result<CToolchain> {
    let programs = [COMPILER, LINKER].into_iter();
    if !programs.map(process::find).all(|found| found.is_some()) || !Path::new(HEADER).is_file() {
        debian::install("a C compiler for Wasm", &PACKAGES, ELSEWHERE)?;
    }
    let home = cached::directory(GENERATOR, VERSION, &[])?;
    let generator = home.join("bin/wit-bindgen");
    cached::make(
        &home,
        || generator.is_file(),
        |folder| {
            say(&format!("building {GENERATOR} {VERSION}: bindings for C"));
            let mut cargo = host::cargo();
            cargo
                .args(["install", GENERATOR, "--version", VERSION, "--locked"])
                .args(["--no-default-features", "--features", "c", "--root"])
                .arg(folder)
                .env_remove("CARGO_TARGET_DIR");
            process::run(&mut cargo)
        },
    )?;
    Ok(CToolchain { generator })
}

impl CToolchain {
    /// Writes what a world imports and exports as C into a folder.
    pub(crate) fn bindings(&self, wit: &Path, world: &str, folder: &Path) -> Command {
        let mut command = Command::new(&self.generator);
        command.arg("c").arg(wit);
        command.args(["--world", world, "--out-dir"]).arg(folder);
        command
    }

    /// Compiles and links a core module. Sources are still missing.
    pub(crate) fn compile(module: &Path) -> Command {
        let mut command = Command::new(COMPILER);
        command
            .args(["--target=wasm32-wasi", "--sysroot=/", "-std=c23"])
            .args(["-I/usr/include/wasm32-wasi", "-L/usr/lib/wasm32-wasi"])
            .args(["-Oz", "-Wall", "-Wextra", "-Werror"])
            .args(["-mexec-model=reactor", "-Wl,--strip-all", "-o"])
            .arg(module);
        command
    }
}
