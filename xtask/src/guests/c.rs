//! The component in C, which shows that the interface can be used without an SDK.
//!
//! A kept build is in `tests/interface/guests-0.1.0`, and each run of the tests uses it. Only long runs and `cargo xtask kept-guests`
//! build it, because contributors need a compiler for C for nothing else.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::host::{self, Programs};
use crate::paths::Paths;
use crate::process;
use crate::setup::{cached, debian, say};

/// The file that tests look for.
const COMPONENT: &str = "site-c.wasm";
const WORLD: &str = "pulumi-wasm:provider/component-provider@0.1.0";
/// The name of the files that the generator writes.
const BINDINGS: &str = "component_provider";
/// The compiler and its linker for Wasm, by the names of their Debian packages' programs.
const COMPILER: &str = "clang-19";
const LINKER: &str = "wasm-ld-19";
/// A header of the C library for Wasm.
const HEADER: &str = "/usr/include/wasm32-wasi/stdlib.h";
const PACKAGES: [&str; 4] = [COMPILER, "lld-19", "libclang-rt-19-dev-wasm32", "wasi-libc"];
const ELSEWHERE: &str = "Put `clang-19` and `wasm-ld-19` on PATH, and wasi-libc in /usr/include/wasm32-wasi and /usr/lib/wasm32-wasi.";
/// The generator of bindings, in the version that the SDK for Rust uses.
const GENERATOR: &str = "wit-bindgen-cli";
const VERSION: &str = "0.63.0";

/// Builds it into a folder.
pub(crate) fn build(paths: &Paths, programs: &Programs, destination: &Path) -> Result<()> {
    let has_programs = [COMPILER, LINKER]
        .iter()
        .all(|name| process::find(name).is_some());
    if !has_programs || !Path::new(HEADER).is_file() {
        debian::install("a C compiler for Wasm", &PACKAGES, ELSEWHERE)?;
    }
    let source = paths.root.join("tests/components/c/site");
    let made = paths.target.join("c-guest");
    fs::create_dir_all(&made).with_context(|| format!("{} cannot be created", made.display()))?;
    let mut bindings = generator()?;
    bindings.arg("c").arg(paths.root.join("wit/0.1.0"));
    bindings.args(["--world", WORLD, "--out-dir"]).arg(&made);
    process::run(&mut bindings).context("the interface could not be written as C")?;
    let module = made.join("site.wasm");
    let mut compiler = Command::new(COMPILER);
    compiler
        .args(["--target=wasm32-wasi", "--sysroot=/", "-std=c23"])
        .args(["-I/usr/include/wasm32-wasi", "-L/usr/lib/wasm32-wasi"])
        .args(["-Oz", "-Wall", "-Wextra", "-Werror"])
        .args(["-mexec-model=reactor", "-Wl,--strip-all", "-o"])
        .arg(&module)
        .arg("-I")
        .arg(&made)
        .args(["site.c", "json.c"].map(|file| source.join(file)))
        .args([".c", "_component_type.o"].map(|ending| made.join(format!("{BINDINGS}{ending}"))));
    process::run(&mut compiler).context("the component in C could not be compiled")?;
    let mut tool = Command::new(&programs.tool);
    tool.arg("wrap").arg(&module).arg("-o");
    process::run(tool.arg(destination.join(COMPONENT)))
        .context("the component in C could not be wrapped")
}

/// The program that writes the interface as C. It is built once.
fn generator() -> Result<Command> {
    let home = cached::directory(GENERATOR, VERSION, &[], &[])?;
    let program = home.join("bin/wit-bindgen");
    cached::make(
        &home,
        || program.is_file(),
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
    Ok(Command::new(program))
}
