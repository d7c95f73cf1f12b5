//! The log that knows no secrets: in front of every other.

use std::sync::Arc;

use super::Secrets;
use crate::provider::call::{LogSink, Severity};

/// What is shown of one message: nobody reads more.
const MAX_MESSAGE_BYTES: usize = 64 << 10;

/// Hands messages on without secrets, and long ones shortened.
pub struct CleanLog {
    sink: Arc<dyn LogSink>,
    secrets: Arc<Secrets>,
}

impl CleanLog {
    #[must_use]
    pub fn new(sink: Arc<dyn LogSink>, secrets: Arc<Secrets>) -> Arc<Self> {
        Arc::new(Self { sink, secrets })
    }
}

impl LogSink for CleanLog {
    fn log(&self, severity: Severity, urn: &str, message: &str, ephemeral: bool) {
        let message = self.secrets.excerpt(message, MAX_MESSAGE_BYTES);
        self.sink.log(severity, urn, &message, ephemeral);
    }
}
