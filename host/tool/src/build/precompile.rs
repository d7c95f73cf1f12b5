//! Compiling a component into this user's code cache, so that its first `pulumi up` does not wait for it.

use std::path::Path;

use pulumi_wasm_capability::limits::{Limit, Limits};
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

/// Compiles it, unless that was done before.
///
/// # Errors
/// When there is no folder for compiled code, or the component cannot be compiled within the default limits.
pub(crate) fn compile(file: &Path, digest: &Digest, console: Console) -> anyhow::Result<()> {
    let limits = Limits::default();
    let (_, cache) = folders_from_environment()?;
    let compiler = Compiler::new(Engine::new(), cache, std::env::current_exe().ok())
        .with_stack(limits.size(Limit::Stack));
    let label = file.file_name().unwrap_or_default().to_string_lossy();
    // Mostly that was done when it was asked for its manifest, and there is nothing to wait for.
    let _step = console.pause("compiling it for this machine");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let log = Warnings(console);
    let compiled = compiler.ready(file, digest.hex(), &label, &limits, &log);
    runtime.block_on(compiled)?;
    Ok(())
}
