//! Turns a compiler's output into a component to publish: wrapped, checked, with its manifest inside.

pub(super) mod compiled_code;
pub(super) mod document;
pub(super) mod preview1;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::manifest::{Bounds, Manifest};
use pulumi_wasm_packages::packages_section::{self, ContainedPackage};
use pulumi_wasm_packages::{Digest, TemporaryFolder, manifest_section, require_usable};
use pulumi_wasm_sandbox::engine::{CodeCache, Compiler, Engine};
use pulumi_wasm_sandbox::guest::{ComponentError, check_component, describe};
use pulumi_wasm_sandbox::preinitialize;
use wit_component::ComponentEncoder;

use crate::files::whole_file::{self, Audience};

/// A component that can be published.
pub(crate) struct Finished {
    pub(crate) bytes: Vec<u8>,
    pub(crate) digest: Digest,
    pub(crate) manifest: Manifest,
}

impl Finished {
    /// Reads a component that was finished before.
    ///
    /// # Errors
    /// If the component has no manifest or an invalid one.
    pub(crate) fn read(bytes: Vec<u8>, bounds: &Bounds) -> anyhow::Result<Self> {
        let text = manifest_section::find(&bytes).context("it has no manifest inside")?;
        let manifest = Manifest::parse_within(&text, bounds)
            .map_err(|error| anyhow!("{error}\nhint: {}", error.hint()))?;
        let digest = Digest::of(&bytes);
        Ok(Self {
            bytes,
            digest,
            manifest,
        })
    }
}

/// The place of a component's compiled code while the component is asked for its manifest.
#[derive(Clone, Copy)]
pub(crate) enum CompiledCode<'a> {
    /// A temporary folder: the component is compiled for this question alone.
    Temporary,
    /// The cache, into which the component is compiled.
    In(&'a CodeCache),
    /// The cache, which already has the code: the component with this digest differs from this component only in custom sections.
    Of(&'a Digest, &'a CodeCache),
}

impl<'a> CompiledCode<'a> {
    fn cache(self) -> Option<&'a CodeCache> {
        match self {
            Self::Temporary => None,
            Self::In(cache) | Self::Of(_, cache) => Some(cache),
        }
    }
}

/// Wraps a core module as a component, or takes a component as it is. If the component has no manifest, asks it for the
/// manifest and embeds it. `shown` names the component in messages, and `bounds` are the bounds of the manifest. `packages`
/// are recorded in the component if they are known.
///
/// # Errors
/// If it is not a provider, cannot describe itself, or has an invalid manifest. Each error has a hint.
pub(crate) fn finish(
    made: Vec<u8>,
    shown: &str,
    code: CompiledCode<'_>,
    bounds: &Bounds,
    packages: Option<&[ContainedPackage]>,
) -> anyhow::Result<Finished> {
    let refused = |error: &ComponentError| anyhow!("{shown}: {error}\nhint: {}", error.hint());
    let mut component = match check_component(&made) {
        Ok(()) => made,
        Err(ComponentError::CoreModule) => {
            encode(&made).with_context(|| format!("cannot wrap {shown}"))?
        }
        Err(error) => return Err(refused(&error)),
    };
    check_component(&component).map_err(|error| refused(&error))?;
    if let Some(packages) = packages {
        packages_section::append(&mut component, packages)?;
    }
    if manifest_section::find(&component).is_none() {
        let before = Digest::of(&component);
        // If the cache cannot be used, the component is compiled again, and the compilation reports the error.
        if let CompiledCode::Of(other, cache) = code {
            drop(cache.share(&Engine::new(), other.hex(), before.hex()));
        }
        let manifest = ask(&component, &before, code.cache())?;
        manifest_section::append(&mut component, &manifest);
        let finished = Digest::of(&component);
        match code {
            CompiledCode::Temporary => {}
            CompiledCode::In(cache) => {
                drop(cache.move_code(&Engine::new(), before.hex(), finished.hex()));
            }
            CompiledCode::Of(other, cache) => {
                drop(cache.remove(&|digest| digest == before.hex()));
                drop(cache.share(&Engine::new(), other.hex(), finished.hex()));
            }
        }
    }
    let finished = Finished::read(component, bounds)?;
    require_usable(&finished.manifest).map_err(|error| anyhow!("{error}"))?;
    Ok(finished)
}

/// Makes a component of a module. A module without a world, from a compiler that does not know components, gets the
/// world of the interface and the adapter for WASI.
fn encode(module: &[u8]) -> anyhow::Result<Vec<u8>> {
    if !preview1::has_world(module) {
        return preview1::encode(preinitialized(module).unwrap_or_else(|| module.to_vec()));
    }
    ComponentEncoder::default()
        .validate(true)
        .module(module)?
        .encode()
        .context("build it with one of the provider SDKs, without other imports")
}

/// Runs the initialization of a module whose SDK supports that, so that no process has to. `None`: each process runs it.
fn preinitialized(module: &[u8]) -> Option<Vec<u8>> {
    let made = preinitialize(module, Limits::default().size(Limit::Memory))?;
    if let Some(reason) = &made.reason {
        let part = match made.module {
            Some(_) => "`main` runs",
            None => "the initialization of all packages runs",
        };
        eprintln!(
            "note: {part} in each process, and not once when the component is built, because {reason}"
        );
    }
    made.module
}

/// Shows the messages of the component while it describes itself.
pub(crate) struct ToStandardError;

impl LogSink for ToStandardError {
    fn log(&self, severity: Severity, _urn: &str, message: &str, ephemeral: bool) {
        if severity != Severity::Debug && !ephemeral {
            eprintln!("{message}");
        }
    }
}

/// Runs the component once, in the sandbox, with nothing granted.
fn ask(component: &[u8], digest: &Digest, cache: Option<&CodeCache>) -> anyhow::Result<String> {
    let folder = TemporaryFolder::new().context("cannot make a temporary folder")?;
    let file = folder.path().join("component.wasm");
    std::fs::write(&file, component).context("cannot write a temporary file")?;
    let cache = match cache {
        Some(cache) => cache.clone(),
        None => CodeCache::new(folder.path().join("cache")),
    };
    let compiler = Compiler::new(Engine::new(), cache, std::env::current_exe().ok());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let limits = Limits::default();
    let asked = describe(
        &compiler,
        &file,
        digest.hex(),
        &limits,
        Arc::new(ToStandardError),
    );
    runtime.block_on(asked).map_err(|error| {
        let said = format!("the component cannot describe itself: {error}");
        match error.hint() {
            Some(hint) => anyhow!("{said}\nhint: {hint}"),
            None => anyhow!(said),
        }
    })
}

/// Writes the file as a whole, or not at all.
///
/// # Errors
/// If its folder cannot be created or written to.
pub(crate) fn write(output: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    whole_file::write(output, bytes, Audience::Everybody)
        .with_context(|| format!("cannot write {}", output.display()))
}
