//! What requests to a registry need of the machine.

use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_capability::system::Network;
use pulumi_wasm_core::call::LogSink;

use super::credentials::CredentialFiles;

/// The machine, its user's credentials, and the limits of the package that is fetched.
#[derive(Clone)]
pub struct RegistryContext {
    /// Sends requests, and judges the addresses that names lead to.
    pub network: Arc<dyn Network>,
    /// Nothing of it is read before a registry asks for credentials.
    pub credentials: CredentialFiles,
    pub limits: Limits,
    /// Is told of progress.
    pub log: Arc<dyn LogSink>,
}

/// Whether somebody on this machine named the registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// A user typed it, or the project's file has it: it may be at an address that is not public.
    Named,
    /// It comes from a recorded value alone, which anybody may have written: it has to be at a public address.
    Recorded,
}
