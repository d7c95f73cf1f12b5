//! The servers for a component that is not on this machine: the operator's mirrors, and then its origin.
//!
//! The host asks a mirror only for digests, so that it does not trust the mirror, unless the operator lets the mirror
//! answer tags.

use std::fmt::Display;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::error::readable;
use pulumi_wasm_registry::{
    Descriptor, HostTrust, HostedFile, Reference, RegistryContext, RegistryError, Repository,
};

use crate::loader::fetch::context::context_of;
use crate::operator_sources::{MirrorRule, MirrorTarget, OperatorSources};
use crate::{Digest, Place, SourceError};

/// The servers to ask for a component, in this order.
pub(crate) struct FetchSources {
    pub(super) context: RegistryContext,
    pub(super) sources: Vec<FetchSource>,
    /// The component's name in messages.
    pub(super) shown: String,
    /// The servers that are not asked, each with the reason.
    pub(super) closed: Vec<String>,
}

impl FetchSources {
    /// The servers for a reference. `trust` applies to the origin.
    pub(crate) fn to_registry(
        reference: &Reference,
        trust: HostTrust,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Self, SourceError> {
        let operator = OperatorSources::from_environment()?;
        let origin = format!("oci://{}", reference.place());
        let (rule, mut sources) = Self::begin(&operator, (&origin, reference), limits, log);
        for target in rule.into_iter().flat_map(|rule| &rule.to) {
            if let MirrorTarget::Registry(prefix) = target {
                let rest = rule.and_then(|rule| rule.rest(&origin));
                let mirrored = MirrorTarget::reference(prefix, rest.unwrap_or_default(), reference);
                let repository = mirrored.and_then(|mirrored| {
                    // The operator named the server.
                    let context = sources.context.clone();
                    let repository = Repository::to_read(&mirrored, HostTrust::Named, context);
                    let repository = repository.map_err(|error| error.reason)?;
                    Ok((repository, mirrored))
                });
                match repository {
                    Ok((repository, mirrored)) => sources.sources.push(FetchSource::to_mirror(
                        Server::Registry(Box::new(repository)),
                        mirrored.to_string(),
                        rule.is_some_and(MirrorRule::answers_tags),
                        is_only(rule),
                    )),
                    Err(reason) => sources.closed.push(format!("the mirror {reason}")),
                }
            } else {
                sources.push_copies(target, is_only(rule));
            }
        }
        let is_closed = sources.close(rule);
        if !is_closed {
            let repository = Repository::to_read(reference, trust, sources.context.clone())?;
            let server = Server::Registry(Box::new(repository));
            sources.sources.push(FetchSource::to_origin(server));
        }
        Ok(sources)
    }

    /// The servers for a file on a web server, or for an asset of a release.
    pub(crate) fn to_file(
        file: &HostedFile,
        trust: HostTrust,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Self, SourceError> {
        let operator = OperatorSources::from_environment()?;
        let origin = file.place();
        let (rule, mut sources) = Self::begin(&operator, (&origin, file), limits, log);
        for target in rule.into_iter().flat_map(|rule| &rule.to) {
            sources.push_copies(target, is_only(rule));
        }
        let is_closed = sources.close(rule);
        if !is_closed {
            let server = Server::File(file.clone(), trust);
            sources.sources.push(FetchSource::to_origin(server));
        }
        Ok(sources)
    }

    /// The servers for a recorded place. `None` for a file of a project.
    pub(crate) fn to_place(
        place: &Place,
        trust: HostTrust,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Option<Self>, SourceError> {
        match place {
            Place::File(_) => Ok(None),
            Place::Registry(reference) => {
                Self::to_registry(reference, trust, limits, log).map(Some)
            }
            Place::Web(file) => Self::to_file(file, trust, limits, log).map(Some),
        }
    }

    fn begin<'a>(
        operator: &'a OperatorSources,
        (origin, shown): (&str, &dyn Display),
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> (Option<&'a MirrorRule>, Self) {
        let sources = Self {
            context: context_of(operator, limits, log),
            sources: Vec::new(),
            shown: shown.to_string(),
            closed: Vec::new(),
        };
        (operator.mirrors(origin), sources)
    }

    fn push_copies(&mut self, target: &MirrorTarget, is_only: bool) {
        if let MirrorTarget::Address(address) = target {
            let server = Server::Copies(target.clone());
            let mirror = FetchSource::to_mirror(server, address.clone(), false, is_only);
            self.sources.push(mirror);
        }
    }

    /// Whether the operator forbids requests to the origin. Notes the reason for messages.
    fn close(&mut self, rule: Option<&MirrorRule>) -> bool {
        let only = rule.and_then(|rule| rule.only.as_ref());
        let shown = &self.shown;
        let closed = only.map(|only| format!("`{shown}`, which {only} excludes"));
        let is_closed = closed.is_some();
        self.closed.extend(closed);
        is_closed
    }

    /// The time that is left for all steps.
    pub(crate) fn time_left(&self) -> Duration {
        self.context.time_left()
    }
}

/// Whether the operator forbids requests to the origin, so that its mirrors speak for it.
fn is_only(rule: Option<&MirrorRule>) -> bool {
    rule.is_some_and(|rule| rule.only.is_some())
}

/// One server.
pub(crate) struct FetchSource {
    pub(crate) server: Server,
    /// The mirror, for messages; `None` for the origin.
    pub(crate) mirror: Option<String>,
    pub(crate) answers_tags: bool,
    /// Whether the server can confirm that a component comes from the origin. A mirror that is asked only for digests
    /// cannot, because it is not trusted.
    pub(crate) speaks_for_origin: bool,
    /// The error of the first request that timed out. Later requests may time out, too.
    pub(crate) was_unavailable: OnceLock<RegistryError>,
}

pub(crate) enum Server {
    Registry(Box<Repository>),
    /// A mirror with an address for each digest.
    Copies(MirrorTarget),
    File(HostedFile, HostTrust),
}

impl FetchSource {
    /// The mirror of this name. `is_only` says that the operator forbids requests to the origin.
    pub(crate) fn to_mirror(
        server: Server,
        name: String,
        answers_tags: bool,
        is_only: bool,
    ) -> Self {
        Self {
            server,
            mirror: Some(name),
            answers_tags,
            speaks_for_origin: answers_tags || is_only,
            was_unavailable: OnceLock::new(),
        }
    }

    /// The origin.
    pub(crate) fn to_origin(server: Server) -> Self {
        Self {
            server,
            mirror: None,
            answers_tags: true,
            speaks_for_origin: true,
            was_unavailable: OnceLock::new(),
        }
    }

    /// The repository, if it is a registry.
    pub(crate) fn repository(&self) -> Option<&Repository> {
        match &self.server {
            Server::Registry(repository) => Some(repository),
            Server::Copies(_) | Server::File(..) => None,
        }
    }

    /// Waits for an answer, for at most `most`. Notes a timeout.
    pub(crate) async fn answer<T>(
        &self,
        most: Option<Duration>,
        asking: impl Future<Output = Result<T, RegistryError>>,
    ) -> Result<T, RegistryError> {
        let answer = match most {
            None => asking.await,
            Some(most) => tokio::time::timeout(most, asking)
                .await
                .unwrap_or_else(|_| {
                    Err(RegistryError {
                        is_unavailable: true,
                        ..RegistryError::new(format!(
                            "it did not answer within {}, so the next server is tried",
                            readable(most)
                        ))
                    })
                }),
        };
        answer.inspect_err(|error| {
            if error.is_unavailable {
                // An earlier timeout stays.
                drop(self.was_unavailable.set(error.clone()));
            }
        })
    }

    /// Makes sure that the server has the component with this digest. A registry is asked only for its manifest.
    pub(crate) async fn confirm(
        &self,
        digest: &Digest,
        context: &RegistryContext,
    ) -> Result<(), RegistryError> {
        match &self.server {
            Server::Registry(repository) => named(repository, digest).await.map(drop),
            _ => self.bytes(digest, context).await.map(drop),
        }
    }

    /// Downloads the component with this digest.
    pub(crate) async fn recorded(
        &self,
        digest: &Digest,
        context: &RegistryContext,
    ) -> Result<Vec<u8>, RegistryError> {
        match &self.server {
            Server::Registry(repository) => match named(repository, digest).await {
                Ok(component) => repository.fetch(&component).await,
                // The registry may have deleted the manifest and still have the component, which has its own digest.
                Err(missing) if missing.is_missing => {
                    let fetched = repository.fetch_by_digest(digest).await;
                    fetched.map_err(|error| if error.is_missing { missing } else { error })
                }
                Err(error) => Err(error),
            },
            _ => self.bytes(digest, context).await,
        }
    }

    /// Downloads the file with this digest.
    pub(crate) async fn bytes(
        &self,
        digest: &Digest,
        context: &RegistryContext,
    ) -> Result<Vec<u8>, RegistryError> {
        match &self.server {
            Server::File(file, trust) => {
                let file = file.pinned(digest.clone());
                file.fetch(*trust, context.clone()).await
            }
            Server::Copies(target) => match target.file(digest) {
                // The operator named the server.
                Some(file) => file.fetch(HostTrust::Named, context.clone()).await,
                None => Err(RegistryError::new(
                    "the operator's file has no address for that copy",
                )),
            },
            Server::Registry(_) => Err(RegistryError::new("it is a registry")),
        }
    }

    /// Downloads the bundle beside the file with this digest, if the server has a bundle. Registries have no such
    /// bundles.
    pub(crate) async fn bundle(
        &self,
        digest: &Digest,
        context: &RegistryContext,
    ) -> Result<Option<Vec<u8>>, RegistryError> {
        match &self.server {
            Server::File(file, trust) => file.fetch_bundle(*trust, context.clone()).await,
            Server::Copies(target) => match target.file(digest) {
                Some(file) => file.fetch_bundle(HostTrust::Named, context.clone()).await,
                None => Ok(None),
            },
            Server::Registry(_) => Ok(None),
        }
    }

    /// The error, with the name of the mirror before it.
    pub(crate) fn told(&self, error: RegistryError) -> RegistryError {
        match &self.mirror {
            Some(mirror) => RegistryError {
                reason: format!("the mirror `{mirror}`: {}", error.reason),
                ..error
            },
            None => error,
        }
    }
}

/// The component of a repository's manifest, if it has this digest.
async fn named(repository: &Repository, digest: &Digest) -> Result<Descriptor, RegistryError> {
    let component = repository.resolve().await?.component;
    if component.digest == *digest {
        Ok(component)
    } else {
        Err(RegistryError::new(format!(
            "its manifest names the component {}, which differs from the recorded component",
            component.digest
        )))
    }
}
