//! The machine's settings for requests to a registry.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_capability::system::Network;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::redaction::Secrets;

use super::credentials::{CredentialFiles, Secret};
use super::release_asset::Forge;

/// How long a server that has no time, or a network that fails, is left alone at first.
pub const FIRST_WAIT: Duration = Duration::from_millis(500);

/// The user's tokens for releases, and the servers that may get them. The public server of a forge may get its token without being listed. A
/// project's file or a recorded value names a server for no token: they may be a stranger's.
#[derive(Debug, Clone, Default)]
pub struct ReleaseTokens {
    pub github: Option<Secret>,
    pub gitlab: Option<Secret>,
    /// `HOST` or `HOST:PORT`, as the user or the operator names them in files of their own.
    pub servers: BTreeMap<String, Forge>,
}

impl ReleaseTokens {
    /// The token that a server of a forge may get, if there is one.
    pub(crate) fn of(&self, forge: Forge, server: &str) -> Option<&Secret> {
        let is_named = self.servers.get(server) == Some(&forge);
        let token = match forge {
            Forge::GitHub => &self.github,
            Forge::GitLab => &self.gitlab,
        };
        token
            .as_ref()
            .filter(|_| is_named || server == forge.public_host())
    }
}

/// The machine, its user's credentials, and the limits of the package that is fetched.
#[derive(Clone)]
pub struct RegistryContext {
    /// Sends requests, and judges the addresses that names lead to.
    pub network: Arc<dyn Network>,
    /// Nothing of it is read before a registry asks for credentials.
    pub credentials: CredentialFiles,
    /// Those that releases of private projects are read with.
    pub release_tokens: ReleaseTokens,
    /// Whether registries, as references name them, are asked by http. Of the others, those of this machine are.
    pub plain_http: Arc<BTreeMap<String, bool>>,
    pub limits: Limits,
    /// The time before a failed request is sent for the second time, which doubles from then on: [`FIRST_WAIT`].
    pub first_wait: Duration,
    /// Is told of progress.
    pub log: Arc<dyn LogSink>,
    /// Is told of each credential that is read or given, and keeps them out of messages.
    pub secrets: Arc<Secrets>,
    /// When the work for one component began: the limit `fetch-time` is for all of its steps together.
    pub begun: Instant,
}

impl RegistryContext {
    /// The rest of the time for all steps.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        let most = self.limits.time(Limit::FetchTime);
        most.saturating_sub(self.begun.elapsed())
    }
}

/// Whether somebody on this machine named the registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// A user typed it, or the project's file has it: it may be at an address that is not public.
    Named,
    /// It comes from a recorded value alone, which anybody may have written: it has to be at a public address.
    Recorded,
}
