//! Calls for tests of capabilities, and a log that remembers.

use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use super::CallSlot;
use super::http::{HttpCapability, HttpClient};
use super::surroundings::Surroundings;
use crate::limits::Limits;
use crate::provider::call::{Call, Effects, LogSink, Operation, Severity, Subject};
use crate::provider::redaction::Secrets;

/// What was shown: how grave, what, and whether it was progress.
pub(crate) type Line = (Severity, String, bool);

/// A log that remembers what it was told.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lines(Arc<Mutex<Vec<Line>>>);

impl Lines {
    pub(crate) fn heard(&self) -> Vec<Line> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl LogSink for Lines {
    fn log(&self, severity: Severity, _urn: &str, message: &str, ephemeral: bool) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((
            severity,
            message.to_owned(),
            ephemeral,
        ));
    }
}

/// A call that may change everything.
pub(crate) fn call(operation: Operation, lines: &Lines) -> Call {
    Call {
        effects: Effects::All,
        ..Call::new(
            operation,
            Subject::default(),
            CancellationToken::new(),
            Arc::new(lines.clone()),
            &Secrets::new(),
        )
    }
}

/// The way to this machine's network of a call that was granted nothing.
pub(crate) fn client(call: &Call, limits: &Limits) -> HttpClient {
    let slot = CallSlot::default();
    slot.begin(call.clone(), std::time::Duration::from_secs(60));
    HttpCapability::new(&Surroundings::machine(), Vec::new(), limits)
        .client(&slot)
        .expect("a running call")
}
