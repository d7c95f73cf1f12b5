//! The network, credentials and settings for the host's own requests, and whether requests are allowed.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use pulumi_wasm_capability::http::{IncomingResponse, OutgoingRequest};
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_capability::system::{Network, NoAnswer};
use pulumi_wasm_core::call::{Call, LogSink};
use pulumi_wasm_core::redaction::{CleanLog, Secrets};
use pulumi_wasm_network::{MachineNetwork, NetworkSettings, ProxySettings};
use pulumi_wasm_platform::env as environment;
use pulumi_wasm_registry::{
    CredentialFile, CredentialFiles, FIRST_WAIT, RegistryContext, ReleaseTokens, Secret,
};

use crate::SourceError;
use crate::loader::judge::policy_check;
use crate::operator_sources::OperatorSources;
use crate::policy::Policy;

/// This machine, for the host's own requests. They use the same proxies as Pulumi's own downloads. `PULUMI_WASM_PROXY`
/// applies only to the requests of components.
///
/// # Errors
/// When the operator's file of sources cannot be used.
pub fn registry_context(
    limits: &Limits,
    log: &Arc<dyn LogSink>,
) -> Result<RegistryContext, SourceError> {
    Ok(context_of(
        &OperatorSources::from_environment()?,
        limits,
        log,
    ))
}

/// Like [`registry_context`], with the operator's sources.
pub(crate) fn context_of(
    sources: &OperatorSources,
    limits: &Limits,
    log: &Arc<dyn LogSink>,
) -> RegistryContext {
    let proxy = environment::downloads_proxies().map(|proxies| ProxySettings {
        http: proxies.http,
        https: proxies.https,
        except: proxies.except,
    });
    let settings = NetworkSettings {
        ca_file: environment::ca_file(),
        authorities: None,
        proxy,
        judges_names_of_proxies: true,
    };
    let secrets = Secrets::new();
    RegistryContext {
        network: Arc::new(OwnNetwork::new(&settings, sources.authorities())),
        credentials: credentials(),
        release_tokens: release_tokens(sources),
        plain_http: Arc::new(sources.plain_http()),
        limits: limits.clone(),
        first_wait: FIRST_WAIT,
        log: Arc::new(CleanLog::new(
            Arc::clone(log),
            Arc::clone(&secrets),
            Arc::default(),
        )),
        secrets,
        begun: Instant::now(),
    }
}

/// This user's tokens for releases, and the servers that may get them.
fn release_tokens(sources: &OperatorSources) -> ReleaseTokens {
    let (github, gitlab) = environment::release_tokens();
    ReleaseTokens {
        github: github.map(Secret),
        gitlab: gitlab.map(Secret),
        servers: sources.token_servers(),
    }
}

/// The places of this user's credentials: first the settings for this plugin, for a job and for podman and related
/// tools, then the usual places.
fn credentials() -> CredentialFiles {
    let places = environment::registry_credentials();
    let named = |file, variable| CredentialFile::Named { file, variable };
    let text = |text, variable| CredentialFile::Text {
        text: Secret(text),
        variable,
    };
    let files = [
        places
            .own
            .map(|file| named(file, environment::REGISTRY_AUTH)),
        places.kept.map(CredentialFile::Usual),
        places
            .text
            .map(|found| text(found, environment::DOCKER_AUTH_CONFIG)),
        places
            .podman
            .map(|file| named(file, environment::REGISTRY_AUTH_FILE)),
    ];
    let usual = places.usual.into_iter().map(CredentialFile::Usual);
    CredentialFiles {
        files: files.into_iter().flatten().chain(usual).collect(),
        programs: environment::program_folders(),
    }
}

/// The reason why the host may not fetch or send anything.
pub struct NotFetched {
    /// The cause, for messages.
    pub reason: String,
    /// The hint.
    pub remedy: &'static str,
}

/// The reason if fetching is forbidden.
pub(crate) fn forbidden(policy: &Policy) -> Result<Option<NotFetched>, SourceError> {
    if let Some(rule) = policy.no_fetch() {
        return Ok(Some(NotFetched {
            reason: format!("{rule} forbids it"),
            remedy: policy_check::ASK,
        }));
    }
    offline()
}

/// The reason if requests are forbidden, by the environment or by the operator's file of sources.
///
/// # Errors
/// When that file cannot be used.
pub fn offline() -> Result<Option<NotFetched>, SourceError> {
    if environment::offline() {
        return Ok(Some(NotFetched {
            reason: format!("`{}` is set", environment::OFFLINE),
            remedy: "unset it",
        }));
    }
    let sources = OperatorSources::from_environment()?;
    Ok(sources.offline().map(|setting| NotFetched {
        reason: format!("{setting} is `true`"),
        remedy: "ask the owner of that file",
    }))
}

/// Sends each request with the settings of its server. A redirect uses the settings of the server that it leads to.
pub(crate) struct OwnNetwork {
    usual: MachineNetwork,
    /// By `HOST`, or `HOST:PORT` if the port is not the scheme's default port.
    servers: BTreeMap<String, MachineNetwork>,
}

impl OwnNetwork {
    /// `authorities` has certificate authorities in PEM, by server. No connection is opened before the first request.
    pub(crate) fn new(
        settings: &NetworkSettings,
        authorities: BTreeMap<String, Arc<[u8]>>,
    ) -> Self {
        let of_server = |(host, authorities)| {
            let settings = NetworkSettings {
                authorities: Some(authorities),
                ..settings.clone()
            };
            (host, MachineNetwork::new(settings))
        };
        Self {
            usual: MachineNetwork::new(settings.clone()),
            servers: authorities.into_iter().map(of_server).collect(),
        }
    }
}

#[async_trait]
impl Network for OwnNetwork {
    async fn send(
        &self,
        call: &Call,
        request: OutgoingRequest,
    ) -> Result<IncomingResponse, NoAnswer> {
        let host = request.url.host_str().unwrap_or_default();
        let server = match request.url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        let network = self.servers.get(&server).unwrap_or(&self.usual);
        network.send(call, request).await
    }
}
