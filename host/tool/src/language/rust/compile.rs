//! Compiles a provider in Rust with cargo.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, anyhow, bail};
use serde_json::Value;

use super::toolchain::{self, GuestToolchain, TARGET};
use super::{check, toolchain_program};
use crate::language::workshop::{VARIABLES, Workshop};

/// Compiles the library of the project, and gives the core module.
pub(super) fn compile(workshop: &Workshop) -> anyhow::Result<PathBuf> {
    let folder = &workshop.project;
    workshop.announce();
    let toolchain = toolchain::find(folder)
        .map_err(|missing| anyhow!("{missing}\nhint: {}", missing.hint()))?;
    check::warn(folder);
    let manifest = folder.join("Cargo.toml");
    let mut cargo = toolchain_program("cargo");
    cargo
        .current_dir(folder)
        .args(["rustc", "--lib", "--release", "--crate-type", "cdylib"])
        .args(["--message-format", "json-render-diagnostics"])
        .arg("--manifest-path")
        .arg(&manifest)
        .args(["--config", &flags(&toolchain, folder)])
        .stdin(Stdio::null())
        .stderr(Stdio::inherit());
    toolchain.apply(&mut cargo);
    cargo.arg("--").arg(remap(folder, "provider"));
    workshop.console.say("compiling with cargo");
    let output = match cargo.output() {
        Ok(output) => output,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => bail!(
            "`cargo` is not on PATH\nhint: install Rust from https://rustup.rs, then run `rustup target add {TARGET}`"
        ),
        Err(error) => return Err(error).context("cargo cannot be started"),
    };
    if !output.status.success() {
        bail!(
            "cargo could not compile {}\nhint: the compiler's errors are above; {VARIABLES}",
            folder.display()
        );
    }
    module(&output.stdout, &manifest).with_context(|| {
        format!(
            "cargo compiled no library of {}\nhint: a provider is a package with a library, `src/lib.rs`",
            folder.display()
        )
    })
}

/// The module among cargo's messages.
fn module(messages: &[u8], manifest: &Path) -> Option<PathBuf> {
    let manifest = fs::canonicalize(manifest).ok()?;
    String::from_utf8_lossy(messages)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["reason"] == "compiler-artifact")
        .filter(|message| {
            let path = message["manifest_path"].as_str();
            path.is_some_and(|path| fs::canonicalize(path).is_ok_and(|path| path == manifest))
        })
        .rev()
        .find_map(|message| {
            let files = message["filenames"].as_array()?.iter();
            let mut paths = files.filter_map(Value::as_str).map(PathBuf::from);
            paths.find(|path| path.extension().is_some_and(|ending| ending == "wasm"))
        })
}

/// A setting for cargo: messages of panics name the files of libraries without the folders of this machine. Those
/// folders are private, and would change the digest of the same source elsewhere.
///
/// The project's own folder is not among them: its files and the SDK's are compiled by relative paths, so the compiled
/// code of one project can be used for another.
fn flags(toolchain: &GuestToolchain, folder: &Path) -> String {
    let sources = toolchain.sources(folder);
    let registry = cargo_home().map(|home| remap(&home, "cargo"));
    let library = sources.map(|sources| remap(&sources, "rust"));
    let flags: Vec<String> = registry.into_iter().chain(library).collect();
    let flags = Value::from(flags);
    // JSON's notation for a list of strings is valid TOML.
    format!("target.{TARGET}.rustflags={flags}")
}

fn remap(from: &Path, to: &str) -> String {
    format!("--remap-path-prefix={}={to}", from.display())
}

fn cargo_home() -> Option<PathBuf> {
    match std::env::var_os("CARGO_HOME").filter(|home| !home.is_empty()) {
        Some(home) => Some(home.into()),
        None => Some(std::env::home_dir()?.join(".cargo")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_module_is_that_of_the_project_itself() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("Cargo.toml");
        fs::write(&manifest, "").unwrap();
        let other = folder.path().join("other.toml");
        fs::write(&other, "").unwrap();
        let artifact = |manifest: &Path, file: &str| {
            serde_json::json!({
                "reason": "compiler-artifact", "manifest_path": manifest, "filenames": [file],
            })
        };
        let messages = format!(
            "{}\n{}\nno JSON\n{{\"reason\":\"build-finished\"}}\n",
            artifact(&manifest, "/t/demo.wasm"),
            artifact(&other, "/t/other.wasm")
        );
        let found = module(messages.as_bytes(), &manifest);
        assert_eq!(found, Some(PathBuf::from("/t/demo.wasm")));
        let none = artifact(&manifest, "/t/libdemo.rlib").to_string();
        assert_eq!(module(none.as_bytes(), &manifest), None);
    }
}
