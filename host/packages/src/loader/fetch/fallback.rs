//! Requests to the servers of a component, one after the other, until a server has an answer.

use std::pin::Pin;
use std::time::Duration;

use pulumi_wasm_registry::{
    Artifact, Attached, AttachedDocument, AttachedDocuments, Descriptor, HostedFile, Referrer,
    Referrers, RegistryError, ReleasedVersion, ResolvedReference,
};

use crate::Digest;
use crate::loader::fetch::sources::{FetchSource, FetchSources, Server};

/// Servers, each with its request. The requests are boxed because the compiler rejects futures that are nested too
/// deep.
type Requests<'a, Asking> = Vec<(&'a FetchSource, Pin<Box<Asking>>)>;
/// Servers that did not answer, each with the reason.
type Failures<'a> = Vec<(&'a FetchSource, RegistryError)>;

/// An answer, and whether it speaks for the origin.
pub(crate) struct Answered<T> {
    pub(crate) value: T,
    /// Whether the origin gave the answer, or a mirror that the operator lets speak for the origin. Such an answer
    /// proves where a component comes from.
    pub(crate) is_of_origin: bool,
}

impl FetchSources {
    /// Resolves the reference to its component.
    ///
    /// # Errors
    /// When no registry has the reference, or the digest differs.
    pub(crate) async fn resolve(&self) -> Result<ResolvedReference, RegistryError> {
        Ok(self.resolved().await?.value)
    }

    /// As [`FetchSources::resolve`], with a mark if the answer speaks for the origin.
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

    /// Downloads a component that [`FetchSources::resolve`] found.
    ///
    /// # Errors
    /// If no server has the component.
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

    /// Downloads the component with a recorded digest. The error describes each server that was asked.
    pub(crate) async fn recorded(&self, digest: &Digest) -> Result<Answered<Vec<u8>>, Vec<String>> {
        let recorded = self.first(|source| Some(source.recorded(digest, &self.context)));
        let recorded = recorded.await;
        recorded.map_err(|failures| self.places(failures))
    }

    /// Makes sure that the origin has the component with a recorded digest. A mirror is asked only if the operator
    /// lets it speak for the origin, because other mirrors serve any component by its digest.
    ///
    /// # Errors
    /// A description of each server that was asked.
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

    /// Downloads a file: the bytes with its digest, or the current bytes of its origin if it has no digest.
    ///
    /// # Errors
    /// If no server has them.
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
                        let digest =
                            digest.ok_or_else(|| RegistryError::new("it has no digest"))?;
                        source.bytes(digest, &self.context).await
                    }
                }
            })
        });
        let fetched = fetched.await;
        fetched.map_err(|failures| self.failed(failures, digest.is_none()))
    }

    /// Lists the tags of the repository, from the first server that lists them.
    ///
    /// # Errors
    /// If no server has it.
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
    /// If the forge may not be asked, or does not list its versions.
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
    /// If no registry has it.
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
    /// If no registry can be asked.
    pub(crate) async fn referrers(&self, manifest: &Digest) -> Result<Referrers, RegistryError> {
        self.all(|source| Some(source.repository()?.referrers(manifest)))
            .await
    }

    /// The documents of a manifest that any of the registries has.
    ///
    /// # Errors
    /// If no registry can be asked.
    pub(crate) async fn documents(
        &self,
        manifest: &Digest,
    ) -> Result<AttachedDocuments, RegistryError> {
        self.all(|source| Some(source.repository()?.documents(manifest)))
            .await
    }

    /// Downloads one of these documents.
    ///
    /// # Errors
    /// If no registry has it.
    pub(crate) async fn document(
        &self,
        document: &AttachedDocument,
    ) -> Result<Referrer, RegistryError> {
        let fetched = self.first(|source| Some(source.repository()?.document(document)));
        self.value(fetched.await, false)
    }

    /// The bundles beside the component with this digest, on any of the servers, and the reasons why some servers could
    /// not be asked.
    pub(crate) async fn bundles(&self, digest: &Digest) -> (Vec<Vec<u8>>, Vec<String>) {
        let asked = self.each(|source| {
            let is_asked = source.repository().is_none();
            is_asked.then(|| source.bundle(digest, &self.context))
        });
        let (found, failures) = asked.await;
        (found.into_iter().flatten().collect(), reasons(failures))
    }

    /// The first answer of a server. `ask` returns the request to a server, or `None` to skip the server. A server that
    /// timed out at an earlier step is asked last.
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

    /// The answer without its source.
    fn value<T>(
        &self,
        answered: Result<Answered<T>, Failures<'_>>,
        asks_tags: bool,
    ) -> Result<T, RegistryError> {
        answered
            .map(|answered| answered.value)
            .map_err(|failures| self.failed(failures, asks_tags))
    }

    /// The attachments that any server has, and the reasons why some servers could not be asked.
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

    /// The answers of all servers. A server that timed out at an earlier step is skipped if another server answers.
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

    /// The servers to ask at a step with their requests, which are not sent yet. The second list has the servers that
    /// timed out at an earlier step.
    fn asked<'a, Asking>(
        &'a self,
        ask: impl Fn(&'a FetchSource) -> Option<Asking>,
    ) -> (Requests<'a, Asking>, Requests<'a, Asking>) {
        let asked = self.sources.iter();
        let asked = asked.filter_map(|source| Some((source, Box::pin(ask(source)?))));
        asked.partition(|(source, _)| source.was_unavailable.get().is_none())
    }

    /// The time that a server may take if `left` servers, including this server, are left. The time for the last server
    /// is not limited here.
    fn share(&self, left: usize) -> Option<Duration> {
        let left = u32::try_from(left).ok().filter(|left| *left > 1)?;
        Some(self.time_left() / left)
    }

    /// Each server that was asked, with the reason why it did not return the component.
    fn places(&self, failures: Failures<'_>) -> Vec<String> {
        let places = failures.into_iter().map(|(source, error)| {
            let reason = error.reason;
            if source.mirror.is_some() || reason.contains(&self.shown) {
                reason
            } else {
                format!("`{}`: {reason}", self.shown)
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

    /// Combines the failures of all servers in one error.
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
        let is_replaced = failures.iter().any(|error| error.is_replaced);
        let is_unavailable = failures.iter().any(|error| error.is_unavailable);
        let hint = failures.iter().rev().find_map(|error| error.hint.clone());
        let reasons = failures.into_iter().map(|error| error.reason).collect();
        let reasons = self.with_closed(reasons).join("; and ");

        RegistryError {
            reason: if is_closed_to_tags {
                format!("{reasons}; its mirrors may only serve digests")
            } else {
                reasons
            },
            hint: if is_closed_to_tags {
                Some(
                    "write the digest behind the source, or ask the owner of that file to let a mirror resolve \
                     tags (`tags: true`)"
                        .to_owned(),
                )
            } else {
                hint
            },
            is_unavailable,
            is_missing,
            is_replaced,
        }
    }
}

fn reasons(failures: Failures<'_>) -> Vec<String> {
    let reasons = failures.into_iter().map(|(_, error)| error.reason);
    reasons.collect()
}
