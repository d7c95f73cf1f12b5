//! The compiled code of built components, in the code cache of this user.

use std::path::Path;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_packages::{Digest, folders_from_environment};
use pulumi_wasm_sandbox::engine::{Compiler, Engine};

use crate::terminal::Console;

/// The warnings of the compiler; its progress is shown by the step.
struct Warnings(Console);

impl LogSink for Warnings {
    fn log(&self, severity: Severity, _urn: &str, message: &str, ephemeral: bool) {
        let is_worth = matches!(severity, Severity::Warning | Severity::Error);
        if is_worth && !ephemeral {
            self.0.say(message);
        }
    }
}

/// Compiles a component into the cache, unless it is compiled already, so that its first `pulumi up` is fast.
///
/// # Errors
/// If the folder for compiled code is missing, or the component cannot be compiled within the default limits.
pub(crate) fn precompile(file: &Path, digest: &Digest, console: Console) -> anyhow::Result<()> {
    let limits = Limits::default();
    let (_, cache) = folders_from_environment()?;
    let compiler = Compiler::new(Engine::new(), cache, std::env::current_exe().ok());
    let label = file.file_name().unwrap_or_default().to_string_lossy();
    // Usually the question for its manifest compiled it already.
    let _step = console.pause("compiling it for this machine");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let log = Warnings(console);
    let compiled = compiler.ready(file, digest.hex(), &label, &limits, &log);
    runtime.block_on(compiled)?;
    Ok(())
}

/// Removes the compiled code of a component that newer builds replaced, unless the component was added to a project.
/// Otherwise a day of work on a provider would fill the cache with unused code. The size of the cache limits the files
/// that stay after a failure.
pub(crate) fn forget_replaced(replaced: Option<Digest>, by: &Digest) {
    let replaced = replaced.filter(|replaced| replaced != by);
    if let (Some(replaced), Ok((store, cache))) = (replaced, folders_from_environment())
        && store.bytes(&replaced).is_none()
    {
        drop(cache.remove(&|digest| digest == replaced.hex()));
    }
}
