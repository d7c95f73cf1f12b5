//! `pulumi-wasm wrap`: from a compiler's output to the file that is published.

use std::path::Path;

use anyhow::Context;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::manifest::Bounds;
use pulumi_wasm_platform::regular_file;

use crate::commands::build::sdks;
use crate::component::{self, CompiledCode};
use crate::files::bounded_file::MAX_LARGE_BYTES;
use crate::terminal::print_line;

/// Wraps a module as a component, asks it for its manifest, and writes both as one file.
pub(crate) fn run(module: &Path, output: &Path, limits: &Limits) -> anyhow::Result<()> {
    let most = limits.get(Limit::ComponentSize).max(MAX_LARGE_BYTES);
    let bytes = regular_file::read_within(module, most)
        .with_context(|| format!("cannot read {}", module.display()))?;
    let finished = component::finish(
        bytes,
        &module.display().to_string(),
        CompiledCode::Temporary,
        &Bounds::default(),
        None,
    )?;
    component::write(output, &finished.bytes)?;
    let manifest = &finished.manifest;
    sdks::warn(manifest)?;
    print_line(format_args!(
        "{}  {} {}, {} resources, {} functions, {} KiB, {}",
        output.display(),
        manifest.name(),
        manifest.version(),
        manifest.schema.resources.len(),
        manifest.schema.functions.len(),
        finished.bytes.len().div_ceil(1024),
        finished.digest
    ));
    Ok(())
}
