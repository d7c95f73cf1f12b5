//! The log messages.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use pulumi_wasm_core::call::{LogSink, Severity};

/// A message for people, as the user would see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// `debug`, `info`, `warning` or `error`; `status` for progress that is shown and forgotten.
    pub severity: &'static str,
    /// The URN of the resource that it is shown on; empty for other messages.
    pub urn: String,
    /// Its text.
    pub text: String,
}

impl fmt::Display for Message {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.severity, self.text)
    }
}

/// All messages so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Messages(Arc<Mutex<Vec<Message>>>);

impl Messages {
    pub(crate) fn all(&self) -> Vec<Message> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl LogSink for Messages {
    fn log(&self, severity: Severity, urn: &str, message: &str, ephemeral: bool) {
        let severity = match severity {
            _ if ephemeral => "status",
            Severity::Debug => "debug",
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        let message = Message {
            severity,
            urn: urn.to_owned(),
            text: message.to_owned(),
        };
        // Beside the output of the test, which is shown when the test fails.
        eprintln!("{message}");
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(message);
    }
}
