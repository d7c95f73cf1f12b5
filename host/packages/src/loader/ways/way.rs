//! One server that may have a component.

use pulumi_wasm_registry::{
    Descriptor, HostedFile, RegistryContext, RegistryError, Repository, Trust,
};

use crate::Digest;
use crate::operator_sources::MirrorTarget;

/// One server.
pub(super) struct Way {
    pub(super) server: Server,
    /// The mirror, for messages; `None` for the origin.
    pub(super) mirror: Option<String>,
    pub(super) answers_tags: bool,
}

pub(super) enum Server {
    Registry(Box<Repository>),
    /// The address of each component by its digest.
    Copies(MirrorTarget),
    File(HostedFile, Trust),
}

impl Way {
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
                None => Err(failure("it has no address of that copy".to_owned())),
            },
            Server::Registry(_) => Err(failure("it is a registry".to_owned())),
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

fn failure(reason: String) -> RegistryError {
    RegistryError {
        reason,
        hint: None,
        is_unavailable: false,
        is_missing: false,
    }
}
