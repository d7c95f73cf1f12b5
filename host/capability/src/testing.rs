//! Calls for tests of capabilities, and a log that remembers. The tests of the crates above use them, too.

#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::must_use_candidate,
    clippy::missing_panics_doc,
    reason = "for tests"
)]

use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_core::call::{Call, Effects, LogSink, Operation, Severity, Subject};
use pulumi_wasm_core::redaction::Secrets;
use tokio_util::sync::CancellationToken;

use super::CurrentCall;
use super::budget::Budget;
use super::http::{HttpCapability, HttpClient};
use crate::limits::Limits;
use crate::system::local::MachineTime;
use crate::system::{Network, Offline, System};

/// A shown line: its severity, its text, and whether it was progress.
pub type Line = (Severity, String, bool);

/// A log that records messages.
#[derive(Debug, Clone, Default)]
pub struct Lines(Arc<Mutex<Vec<Line>>>);

impl Lines {
    pub fn heard(&self) -> Vec<Line> {
        self.0.lock().clone()
    }
}

impl LogSink for Lines {
    fn log(&self, severity: Severity, _urn: &str, message: &str, ephemeral: bool) {
        self.0
            .lock()
            .push((severity, message.to_owned(), ephemeral));
    }
}

/// A call that may change everything.
pub fn call(operation: Operation, lines: &Lines) -> Call {
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

/// A current call on this machine's clock.
pub fn current_call() -> CurrentCall {
    CurrentCall::new(
        Arc::new(MachineTime::default()),
        Budget::alone(Arc::default()),
    )
}

/// The client for this machine's network in a call without grants.
pub fn client(call: &Call, limits: &Limits) -> HttpClient {
    let current_call = current_call();
    current_call.begin(call.clone(), std::time::Duration::from_secs(60));
    HttpCapability::new(&system(Arc::new(Offline)), Vec::new(), limits)
        .client(&current_call)
        .expect("a running call")
}

/// This machine, with this network.
pub fn system(network: Arc<dyn Network>) -> System {
    System::of_machine(network)
}
