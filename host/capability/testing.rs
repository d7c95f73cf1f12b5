//! Calls for tests of capabilities, and a log that remembers.

use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use crate::provider::call::{Call, Effects, LogSink, Operation, Severity, Subject};

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
        operation,
        subject: Subject::default(),
        preview: false,
        effects: Effects::All,
        timeout: None,
        random_seed: Vec::new(),
        cancellation: CancellationToken::new(),
        log: Arc::new(lines.clone()),
        views: None,
        notes: None,
    }
}
