//! The ways to a component that is not on this machine: the operator's mirrors, and then its origin.
//!
//! A mirror is asked for digests alone, so that nothing of it has to be believed, unless the operator says that it answers tags.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_registry::{
    Artifact, Descriptor, HostedFile, Reference, RegistryContext, RegistryError, Repository,
    ResolvedReference, Trust,
};

use super::registries::context_of;
use crate::operator_sources::{MirrorRule, MirrorTarget, OperatorSources};
use crate::{Digest, Place, SourceError};

/// The servers that a component is asked of, in this order.
pub(super) struct Ways {
    context: RegistryContext,
    ways: Vec<Way>,
    /// What is asked for, for messages.
    shown: String,
    /// What was not asked, and why, in words for people.
    closed: Vec<String>,
}

/// One server.
struct Way {
    server: Server,
    /// The mirror, for messages; `None` for the origin.
    mirror: Option<String>,
    answers_tags: bool,
}

enum Server {
    Registry(Box<Repository>),
    /// The address of each component by its digest.
    Copies(MirrorTarget),
    File(HostedFile, Trust),
}

/// A component with the digest that was asked for.
enum Confirmed {
    /// A registry's manifest names it.
    Named(Descriptor),
    Bytes(Vec<u8>),
}

impl Ways {
    /// The ways to what a reference names. `trust` is about the origin.
    pub(super) fn to_registry(
        reference: &Reference,
        trust: Trust,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Self, SourceError> {
        let sources = OperatorSources::of_environment()?;
        let origin = format!("oci://{}", reference.place());
        let (rule, mut ways) = Self::begin(&sources, (&origin, reference), limits, log);
        for target in rule.into_iter().flat_map(|rule| &rule.to) {
            if let MirrorTarget::Registry(prefix) = target {
                let rest = rule.and_then(|rule| rule.rest(&origin));
                let mirrored = MirrorTarget::reference(prefix, rest.unwrap_or_default(), reference);
                let repository = mirrored.and_then(|mirrored| {
                    // The operator named it.
                    let context = ways.context.clone();
                    let repository = Repository::to_read(&mirrored, Trust::Named, context);
                    let repository = repository.map_err(|error| error.reason)?;
                    Ok((repository, mirrored))
                });
                match repository {
                    Ok((repository, mirrored)) => ways.ways.push(Way {
                        server: Server::Registry(Box::new(repository)),
                        mirror: Some(mirrored.to_string()),
                        answers_tags: rule.is_some_and(MirrorRule::answers_tags),
                    }),
                    Err(reason) => ways.closed.push(format!("the mirror {reason}")),
                }
            } else {
                ways.push_copies(target);
            }
        }
        let is_closed = ways.close(rule);
        if !is_closed {
            let repository = Repository::to_read(reference, trust, ways.context.clone())?;
            ways.ways.push(Way {
                server: Server::Registry(Box::new(repository)),
                mirror: None,
                answers_tags: true,
            });
        }
        Ok(ways)
    }

    /// The ways to a file on a web server, or to an asset of a release.
    pub(super) fn to_file(
        file: &HostedFile,
        trust: Trust,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Self, SourceError> {
        let sources = OperatorSources::of_environment()?;
        let origin = file.place();
        let (rule, mut ways) = Self::begin(&sources, (&origin, file), limits, log);
        for target in rule.into_iter().flat_map(|rule| &rule.to) {
            ways.push_copies(target);
        }
        let is_closed = ways.close(rule);
        if !is_closed {
            ways.ways.push(Way {
                server: Server::File(file.clone(), trust),
                mirror: None,
                answers_tags: true,
            });
        }
        Ok(ways)
    }

    /// The ways to a recorded place; `None` to a file of a project.
    pub(super) fn to_place(
        place: &Place,
        trust: Trust,
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
        sources: &'a OperatorSources,
        (origin, shown): (&str, &dyn Display),
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> (Option<&'a MirrorRule>, Self) {
        let ways = Self {
            context: context_of(sources, limits, log),
            ways: Vec::new(),
            shown: shown.to_string(),
            closed: Vec::new(),
        };
        (sources.mirrors(origin), ways)
    }

    fn push_copies(&mut self, target: &MirrorTarget) {
        if let MirrorTarget::Address(address) = target {
            self.ways.push(Way {
                server: Server::Copies(target.clone()),
                mirror: Some(address.clone()),
                answers_tags: false,
            });
        }
    }

    /// Whether the origin is never asked, which is noted for messages then.
    fn close(&mut self, rule: Option<&MirrorRule>) -> bool {
        let only = rule.and_then(|rule| rule.only.as_ref());
        let shown = &self.shown;
        let closed = only.map(|only| format!("`{shown}`, which is not asked because of {only}"));
        let is_closed = closed.is_some();
        self.closed.extend(closed);
        is_closed
    }

    /// What is left of the time for all steps.
    pub(super) fn time_left(&self) -> Duration {
        self.context.time_left()
    }

    /// Finds the component that the reference stands for.
    ///
    /// # Errors
    /// When no registry has it, or each gives something else.
    pub(super) async fn resolve(&self) -> Result<ResolvedReference, RegistryError> {
        let mut failures = Vec::new();
        for way in &self.ways {
            let Server::Registry(repository) = &way.server else {
                continue;
            };
            if !repository.is_of_digest() && !way.answers_tags {
                continue;
            }
            match repository.resolve().await {
                Ok(resolved) => return Ok(resolved),
                Err(error) => failures.push(way.told(error)),
            }
        }
        Err(self.failed(failures, true))
    }

    /// The bytes of a component that [`Ways::resolve`] found.
    ///
    /// # Errors
    /// When no server has them.
    pub(super) async fn blob(&self, component: &Descriptor) -> Result<Vec<u8>, RegistryError> {
        let mut failures = Vec::new();
        for way in &self.ways {
            let fetched = match &way.server {
                Server::Registry(repository) => repository.fetch(component).await,
                _ => way.bytes(&component.digest, &self.context).await,
            };
            match fetched {
                Ok(bytes) => return Ok(bytes),
                Err(error) => failures.push(way.told(error)),
            }
        }
        Err(self.failed(failures, false))
    }

    /// The component with a recorded digest. The error is the places that were asked, in words for people.
    pub(super) async fn recorded(&self, digest: &Digest) -> Result<Vec<u8>, Vec<String>> {
        let mut failures = Vec::new();
        for way in &self.ways {
            let confirmed = way.confirmed(digest, &self.context).await;
            let bytes = match (confirmed, &way.server) {
                (Ok(Confirmed::Named(component)), Server::Registry(repository)) => {
                    repository.fetch(&component).await
                }
                (Ok(Confirmed::Named(component)), _) => {
                    way.bytes(&component.digest, &self.context).await
                }
                (Ok(Confirmed::Bytes(bytes)), _) => Ok(bytes),
                (Err(error), _) => Err(error),
            };
            match bytes {
                Ok(bytes) => return Ok(bytes),
                Err(error) => failures.push(self.place(way, error)),
            }
        }
        Err(self.with_closed(failures))
    }

    /// Makes sure that a server has the component with a recorded digest at its place.
    ///
    /// # Errors
    /// The places that were asked, in words for people.
    pub(super) async fn confirm(&self, digest: &Digest) -> Result<(), Vec<String>> {
        let mut failures = Vec::new();
        for way in &self.ways {
            match way.confirmed(digest, &self.context).await {
                Ok(_) => return Ok(()),
                Err(error) => failures.push(self.place(way, error)),
            }
        }
        Err(self.with_closed(failures))
    }

    /// The bytes of a file: those of its digest if it has one, or else what its origin has now.
    ///
    /// # Errors
    /// When no server has them.
    pub(super) async fn file(&self, digest: Option<&Digest>) -> Result<Vec<u8>, RegistryError> {
        let mut failures = Vec::new();
        for way in &self.ways {
            let bytes = match (&way.server, digest) {
                (_, Some(digest)) => way.bytes(digest, &self.context).await,
                (Server::File(file, trust), None) => file.fetch(*trust, self.context.clone()).await,
                _ => continue,
            };
            match bytes {
                Ok(bytes) => return Ok(bytes),
                Err(error) => failures.push(way.told(error)),
            }
        }
        Err(self.failed(failures, digest.is_none()))
    }

    /// The tags of the repository, of the first server that lists them.
    ///
    /// # Errors
    /// When no server does.
    pub(super) async fn tags(&self) -> Result<Vec<String>, RegistryError> {
        let mut failures = Vec::new();
        for way in self.ways.iter().filter(|way| way.answers_tags) {
            let Server::Registry(repository) = &way.server else {
                continue;
            };
            match repository.tags().await {
                Ok(tags) => return Ok(tags),
                Err(error) => failures.push(way.told(error)),
            }
        }
        Err(self.failed(failures, true))
    }

    /// The whole artifact of a component that was fetched.
    ///
    /// # Errors
    /// When no registry has it.
    pub(super) async fn artifact(&self, component: &[u8]) -> Result<Artifact, RegistryError> {
        let mut failures = Vec::new();
        for way in &self.ways {
            let Server::Registry(repository) = &way.server else {
                continue;
            };
            match repository.artifact(component.to_vec()).await {
                Ok(artifact) => return Ok(artifact),
                Err(error) => failures.push(way.told(error)),
            }
        }
        Err(self.failed(failures, false))
    }

    /// A place and why the component is not there.
    fn place(&self, way: &Way, error: RegistryError) -> String {
        let reason = way.told(error).reason;
        match way.mirror.is_some() || reason.contains(&self.shown) {
            true => reason,
            false => format!("`{}`: {reason}", self.shown),
        }
    }

    fn with_closed(&self, failures: Vec<String>) -> Vec<String> {
        failures
            .into_iter()
            .chain(self.closed.iter().cloned())
            .collect()
    }

    /// One error of all of them.
    fn failed(&self, mut failures: Vec<RegistryError>, asks_tags: bool) -> RegistryError {
        if let ([_], true) = (failures.as_slice(), self.closed.is_empty())
            && let Some(error) = failures.pop()
        {
            return error;
        }
        let is_missing = !failures.is_empty() && failures.iter().all(|error| error.is_missing);
        let is_unavailable = failures.iter().any(|error| error.is_unavailable);
        let hint = failures.iter().rev().find_map(|error| error.hint.clone());
        let reasons = failures.into_iter().map(|error| error.reason).collect();
        let reasons = self.with_closed(reasons).join("; and ");
        let is_closed_to_tags = asks_tags && !self.closed.is_empty();
        RegistryError {
            reason: match is_closed_to_tags {
                true => format!("{reasons}; its mirrors may answer digests alone"),
                false => reasons,
            },
            hint: match is_closed_to_tags {
                true => Some(
                    "write the digest behind the source, or ask the owner of that file to let a mirror answer tags (`tags: true`)"
                        .to_owned(),
                ),
                false => hint,
            },
            is_unavailable,
            is_missing,
        }
    }
}

impl Way {
    /// The component with this digest, as far as the server has to be asked to know that it has it at its place.
    async fn confirmed(
        &self,
        digest: &Digest,
        context: &RegistryContext,
    ) -> Result<Confirmed, RegistryError> {
        let Server::Registry(repository) = &self.server else {
            return self.bytes(digest, context).await.map(Confirmed::Bytes);
        };
        let resolved = repository.resolve().await?;
        match resolved.component.digest == *digest {
            true => Ok(Confirmed::Named(resolved.component)),
            false => Err(failure(format!(
                "its manifest names the component {}, and another one was recorded",
                resolved.component.digest
            ))),
        }
    }

    /// The file with this digest.
    async fn bytes(
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

    /// The error, with the name of the mirror before it.
    fn told(&self, error: RegistryError) -> RegistryError {
        match &self.mirror {
            Some(mirror) => RegistryError {
                reason: format!("the mirror `{mirror}`: {}", error.reason),
                ..error
            },
            None => error,
        }
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
