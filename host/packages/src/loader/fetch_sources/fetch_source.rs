//! One server that may have a component.

use std::sync::OnceLock;
use std::time::Duration;

use pulumi_wasm_core::error::readable;
use pulumi_wasm_registry::{
    Descriptor, HostedFile, RegistryContext, RegistryError, Repository, Trust,
};

use crate::Digest;
use crate::operator_sources::MirrorTarget;

/// One server.
pub(super) struct FetchSource {
    pub(super) server: Server,
    /// The mirror, for messages; `None` for the origin.
    pub(super) mirror: Option<String>,
    pub(super) answers_tags: bool,
    /// Whether the server can confirm that a component is at its place. A mirror that is asked for digests alone cannot, because it is not trusted.
    pub(super) speaks_for_origin: bool,
    /// Why it had no time, once it had none: it may take as long each time.
    pub(super) was_unavailable: OnceLock<RegistryError>,
}

pub(super) enum Server {
    Registry(Box<Repository>),
    /// The address of each component by its digest.
    Copies(MirrorTarget),
    File(HostedFile, Trust),
}

impl FetchSource {
    /// The mirror of this name. `is_only` says that the operator forbids requests to the origin.
    pub(super) fn to_mirror(
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
    pub(super) fn to_origin(server: Server) -> Self {
        Self {
            server,
            mirror: None,
            answers_tags: true,
            speaks_for_origin: true,
            was_unavailable: OnceLock::new(),
        }
    }

    /// The repository, if it is a registry.
    pub(super) fn repository(&self) -> Option<&Repository> {
        match &self.server {
            Server::Registry(repository) => Some(repository),
            Server::Copies(_) | Server::File(..) => None,
        }
    }

    /// Waits for an answer, for so long at most if there is a bound. That the server had no time is noted.
    pub(super) async fn answer<T>(
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
                        ..failure(format!(
                            "it gave no answer within {}, and another server is left",
                            readable(most)
                        ))
                    })
                }),
        };
        answer.inspect_err(|error| {
            if error.is_unavailable {
                // It may be noted already.
                drop(self.was_unavailable.set(error.clone()));
            }
        })
    }

    /// Makes sure that the server has the component with this digest at its place. A registry has to be asked for its manifest alone.
    pub(super) async fn confirm(
        &self,
        digest: &Digest,
        context: &RegistryContext,
    ) -> Result<(), RegistryError> {
        match &self.server {
            Server::Registry(repository) => named(repository, digest).await.map(drop),
            _ => self.bytes(digest, context).await.map(drop),
        }
    }

    /// The component with this digest, which the server has at its place.
    pub(super) async fn recorded(
        &self,
        digest: &Digest,
        context: &RegistryContext,
    ) -> Result<Vec<u8>, RegistryError> {
        match &self.server {
            Server::Registry(repository) => match named(repository, digest).await {
                Ok(component) => repository.fetch(&component).await,
                // Its manifest may have been removed. The component goes by its own digest, and is there for longer.
                Err(missing) if missing.is_missing => {
                    let fetched = repository.fetch_by_digest(digest).await;
                    fetched.map_err(|error| match error.is_missing {
                        true => missing,
                        false => error,
                    })
                }
                Err(error) => Err(error),
            },
            _ => self.bytes(digest, context).await,
        }
    }

    /// The file with this digest.
    pub(super) async fn bytes(
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
                // The operator named it.
                Some(file) => file.fetch(Trust::Named, context.clone()).await,
                None => Err(failure("it has no address of that copy")),
            },
            Server::Registry(_) => Err(failure("it is a registry")),
        }
    }

    /// The bundle beside the file with this digest, if the server has one. The signatures in registries are none of these.
    pub(super) async fn bundle(
        &self,
        digest: &Digest,
        context: &RegistryContext,
    ) -> Result<Option<Vec<u8>>, RegistryError> {
        match &self.server {
            Server::File(file, trust) => file.fetch_bundle(*trust, context.clone()).await,
            Server::Copies(target) => match target.file(digest) {
                Some(file) => file.fetch_bundle(Trust::Named, context.clone()).await,
                None => Ok(None),
            },
            Server::Registry(_) => Ok(None),
        }
    }

    /// The error, with the name of the mirror before it.
    pub(super) fn told(&self, error: RegistryError) -> RegistryError {
        match &self.mirror {
            Some(mirror) => RegistryError {
                reason: format!("the mirror `{mirror}`: {}", error.reason),
                ..error
            },
            None => error,
        }
    }
}

/// The component with this digest, if the manifest of a repository names it.
async fn named(repository: &Repository, digest: &Digest) -> Result<Descriptor, RegistryError> {
    let component = repository.resolve().await?.component;
    match component.digest == *digest {
        true => Ok(component),
        false => Err(failure(format!(
            "its manifest names the component {}, and another one was recorded",
            component.digest
        ))),
    }
}

/// An error that does not pass.
pub(super) fn failure(reason: impl Into<String>) -> RegistryError {
    RegistryError {
        reason: reason.into(),
        hint: None,
        is_unavailable: false,
        is_missing: false,
    }
}
