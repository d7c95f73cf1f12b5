//! What is asked of the servers: one after the other, until one has it.

use pulumi_wasm_registry::{
    Artifact, AttachedDocument, AttachedDocuments, Descriptor, HostedFile, Referrer, Referrers,
    RegistryError, ReleasedVersion, ResolvedReference,
};

use super::Ways;
use super::way::{Server, Way};
use crate::Digest;

impl Ways {
    /// Finds the component that the reference stands for.
    ///
    /// # Errors
    /// When no registry has it, or each gives something else.
    pub(in crate::loader) async fn resolve(&self) -> Result<ResolvedReference, RegistryError> {
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
    pub(in crate::loader) async fn blob(
        &self,
        component: &Descriptor,
    ) -> Result<Vec<u8>, RegistryError> {
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
    pub(in crate::loader) async fn recorded(
        &self,
        digest: &Digest,
    ) -> Result<Vec<u8>, Vec<String>> {
        let mut failures = Vec::new();
        for way in &self.ways {
            match way.recorded(digest, &self.context).await {
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
    pub(in crate::loader) async fn confirm(&self, digest: &Digest) -> Result<(), Vec<String>> {
        let mut failures = Vec::new();
        for way in &self.ways {
            match way.confirm(digest, &self.context).await {
                Ok(()) => return Ok(()),
                Err(error) => failures.push(self.place(way, error)),
            }
        }
        Err(self.with_closed(failures))
    }

    /// The bytes of a file: those of its digest if it has one, or else what its origin has now.
    ///
    /// # Errors
    /// When no server has them.
    pub(in crate::loader) async fn file(
        &self,
        digest: Option<&Digest>,
    ) -> Result<Vec<u8>, RegistryError> {
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
    pub(in crate::loader) async fn tags(&self) -> Result<Vec<String>, RegistryError> {
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

    /// The versions that a project has released, as its forge lists them.
    ///
    /// # Errors
    /// When it is not asked, or does not list them.
    pub(in crate::loader) async fn released(&self) -> Result<Vec<ReleasedVersion>, RegistryError> {
        let mut failures = Vec::new();
        for way in self.ways.iter().filter(|way| way.answers_tags) {
            let Server::File(HostedFile::Release(release), trust) = &way.server else {
                continue;
            };
            match release.versions(*trust, self.context.clone()).await {
                Ok(versions) => return Ok(versions),
                Err(error) => failures.push(way.told(error)),
            }
        }
        Err(self.failed(failures, true))
    }

    /// The whole artifact of a component that was fetched.
    ///
    /// # Errors
    /// When no registry has it.
    pub(in crate::loader) async fn artifact(
        &self,
        component: &[u8],
    ) -> Result<Artifact, RegistryError> {
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

    /// The signatures of a manifest that any of the registries has: a mirror may lack some, or all.
    ///
    /// # Errors
    /// When no registry can be asked.
    pub(in crate::loader) async fn referrers(
        &self,
        manifest: &Digest,
    ) -> Result<Referrers, RegistryError> {
        let mut failures = Vec::new();
        let mut all: Option<Referrers> = None;
        for way in &self.ways {
            let Server::Registry(repository) = &way.server else {
                continue;
            };
            match repository.referrers(manifest).await {
                Ok(referrers) => all.get_or_insert_default().add(referrers),
                Err(error) => failures.push(way.told(error)),
            }
        }
        match all {
            Some(mut all) => {
                let failures = failures.into_iter().map(|error| error.reason);
                all.skipped.extend(failures);
                Ok(all)
            }
            None => Err(self.failed(failures, false)),
        }
    }

    /// The documents of a manifest that any of the registries has.
    ///
    /// # Errors
    /// When no registry can be asked.
    pub(in crate::loader) async fn documents(
        &self,
        manifest: &Digest,
    ) -> Result<AttachedDocuments, RegistryError> {
        let mut failures = Vec::new();
        let mut all: Option<AttachedDocuments> = None;
        for way in &self.ways {
            let Server::Registry(repository) = &way.server else {
                continue;
            };
            match repository.documents(manifest).await {
                Ok(documents) => all.get_or_insert_default().add(documents),
                Err(error) => failures.push(way.told(error)),
            }
        }
        match all {
            Some(mut all) => {
                let failures = failures.into_iter().map(|error| error.reason);
                all.skipped.extend(failures);
                Ok(all)
            }
            None => Err(self.failed(failures, false)),
        }
    }

    /// One of these documents, with its content.
    ///
    /// # Errors
    /// When no registry has it.
    pub(in crate::loader) async fn document(
        &self,
        document: &AttachedDocument,
    ) -> Result<Referrer, RegistryError> {
        let mut failures = Vec::new();
        for way in &self.ways {
            let Server::Registry(repository) = &way.server else {
                continue;
            };
            match repository.document(document).await {
                Ok(referrer) => return Ok(referrer),
                Err(error) => failures.push(way.told(error)),
            }
        }
        Err(self.failed(failures, false))
    }

    /// The bundles beside the component with this digest, on any of the servers; and why some of them could not be asked.
    pub(in crate::loader) async fn bundles(&self, digest: &Digest) -> (Vec<Vec<u8>>, Vec<String>) {
        let (mut found, mut failures) = (Vec::new(), Vec::new());
        for way in &self.ways {
            match way.bundle(digest, &self.context).await {
                Ok(bundle) => found.extend(bundle),
                Err(error) => failures.push(way.told(error).reason),
            }
        }
        (found, failures)
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
        let is_origin = |way: &Way| way.mirror.is_none();
        let is_closed_to_tags =
            asks_tags && failures.is_empty() && !self.ways.iter().any(is_origin);
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
