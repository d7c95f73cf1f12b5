//! The progress that a user sees while bytes arrive.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pulumi_wasm_core::call::{LogSink, Severity};

/// The time before the first message, and between two.
const INTERVAL: Duration = Duration::from_secs(1);

/// Tells how far a download is, if it takes longer than a moment.
pub(crate) struct Progress<'a> {
    log: &'a Arc<dyn LogSink>,
    subject: String,
    told: Instant,
}

impl<'a> Progress<'a> {
    /// Of something that is named `subject` in messages.
    pub(crate) fn new(log: &'a Arc<dyn LogSink>, subject: String) -> Self {
        Self {
            log,
            subject,
            told: Instant::now(),
        }
    }

    /// Tells how many bytes are there, of how many if that is known.
    pub(crate) fn tell(&mut self, received: u64, size: Option<u64>) {
        if self.told.elapsed() < INTERVAL {
            return;
        }
        self.told = Instant::now();
        let of = size.map_or_else(String::new, |size| format!(" of {}", mebibytes(size)));
        let message = format!(
            "fetching {} ({}{of} MiB)",
            self.subject,
            mebibytes(received)
        );
        self.log.log(Severity::Info, "", &message, true);
    }
}

/// With one digit behind the point.
fn mebibytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) >> 20;
    format!("{}.{}", tenths / 10, tenths % 10)
}
