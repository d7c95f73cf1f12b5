//! A warning about names that make Pulumi's generators write SDKs that do not compile. `pulumi-wasm build` reports
//! them to the author, but other tools may have built the component.

use std::sync::Arc;

use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::schema::{Language, sdk_faults};
use pulumi_wasm_core::text::Excerpt;

use crate::SourceError;
use crate::loader::blocking::run_blocking;
use crate::loader::candidate::ResolvedComponent;

/// The number of faults that the warning shows for a component.
const MAX_SHOWN: usize = 5;

/// Warns about components whose SDKs do not compile. Checks on another thread.
///
/// # Errors
/// When a manifest cannot be read any more.
pub(crate) async fn warn(
    found: &[ResolvedComponent],
    log: &Arc<dyn LogSink>,
) -> Result<(), SourceError> {
    for component in found {
        let manifest = Arc::clone(&component.manifest);
        let faults = run_blocking(move || {
            let schema = &manifest.documents()?.schema;
            Ok::<_, SourceError>(sdk_faults(schema, &Language::ALL))
        })
        .await??;
        if faults.is_empty() {
            continue;
        }
        let shown = faults.iter().take(MAX_SHOWN);
        let mut lines: Vec<String> = shown
            .map(|fault| format!("  {}", Excerpt::reason(&fault.to_string())))
            .collect();
        if faults.len() > MAX_SHOWN {
            lines.push(format!("  and {} more", faults.len() - MAX_SHOWN));
        }
        let message = format!(
            "the SDKs that Pulumi generates for `{}` do not compile in some languages:\n{}\nhint: programs in YAML and in the other \
             languages can use the package; tell its author",
            component.shown,
            lines.join("\n")
        );
        log.log(Severity::Warning, "", &message, false);
    }
    Ok(())
}
