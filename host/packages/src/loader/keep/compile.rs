//! Compiles large components when a package is added, so that the first `pulumi up` does not wait for the compiler.
//!
//! The engine waits for the answer and shows messages in the meantime, so the user sees why adding a package takes
//! long. A process in the background would be invisible, and would often end with the command.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_sandbox::guest::compile_ahead;

use crate::loader::Loader;
use crate::loader::candidate::{LoadContext, ResolvedComponent};

/// Smaller components compile fast enough when a call needs them.
const LARGE_BYTES: u64 = 2 << 20;

impl Loader {
    /// Compiles large components, unless the cache has their code. Warns about a failure; the call that needs the
    /// component fails again.
    pub(crate) async fn compile_ahead(
        &self,
        found: &[ResolvedComponent],
        loading: &LoadContext<'_>,
    ) {
        for ResolvedComponent {
            reference,
            shown,
            file,
            ..
        } in found
        {
            let is_large = file.metadata().is_ok_and(|file| file.len() >= LARGE_BYTES);
            if !is_large {
                continue;
            }
            let digest = reference.digest.hex();
            let log = LastingLog::new(loading.log);
            let compiled =
                compile_ahead(&self.compiler, file, digest, shown, loading.limits, &log).await;
            if let Err(error) = compiled {
                let hint = error.hint().map(|hint| format!("\nhint: {hint}"));
                let message = format!("{error}{}", hint.unwrap_or_default());
                log.log(Severity::Warning, "", &message, false);
            }
        }
    }
}

/// Shows the first of the messages about progress, and then fewer and fewer of them, each on its own line.
pub(crate) struct LastingLog {
    log: Arc<dyn LogSink>,
    passing: AtomicU32,
}

impl LastingLog {
    pub(crate) fn new(log: &Arc<dyn LogSink>) -> Self {
        Self {
            log: Arc::clone(log),
            passing: AtomicU32::new(0),
        }
    }
}

impl LogSink for LastingLog {
    fn log(&self, severity: Severity, urn: &str, message: &str, ephemeral: bool) {
        let is_due =
            |number: u32| number == 0 || number.is_multiple_of(5) && (number / 5).is_power_of_two();
        if !ephemeral || is_due(self.passing.fetch_add(1, Ordering::Relaxed)) {
            self.log.log(severity, urn, message, false);
        }
    }
}
