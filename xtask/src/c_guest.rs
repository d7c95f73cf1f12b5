//! Building the component in C, which shows that the interface can be used without an SDK.
//!
//! A kept build of it is in `tests/guests-0.1.0`, and each run of the tests runs it. Only long runs and `cargo xtask kept-guests`
//! build it again, because a contributor needs a compiler for C for nothing else.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use crate::host::Programs;
use crate::paths::Paths;
use crate::process;
use crate::setup::c_toolchain::{self, CToolchain};

/// The component that tests look for.
const COMPONENT: &str = "site-c.wasm";
const WORLD: &str = "pulumi-wasm:provider/component-provider@0.1.0";
/// The names of the files that the generator writes.
const BINDINGS: &str = "component_provider";

/// Builds it into `destination`.
pub(crate) fn build(paths: &Paths, programs: &Programs, destination: &Path) -> Result<()> {
    let toolchain = c_toolchain::find_or_install()?;
    let source = paths.root.join("tests/components/c/site");
    let made = paths.target.join("c-guest");
    fs::create_dir_all(&made).with_context(|| format!("{} cannot be created", made.display()))?;
    let wit = paths.root.join("wit/0.1.0");
    process::run(&mut toolchain.bindings(&wit, WORLD, &made))
        .context("the interface could not be written as C")?;
    let module = made.join("site.wasm");
    let mut compiler = CToolchain::compile(&module);
    compiler.arg("-I").arg(&made);
    compiler.args(["site.c", "json.c"].map(|file| source.join(file)));
    for ending in [".c", "_component_type.o"] {
        compiler.arg(made.join(format!("{BINDINGS}{ending}")));
    }
    process::run(&mut compiler).context("the component in C could not be compiled")?;
    let mut tool = Command::new(&programs.tool);
    tool.arg("wrap").arg(&module).arg("-o");
    process::run(tool.arg(destination.join(COMPONENT)))
        .context("the component in C could not be wrapped")
}
