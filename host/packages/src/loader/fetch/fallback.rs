//! What is asked of the servers: one after the other, until one has it.

use std::pin::Pin;
use std::time::Duration;

use pulumi_wasm_registry::{
    Artifact, Attached, AttachedDocument, AttachedDocuments, Descriptor, HostedFile, Referrer,
    Referrers, RegistryError, ReleasedVersion, ResolvedReference,
};

use crate::Digest;
use crate::loader::fetch::sources::{FetchSource, FetchSources, Server, failure};

/// Servers, each with a request to it. Work that waits for others deep below it is too large for the compiler, unless some is kept apart.
type Requests<'a, Asking> = Vec<(&'a FetchSource, Pin<Box<Asking>>)>;
/// Servers that had nothing, each with the reason.
type Failures<'a> = Vec<(&'a FetchSource, RegistryError)>;

/// An answer, and whose word it is.
pub(crate) struct Answered<T> {
    pub(crate) value: T,
    /// Whether the origin gave it, or a mirror that the operator lets speak for the origin: then it shows where something comes from.
    pub(crate) is_of_origin: bool,
}

impl FetchSources {
    /// Finds the component that the reference stands for.
    ///
    /// # Errors
    /// When no registry has it, or each gives something else.
    pub(crate) async fn resolve(&self) -> Result<ResolvedReference, RegistryError> {
        Ok(self.resolved().await?.value)
    }

    /// The same, with a mark whether the answer is the origin's.
    ///
    /// # Errors
    /// Likewise.
    pub(crate) async fn resolved(&self) -> Result<Answered<ResolvedReference>, RegistryError> {
        let resolved = self.first(|source| {
            let repository = source.repository()?;
            let is_asked = repository.is_of_digest() || source.answers_tags;
            is_asked.then(|| repository.resolve())
        });
        let resolved = resolved.await;
        resolved.map_err(|failures| self.failed(failures, true))
    }

    /// The bytes of a component that [`FetchSources::resolve`] found.
    ///
    /// # Errors
    /// When no server has them.
    pub(crate) async fn blob(&self, component: &Descriptor) -> Result<Vec<u8>, RegistryError> {
        let fetched = self.first(|source| {
            Some(async move {
                match source.repository() {
                    Some(repository) => repository.fetch(component).await,
                    None => source.bytes(&component.digest, &self.context).await,
                }
            })
        });
        self.value(fetched.await, false)
    }

    /// The component with a recorded digest. The error is the places that were asked, in words for people.
    pub(crate) async fn recorded(&self, digest: &Digest) -> Result<Answered<Vec<u8>>, Vec<String>> {
        let recorded = self.first(|source| Some(source.recorded(digest, &self.context)));
        let recorded = recorded.await;
        recorded.map_err(|failures| self.places(failures))
    }

    /// Makes sure that the origin has the component with a recorded digest at its place. A mirror is asked only if the operator lets it speak for
    /// the origin: other mirrors give any component with the digest.
    ///
    /// # Errors
    /// The places that were asked, in words for people.
    pub(crate) async fn confirm(&self, digest: &Digest) -> Result<(), Vec<String>> {
        let confirmed = self.first(|source| {
            let is_asked = source.speaks_for_origin;
            is_asked.then(|| source.confirm(digest, &self.context))
        });
        let confirmed = confirmed.await;
        confirmed
            .map(|answered| answered.value)
            .map_err(|failures| self.places(failures))
    }

    /// The bytes of a file: those of its digest if it has one, or else what its origin has now.
    ///
    /// # Errors
    /// When no server has them.
    pub(crate) async fn file(
        &self,
        digest: Option<&Digest>,
    ) -> Result<Answered<Vec<u8>>, RegistryError> {
        let fetched = self.first(|source| {
            let is_asked = digest.is_some() || matches!(source.server, Server::File(..));
            is_asked.then_some(async move {
                match (&source.server, digest) {
                    (Server::File(file, trust), None) => {
                        file.fetch(*trust, self.context.clone()).await
                    }
                    (_, digest) => {
                        let digest = digest.ok_or_else(|| failure("it has no digest"))?;
                        source.bytes(digest, &self.context).await
                    }
                }
            })
        });
        let fetched = fetched.await;
        fetched.map_err(|failures| self.failed(failures, digest.is_none()))
    }

    /// The tags of the repository, of the first server that lists them.
    ///
    /// # Errors
    /// When no server does.
    pub(crate) async fn tags(&self) -> Result<Vec<String>, RegistryError> {
        let listed = self.first(|source| {
            let repository = source.repository().filter(|_| source.answers_tags)?;
            Some(repository.tags())
        });
        self.value(listed.await, true)
    }

    /// The versions that a project has released, as its forge lists them.
    ///
    /// # Errors
    /// When it is not asked, or does not list them.
    pub(crate) async fn released(&self) -> Result<Vec<ReleasedVersion>, RegistryError> {
        let listed = self.first(|source| match &source.server {
            Server::File(HostedFile::Release(release), trust) if source.answers_tags => {
                Some(release.versions(*trust, self.context.clone()))
            }
            _ => None,
        });
        self.value(listed.await, true)
    }

    /// The whole artifact of a component that was fetched.
    ///
    /// # Errors
    /// When no registry has it.
    pub(crate) async fn artifact(&self, component: &[u8]) -> Result<Artifact, RegistryError> {
        let fetched = self.first(|source| {
            let repository = source.repository()?;
            Some(async move { repository.artifact(component.to_vec()).await })
        });
        self.value(fetched.await, false)
    }

    /// The signatures of a manifest that any of the registries has: a mirror may lack some, or all.
    ///
    /// # Errors
    /// When no registry can be asked.
    pub(crate) async fn referrers(&self, manifest: &Digest) -> Result<Referrers, RegistryError> {
        self.all(|source| Some(source.repository()?.referrers(manifest)))
            .await
    }

    /// The documents of a manifest that any of the registries has.
    ///
    /// # Errors
    /// When no registry can be asked.
    pub(crate) async fn documents(
        &self,
        manifest: &Digest,
    ) -> Result<AttachedDocuments, RegistryError> {
        self.all(|source| Some(source.repository()?.documents(manifest)))
            .await
    }

    /// One of these documents, with its content.
    ///
    /// # Errors
    /// When no registry has it.
    pub(crate) async fn document(
        &self,
        document: &AttachedDocument,
    ) -> Result<Referrer, RegistryError> {
        let fetched = self.first(|source| Some(source.repository()?.document(document)));
        self.value(fetched.await, false)
    }

    /// The bundles beside the component with this digest, on any of the servers; and why some of them could not be asked.
    pub(crate) async fn bundles(&self, digest: &Digest) -> (Vec<Vec<u8>>, Vec<String>) {
        let asked = self.each(|source| {
            let is_asked = source.repository().is_none();
            is_asked.then(|| source.bundle(digest, &self.context))
        });
        let (found, failures) = asked.await;
        (found.into_iter().flatten().collect(), reasons(failures))
    }

    /// What the first of the servers gives that has something. `ask` makes the request of one that is to be asked. One that had no time
    /// at an earlier step is asked after the others.
    async fn first<'a, T, Asking: Future<Output = Result<T, RegistryError>>>(
        &'a self,
        ask: impl Fn(&'a FetchSource) -> Option<Asking>,
    ) -> Result<Answered<T>, Failures<'a>> {
        let (asked, late) = self.asked(ask);
        let (mut failures, mut left) = (Vec::new(), asked.len());
        for (source, asking) in asked.into_iter().chain(late) {
            match source.answer(self.share(left), asking).await {
                Ok(value) => {
                    return Ok(Answered {
                        value,
                        is_of_origin: source.speaks_for_origin,
                    });
                }
                Err(error) => failures.push((source, source.told(error))),
            }
            left = left.saturating_sub(1);
        }
        Err(failures)
    }

    /// The answer of any of the servers.
    fn value<T>(
        &self,
        answered: Result<Answered<T>, Failures<'_>>,
        asks_tags: bool,
    ) -> Result<T, RegistryError> {
        answered
            .map(|answered| answered.value)
            .map_err(|failures| self.failed(failures, asks_tags))
    }

    /// What all of the servers have that is attached to something, and why some could not be asked.
    async fn all<'a, T: PartialEq, Asking: Future<Output = Result<Attached<T>, RegistryError>>>(
        &'a self,
        ask: impl Fn(&'a FetchSource) -> Option<Asking>,
    ) -> Result<Attached<T>, RegistryError> {
        let (found, failures) = self.each(ask).await;
        if found.is_empty() {
            return Err(self.failed(failures, false));
        }
        let mut all = Attached::default();
        for attached in found {
            all.add(attached);
        }
        all.skipped.extend(reasons(failures));
        Ok(all)
    }

    /// What all of the servers give. One that had no time at an earlier step is passed over if another one gives something.
    async fn each<'a, T, Asking: Future<Output = Result<T, RegistryError>>>(
        &'a self,
        ask: impl Fn(&'a FetchSource) -> Option<Asking>,
    ) -> (Vec<T>, Failures<'a>) {
        let (asked, late) = self.asked(ask);
        let (mut found, mut failures, mut left) = (Vec::new(), Vec::new(), asked.len());
        for (source, asking) in asked {
            match source.answer(self.share(left), asking).await {
                Ok(one) => found.push(one),
                Err(error) => failures.push((source, source.told(error))),
            }
            left -= 1;
        }
        for (source, asking) in late {
            let known = source.was_unavailable.get().filter(|_| !found.is_empty());
            let answer = match known {
                Some(error) => Err(error.clone()),
                None => source.answer(None, asking).await,
            };
            match answer {
                Ok(one) => found.push(one),
                Err(error) => failures.push((source, source.told(error))),
            }
        }
        (found, failures)
    }

    /// The servers that are asked at a step, with their requests, of which none was sent: those that had no time at an earlier step apart.
    fn asked<'a, Asking>(
        &'a self,
        ask: impl Fn(&'a FetchSource) -> Option<Asking>,
    ) -> (Requests<'a, Asking>, Requests<'a, Asking>) {
        let asked = self.sources.iter();
        let asked = asked.filter_map(|source| Some((source, Box::pin(ask(source)?))));
        asked.partition(|(source, _)| source.was_unavailable.get().is_none())
    }

    /// The time that a server may take of which so many are left, this one too. The last one has all of it.
    fn share(&self, left: usize) -> Option<Duration> {
        let left = u32::try_from(left).ok().filter(|left| *left > 1)?;
        Some(self.time_left() / left)
    }

    /// The places that were asked, and why the component is not there.
    fn places(&self, failures: Failures<'_>) -> Vec<String> {
        let places = failures.into_iter().map(|(source, error)| {
            let reason = error.reason;
            match source.mirror.is_some() || reason.contains(&self.shown) {
                true => reason,
                false => format!("`{}`: {reason}", self.shown),
            }
        });
        self.with_closed(places.collect())
    }

    fn with_closed(&self, failures: Vec<String>) -> Vec<String> {
        failures
            .into_iter()
            .chain(self.closed.iter().cloned())
            .collect()
    }

    /// One error of all of them.
    fn failed(&self, failures: Failures<'_>, asks_tags: bool) -> RegistryError {
        let failures = failures.into_iter().map(|(_, error)| error);
        let mut failures: Vec<RegistryError> = failures.collect();
        if let ([_], true) = (failures.as_slice(), self.closed.is_empty())
            && let Some(error) = failures.pop()
        {
            return error;
        }
        let is_origin = |source: &FetchSource| source.mirror.is_none();
        let is_closed_to_tags =
            asks_tags && failures.is_empty() && !self.sources.iter().any(is_origin);
        let is_missing = !failures.is_empty() && failures.iter().all(|error| error.is_missing);
        let is_unavailable = failures.iter().any(|error| error.is_unavailable);
        let hint = failures.iter().rev().find_map(|error| error.hint.clone());
        let reasons = failures.into_iter().map(|error| error.reason).collect();
        let reasons = self.with_closed(reasons).join("; and ");

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

fn reasons(failures: Failures<'_>) -> Vec<String> {
    let reasons = failures.into_iter().map(|(_, error)| error.reason);
    reasons.collect()
}
