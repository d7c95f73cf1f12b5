//! A warning about names for which Pulumi's generators make SDKs that do not compile. The author hears of them in a build; a component
//! that another tool made was not checked there.

use std::sync::Arc;

use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::schema::{Language, sdk_faults};
use pulumi_wasm_core::text::Excerpt;

use crate::SourceError;
use crate::loader::blocking::run_blocking;
use crate::loader::candidate::Found;

/// So many faults of a component are shown.
const MOST_SHOWN: usize = 5;

/// Warns of the components whose SDKs do not compile, beside the thread that serves.
///
/// # Errors
/// When a manifest cannot be read any more.
pub(crate) async fn warn(found: &[Found], log: &Arc<dyn LogSink>) -> Result<(), SourceError> {
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
        let shown = faults.iter().take(MOST_SHOWN);
        let mut lines: Vec<String> = shown
            .map(|fault| format!("  {}", Excerpt::reason(&fault.to_string())))
            .collect();
        if faults.len() > MOST_SHOWN {
            lines.push(format!("  and {} more", faults.len() - MOST_SHOWN));
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
