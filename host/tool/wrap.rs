//! `pulumi-wasm wrap`: from what a compiler made to the file that is published.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use pulumi_wasm_host::engine::{CodeCache, Compiler, Engine};
use pulumi_wasm_host::guest::{WorldError, check_world, describe};
use pulumi_wasm_host::limits::Limits;
use pulumi_wasm_host::provider::call::{LogSink, Severity};
use pulumi_wasm_host::provider::manifest::Manifest;
use pulumi_wasm_host::source::{Digest, manifest_section};
use wit_component::ComponentEncoder;

/// Shows what the component says while it describes itself.
struct ToStandardError;

impl LogSink for ToStandardError {
    fn log(&self, severity: Severity, _urn: &str, message: &str, ephemeral: bool) {
        if severity != Severity::Debug && !ephemeral {
            eprintln!("{message}");
        }
    }
}

/// Wraps a module as a component, asks it for its manifest, and writes both as one file.
pub(crate) fn run(module: &Path, output: &Path) -> anyhow::Result<()> {
    let bytes =
        std::fs::read(module).with_context(|| format!("cannot read {}", module.display()))?;
    let mut component = match check_world(&bytes) {
        Ok(()) => bytes,
        Err(WorldError::CoreModule) => {
            encode(&bytes).with_context(|| format!("cannot wrap {}", module.display()))?
        }
        Err(error) => bail!("{}: {error}\nhint: {}", module.display(), error.hint()),
    };
    check_world(&component).map_err(|error| {
        anyhow::anyhow!("{}: {error}\nhint: {}", module.display(), error.hint())
    })?;
    let manifest = match manifest_section::find(&component) {
        Some(manifest) => manifest,
        None => {
            let manifest = ask(&component)?;
            manifest_section::append(&mut component, &manifest);
            manifest
        }
    };
    let manifest = Manifest::parse(&manifest)?;
    write(output, &component).with_context(|| format!("cannot write {}", output.display()))?;
    println!(
        "{}  {} {}, {} resources, {} functions, {} KiB, {}",
        output.display(),
        manifest.name(),
        manifest.version(),
        manifest.schema.resources.len(),
        manifest.schema.functions.len(),
        component.len().div_ceil(1024),
        Digest::of(&component)
    );
    Ok(())
}

fn encode(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    ComponentEncoder::default()
        .validate(true)
        .module(module)?
        .encode()
        .context("it has to be built with one of the provider SDKs, and to import nothing else")
}

/// Runs the component once, in the sandbox, with nothing granted.
fn ask(component: &[u8]) -> anyhow::Result<String> {
    let folder = tempfile_folder()?;
    let file = folder.join("component.wasm");
    let answer = std::fs::write(&file, component)
        .context("cannot write a temporary file")
        .and_then(|()| {
            let cache = CodeCache::new(folder.join("cache"));
            let compiler = Compiler::new(Engine::new()?, cache, std::env::current_exe().ok());
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            let digest = Digest::of(component);
            let limits = Limits::default();
            let asked = describe(
                &compiler,
                &file,
                digest.hex(),
                &limits,
                Arc::new(ToStandardError),
            );
            runtime
                .block_on(asked)
                .context("the component cannot describe itself")
        });
    // Whether it could be removed does not change the answer.
    drop(std::fs::remove_dir_all(&folder));
    answer
}

/// A folder that only this user can read, for as long as the command runs.
fn tempfile_folder() -> anyhow::Result<std::path::PathBuf> {
    use std::os::unix::fs::DirBuilderExt;
    let folder = std::env::temp_dir().join(format!("pulumi-wasm-wrap-{}", std::process::id()));
    std::fs::DirBuilder::new()
        .mode(0o700)
        .create(&folder)
        .with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder)
}

/// Writes the whole file or none.
fn write(output: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = output
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        std::fs::create_dir_all(folder)?;
    }
    let unfinished = output.with_extension(format!("{}.tmp", std::process::id()));
    std::fs::write(&unfinished, bytes)?;
    std::fs::rename(&unfinished, output)
}
