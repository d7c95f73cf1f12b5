//! Messages of calls: warnings go into the answer, and everything into the log of the core, which is standard error.

use std::io::Write;
use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::text::printable;
use serde_json::json;

use crate::diagnostics;
use crate::proto::tfplugin6::Diagnostic;

/// The maximum number of warnings that one call shows.
const MAX_WARNINGS: usize = 100;

/// The messages of one call.
#[derive(Default)]
pub(crate) struct CallLog {
    warnings: Mutex<Vec<Diagnostic>>,
}

impl CallLog {
    pub(crate) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// The warnings so far.
    pub(crate) fn take(&self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.warnings.lock())
    }
}

impl LogSink for CallLog {
    fn log(&self, severity: Severity, _: &str, message: &str, _: bool) {
        if matches!(severity, Severity::Warning | Severity::Error) {
            let mut warnings = self.warnings.lock();
            if warnings.len() < MAX_WARNINGS {
                warnings.push(diagnostics::warning(message));
            }
        }
        write(severity, message);
    }
}

/// Writes a line that the core reads as a message of this level.
pub(crate) fn write(severity: Severity, message: &str) {
    let level = match severity {
        Severity::Debug => "debug",
        Severity::Info => "info",
        Severity::Warning => "warn",
        Severity::Error => "error",
    };
    let line = json!({ "@level": level, "@message": printable(message), "@module": "pulumi-wasm" });
    // The reader may be gone.
    writeln!(std::io::stderr(), "{line}").ok();
}
