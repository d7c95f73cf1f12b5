//! The machine's settings for requests to a registry.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_capability::system::Network;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::redaction::Secrets;

use crate::RegistryError;
use crate::credentials::{CredentialFiles, Secret};
use crate::hosted::release_asset::Forge;

/// Limits `work` to the rest of `fetch-time`. For messages, `subject` is the content to fetch, and `server` is the
/// slow server.
///
/// # Errors
/// If the work fails, or exceeds the time.
pub(crate) async fn in_fetch_time<T>(
    context: &RegistryContext,
    (subject, server): (&str, &str),
    work: impl Future<Output = Result<T, RegistryError>>,
) -> Result<T, RegistryError> {
    let limit = Limit::FetchTime;
    let limits = &context.limits;
    let done = tokio::time::timeout(context.time_left(), work)
        .await
        .unwrap_or_else(|_| {
            Err(RegistryError::unavailable(format!(
                "`{subject}`: {server} takes longer than the limit {} of {}",
                limit.name(),
                limit.show(limits.get(limit))
            ))
            .hint(limits.hint(limit)))
        });
    done.map_err(|error| error.without(&context.secrets))
}

/// The wait before the first retry, if a server is overloaded or the network fails.
pub const FIRST_WAIT: Duration = Duration::from_millis(500);

/// The user's tokens for releases, and the servers that may get them. The public server of a forge may always get
/// its token. A project's file or a recorded value cannot add servers, because a stranger may have written it.
#[derive(Debug, Clone, Default)]
pub struct ReleaseTokens {
    pub github: Option<Secret>,
    pub gitlab: Option<Secret>,
    /// `HOST` or `HOST:PORT` of each server, from files of the user or the operator.
    pub servers: BTreeMap<String, Forge>,
}

impl ReleaseTokens {
    /// The token for a server of a forge, if the server may get one.
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

/// The network, the user's credentials, and the limits of the package to fetch.
#[derive(Clone)]
pub struct RegistryContext {
    /// Sends requests, and checks the addresses of resolved names.
    pub network: Arc<dyn Network>,
    /// Read only when a registry asks for credentials.
    pub credentials: CredentialFiles,
    /// Tokens for reading releases of private projects.
    pub release_tokens: ReleaseTokens,
    /// Whether a registry is reached by http, by its name in references. Registries on this machine are, unless it
    /// says otherwise.
    pub plain_http: Arc<BTreeMap<String, bool>>,
    pub limits: Limits,
    /// The wait before the first retry, which doubles each time: [`FIRST_WAIT`].
    pub first_wait: Duration,
    /// Gets messages about progress.
    pub log: Arc<dyn LogSink>,
    /// Collects each credential that is read or received, so that messages can be redacted.
    pub secrets: Arc<Secrets>,
    /// When the work for one component began. The limit `fetch-time` covers all steps together.
    pub begun: Instant,
}

impl RegistryContext {
    /// The remaining time for all steps.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        let max = self.limits.time(Limit::FetchTime);
        max.saturating_sub(self.begun.elapsed())
    }
}

/// The origin of the registry's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostTrust {
    /// A user typed the name, or the project's file has it. The registry may be at a private address.
    Named,
    /// Only a recorded value has the name, and anyone may have written that. The registry must be at a public
    /// address.
    Recorded,
}
