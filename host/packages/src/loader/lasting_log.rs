//! Messages while a package is added: its command shows no line that is meant for a moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use pulumi_wasm_core::call::{LogSink, Severity};

/// Tells that something begins, and in growing intervals that it goes on. A message that is meant for a moment has a
/// separate line here.
pub(super) struct LastingLog {
    log: Arc<dyn LogSink>,
    passing: AtomicU32,
}

impl LastingLog {
    pub(super) fn new(log: &Arc<dyn LogSink>) -> Self {
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
