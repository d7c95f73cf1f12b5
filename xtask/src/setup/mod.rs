//! Finding programs on this machine, and installing those that are missing. If a program cannot be installed, the error names
//! the commands that install it.

pub(crate) mod actionlint;
pub(crate) mod cached;
pub(crate) mod debian;
pub(crate) mod engine;
pub(crate) mod go;
pub(crate) mod guest_toolchain;
pub(crate) mod languages;
pub(crate) mod newer_terraform;
pub(crate) mod old_engines;
pub(crate) mod servers;
pub(crate) mod terraform;

use anyhow::Result;

use crate::paths::Paths;

/// Finds or installs everything that any command needs.
pub(crate) fn all(paths: &Paths) -> Result<()> {
    let toolchain = guest_toolchain::find_or_install(paths)?;
    println!("Rust for Wasm   {toolchain}");
    servers::install_missing()?;
    println!("Servers         installed");
    let engine = engine::find_or_build(paths)?;
    println!("Pulumi engine   {engine}");
    let old_engines = old_engines::find_or_build(paths, false)?;
    println!("Old engine      {}", old_engines.display());
    let terraform = terraform::find_or_build(paths)?;
    println!("Terraform       {}", terraform.display());
    let newer = newer_terraform::find_or_install()?;
    println!("Newer ones      {}", newer.display());
    let languages = languages::find_or_install(paths)?;
    go::remove_caches(paths);
    println!("Python          {}", languages.python.display());
    println!("Node.js         {}", languages.node_modules.display());
    println!("Code generator  {}", languages.codegen.display());
    println!("\nEverything is installed. Next: cargo xtask demo, or cargo xtask test");
    Ok(())
}

/// Prints a line before a step that changes the machine or takes long.
pub(crate) fn say(message: &str) {
    eprintln!("setup: {message}");
}
