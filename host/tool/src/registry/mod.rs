//! Components in registries: pushed, fetched, listed.

pub(crate) mod load;
pub(crate) mod login;
pub(crate) mod pull;
pub(crate) mod push;
pub(crate) mod tags;
pub(crate) mod update;

use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_packages::registry_surroundings;
use pulumi_wasm_registry::{Reference, RegistryError, Surroundings};
use tokio::runtime::{Builder, Runtime};

use crate::terminal::Console;

/// Shows how far a transfer is.
struct Shown(Console);

impl LogSink for Shown {
    fn log(&self, severity: Severity, _urn: &str, message: &str, _ephemeral: bool) {
        if severity != Severity::Debug {
            self.0.say(message);
        }
    }
}

/// This machine, for requests to registries.
fn surroundings(limits: &Limits, console: Console) -> Surroundings {
    let log: Arc<dyn LogSink> = Arc::new(Shown(console));
    registry_surroundings(limits, &log)
}

/// Runs work that waits.
fn runtime() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(1)
        .thread_stack_size(pulumi_wasm_sandbox::scheduler::STACK_BYTES)
        .enable_all()
        .build()
}

/// The error, with its advice on a line of its own.
fn told(error: &RegistryError) -> anyhow::Error {
    anyhow::anyhow!("{error}")
}

/// Reads a reference as a user types it.
fn parse(word: &str) -> Result<Reference, String> {
    word.parse()
}
