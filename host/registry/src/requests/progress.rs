//! Progress messages of downloads.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pulumi_wasm_core::call::{LogSink, Severity};

/// The time before the first message, and between messages.
const INTERVAL: Duration = Duration::from_secs(1);

/// Reports the progress of a download that takes longer than a moment.
pub(crate) struct Progress<'a> {
    log: &'a Arc<dyn LogSink>,
    subject: String,
    told: Instant,
}

impl<'a> Progress<'a> {
    /// `subject` is the name of the content in messages.
    pub(crate) fn new(log: &'a Arc<dyn LogSink>, subject: String) -> Self {
        Self {
            log,
            subject,
            told: Instant::now(),
        }
    }

    /// Reports the number of received bytes, and the total if it is known.
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

/// With one decimal digit.
fn mebibytes(bytes: u64) -> String {
    let tenths = bytes.saturating_mul(10) >> 20;
    format!("{}.{}", tenths / 10, tenths % 10)
}
