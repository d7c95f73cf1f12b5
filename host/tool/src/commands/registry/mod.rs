//! Components in registries: pushed, fetched, listed, signed.

mod credentials_file;
mod document_files;
mod layout_file;
pub(crate) mod load;
pub(crate) mod login;
pub(crate) mod mirror;
pub(crate) mod pull;
pub(crate) mod push;
pub(crate) mod sign;
pub(crate) mod tags;
pub(crate) mod update;
pub(crate) mod verify;

use std::ffi::OsString;
use std::sync::Arc;

use clap::builder::{OsStringValueParser, TypedValueParser};
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_packages::{Source, offline, registry_context};
use pulumi_wasm_registry::{Reference, RegistryContext, RegistryError};
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
fn context(limits: &Limits, console: Console) -> anyhow::Result<RegistryContext> {
    let log: Arc<dyn LogSink> = Arc::new(Shown(console));
    Ok(registry_context(limits, &log)?)
}

/// Runs work that waits.
fn runtime() -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(1)
        .thread_stack_size(pulumi_wasm_sandbox::scheduler::STACK_BYTES)
        .enable_all()
        .build()
}

/// Fails if this machine must not send requests. For commands that do not fetch, because `sources.fetch` of a policy
/// applies only to fetching.
fn require_online(server: &str) -> anyhow::Result<()> {
    match offline()? {
        None => Ok(()),
        Some(cause) => Err(anyhow::anyhow!(
            "cannot ask {server}: {}\nhint: {}",
            cause.reason,
            cause.remedy
        )),
    }
}

/// The error, with its hint on a separate line.
fn told(error: &RegistryError) -> anyhow::Error {
    anyhow::anyhow!("{error}")
}

/// The parser of a source, whose path need not be UTF-8.
fn source_parser() -> impl TypedValueParser<Value = Source> {
    OsStringValueParser::new().try_map(|word: OsString| Source::parse_word(&word))
}

/// Reads a reference as a user types it.
fn parse(word: &str) -> Result<Reference, String> {
    Reference::typed(word)
}
