//! Compiling a component before a call needs it.

use std::path::Path;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::error::CallError;

use crate::engine::Compiler;

/// Compiles a component into the cache as its calls will want it under these limits; does nothing if that was done.
///
/// # Errors
/// When it cannot be compiled, or compiling reaches a limit.
pub async fn compile_ahead(
    compiler: &Compiler,
    file: &Path,
    digest: &str,
    label: &str,
    limits: &Limits,
    log: &dyn LogSink,
) -> Result<(), CallError> {
    let compiled = compiler.ready(file, digest, label, limits, log).await;
    compiled.map(drop)
}
