//! Fetching components from registries: what it needs of this machine, and whether it is allowed.

use std::sync::Arc;
use std::time::Instant;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::redaction::{CleanLog, Secrets};
use pulumi_wasm_network::{MachineNetwork, NetworkSettings, ProxySettings};
use pulumi_wasm_platform::env as environment;
use pulumi_wasm_registry::{
    CredentialFile, CredentialFiles, Descriptor, RegistryContext, RegistryError, Repository, Secret,
};

use super::turn::Turn;
use super::{Candidate, Found, Loader, Loading, Required, policy_check, refusal};
use crate::file::require_world;
use crate::policy::Policy;
use crate::{ComponentReference, SourceError, origins};

impl From<RegistryError> for SourceError {
    fn from(error: RegistryError) -> Self {
        Self {
            reason: error.reason,
            hint: error.hint,
        }
    }
}

/// This machine, for requests of the host's own. They take the way that Pulumi's own downloads take, by the proxies of the
/// environment: those of `PULUMI_WASM_PROXY` are for components.
#[must_use]
pub fn registry_context(limits: &Limits, log: &Arc<dyn LogSink>) -> RegistryContext {
    let proxy = environment::downloads_proxies().map(|proxies| ProxySettings {
        http: proxies.http,
        https: proxies.https,
        except: proxies.except,
    });
    let secrets = Secrets::new();
    RegistryContext {
        network: Arc::new(MachineNetwork::new(NetworkSettings {
            ca_file: environment::ca_file(),
            proxy,
            judges_names_of_proxies: true,
        })),
        credentials: credentials(),
        limits: limits.clone(),
        log: Arc::new(CleanLog::new(
            Arc::clone(log),
            Arc::clone(&secrets),
            Arc::default(),
        )),
        secrets,
        begun: Instant::now(),
    }
}

/// Where this user's credentials are: what somebody named for this plugin, for a job, or for podman's relatives, then the
/// usual places.
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

/// That nothing is fetched.
pub(super) struct NotFetched {
    /// The cause, in words for people.
    pub(super) reason: String,
    /// What helps.
    pub(super) remedy: &'static str,
}

/// Why nothing is fetched, if nothing is.
pub(super) fn forbidden(policy: &Policy) -> Option<NotFetched> {
    if let Some(rule) = policy.no_fetch() {
        return Some(NotFetched {
            reason: format!("{rule} forbids it"),
            remedy: policy_check::ASK,
        });
    }
    environment::offline().then(|| NotFetched {
        reason: format!("`{}` is set", environment::OFFLINE),
        remedy: "unset it",
    })
}

impl Loader {
    /// The component that a registry was seen to name for a reference, from the store or else from the registry.
    pub(super) async fn fetched(
        &self,
        reference: &ComponentReference,
        component: &Descriptor,
        repository: &Repository,
        required: &Required,
        loading: &Loading<'_>,
    ) -> Result<Found, SourceError> {
        let found = self.kept_or_fetched(reference, component, repository, required, loading);
        let found = found.await?;
        origins::note(&self.store, &reference.digest, &reference.place);
        Ok(found)
    }

    /// The component of a reference, from the store or else from its registry. Of many processes that want it at once, one
    /// fetches it.
    async fn kept_or_fetched(
        &self,
        reference: &ComponentReference,
        component: &Descriptor,
        repository: &Repository,
        required: &Required,
        loading: &Loading<'_>,
    ) -> Result<Found, SourceError> {
        let shown = reference.place.to_string();
        if let Some(found) = self.kept(reference, loading).await? {
            return Ok(found);
        }
        let (digest, most) = (&reference.digest, repository.time_left());
        let _turn = Turn::take(&self.store, digest, most, loading.log).await;
        // The process whose turn it was may have brought it.
        if let Some(found) = self.kept(reference, loading).await? {
            return Ok(found);
        }
        let bytes = repository.fetch(component).await?;
        require_world(&bytes, &shown)?;
        let candidate = Candidate {
            bytes,
            reference: reference.clone(),
            shown,
        };
        self.keep(candidate, required, loading).await
    }

    /// The component of a reference, if the store has it.
    pub(super) async fn kept(
        &self,
        reference: &ComponentReference,
        loading: &Loading<'_>,
    ) -> Result<Option<Found>, SourceError> {
        let shown = reference.place.to_string();
        let Some((file, manifest)) = self.stored(&reference.digest, loading.limits).await? else {
            return Ok(None);
        };
        let manifest = manifest.map_err(|error| refusal(&shown, &error, loading.limits))?;
        Ok(Some(Found {
            reference: reference.clone(),
            shown,
            file,
            manifest: Arc::new(manifest),
        }))
    }
}
