//! Finding what this machine has, and installing what it lacks.
//!
//! Each file answers for one thing. A tool that cannot be installed is an error that tells the commands.

pub(crate) mod c_toolchain;
pub(crate) mod cached;
pub(crate) mod codegen;
pub(crate) mod debian;
pub(crate) mod engine;
mod engine_version;
pub(crate) mod go;
pub(crate) mod guest_toolchain;
pub(crate) mod languages;
pub(crate) mod nodejs;
pub(crate) mod old_engines;
mod progress;
pub(crate) mod python;
pub(crate) mod script_tools;
pub(crate) mod servers;

use anyhow::Result;

use crate::paths::Paths;

/// Everything that any other command needs.
pub(crate) fn all(paths: &Paths) -> Result<()> {
    let toolchain = guest_toolchain::find_or_install(paths)?;
    println!("Rust for Wasm   {toolchain}");
    let servers = servers::find_or_install()?;
    println!("PowerDNS        {}", servers.pdns_server.display());
    println!("Registry        {}", servers.docker_registry.display());
    let engine = engine::find_or_build(paths)?;
    println!("Pulumi engine   {engine}");
    let old_engines = old_engines::find_or_build(paths, false)?;
    println!("Old engine      {}", old_engines.display());
    script_tools::find_or_install_python()?;
    script_tools::find_or_install_node()?;
    let languages = languages::find_or_install(paths)?;
    println!("Python          {}", languages.python.display());
    println!("Node.js         {}", languages.node_modules.display());
    println!("Code generator  {}", languages.codegen.display());
    println!("\nEverything is there. Next: cargo xtask demo, or cargo xtask test");
    Ok(())
}
