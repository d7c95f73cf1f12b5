//! Requests that commands of the tool make to registries, web servers and releases, through the operator's mirrors.

use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_registry::{
    Artifact, AttachedDocument, AttachedDocuments, Digest, HostedFile, Reference, Referrer,
    Referrers, ResolvedReference, Trust,
};

use crate::loader::Loader;
use crate::loader::fetch::newer::refuse_if_forbidden;
use crate::loader::fetch::sources::FetchSources;
use crate::{Source, SourceError};

/// A repository that a user named, on its registry and on the operator's mirrors. Each answer is that of the first server that has it.
pub struct RegistryLookUp {
    sources: FetchSources,
}

/// The manifest that a reference stands for, with its signatures.
pub struct SignedManifest {
    pub resolved: ResolvedReference,
    pub referrers: Referrers,
    /// Bundles that lie beside the component on mirrors without signatures of their own.
    pub bundles: Vec<Vec<u8>>,
}

impl Loader {
    /// A repository to ask. Nothing is sent yet.
    ///
    /// # Errors
    /// When the policy or the operator forbids to ask.
    pub fn look_up(
        &self,
        reference: &Reference,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<RegistryLookUp, SourceError> {
        refuse_if_forbidden(&self.policy()?, reference)?;
        let sources = FetchSources::to_registry(reference, Trust::Named, limits, log)?;
        Ok(RegistryLookUp { sources })
    }

    /// The source of what the project's SDKs have from this one, with the digest that they record: a tag may have been moved since. `None` if they
    /// have nothing from there, or the source says itself which bytes it means. Reads these files.
    pub async fn recorded_source(&self, typed: &Source) -> Option<Source> {
        match typed {
            Source::Registry(reference) if reference.digest().is_none() => {
                let recorded = self.recorded_for(reference).await?;
                recorded.place.reference().cloned().map(Source::Registry)
            }
            Source::Web(file) if file.digest().is_none() => {
                let digest = self.recorded_at(file).await?;
                Some(Source::Web(file.pinned(digest)))
            }
            _ => None,
        }
    }
}

impl RegistryLookUp {
    /// The tags of the repository: versions first, the newest one before the others, then the rest by name.
    ///
    /// # Errors
    /// When no server lists them.
    pub async fn tags(&self) -> Result<Vec<String>, SourceError> {
        Ok(self.sources.tags().await?)
    }

    /// What the reference stands for, and the signatures of it that any of the servers has.
    ///
    /// # Errors
    /// When no server has it, or none can be asked for signatures.
    pub async fn signed_manifest(&self) -> Result<SignedManifest, SourceError> {
        let resolved = self.sources.resolve().await?;
        let mut referrers = self.sources.referrers(&resolved.manifest).await?;
        let (bundles, failures) = self.sources.bundles(&resolved.component.digest).await;
        referrers.skipped.extend(failures);
        Ok(SignedManifest {
            resolved,
            referrers,
            bundles,
        })
    }

    /// The component of a manifest.
    ///
    /// # Errors
    /// When no server has it.
    pub async fn component(&self, resolved: &ResolvedReference) -> Result<Vec<u8>, SourceError> {
        Ok(self.sources.blob(&resolved.component).await?)
    }

    /// The whole artifact of a component that was fetched: with its manifest and its config, as they are in the registry.
    ///
    /// # Errors
    /// When no server has it.
    pub async fn artifact(&self, component: &[u8]) -> Result<Artifact, SourceError> {
        Ok(self.sources.artifact(component).await?)
    }

    /// The documents of a manifest that any of the servers has.
    ///
    /// # Errors
    /// When no server can be asked.
    pub async fn documents(&self, manifest: &Digest) -> Result<AttachedDocuments, SourceError> {
        Ok(self.sources.documents(manifest).await?)
    }

    /// One of these documents, with its content.
    ///
    /// # Errors
    /// When no server has it.
    pub async fn document(&self, document: &AttachedDocument) -> Result<Referrer, SourceError> {
        Ok(self.sources.document(document).await?)
    }

    /// The signatures of a manifest that any of the servers has.
    ///
    /// # Errors
    /// When no server can be asked.
    pub async fn referrers(&self, manifest: &Digest) -> Result<Referrers, SourceError> {
        Ok(self.sources.referrers(manifest).await?)
    }
}

/// A component that is one file, with what lies beside it.
pub struct SignedFile {
    pub bytes: Vec<u8>,
    /// Nothing of them was verified.
    pub bundles: Vec<Vec<u8>>,
    /// Why some servers could not be asked for a bundle.
    pub skipped: Vec<String>,
}

impl Loader {
    /// Fetches a component that a user named, and the bundles beside it on its server and on the operator's mirrors.
    ///
    /// # Errors
    /// When the policy or the operator forbids to ask, or no server has the component.
    pub async fn signed_file(
        &self,
        file: &HostedFile,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<SignedFile, SourceError> {
        refuse_if_forbidden(&self.policy()?, file)?;
        let sources = FetchSources::to_file(file, Trust::Named, limits, log)?;
        let bytes = sources.file(file.digest()).await?.value;
        let (bundles, skipped) = sources.bundles(&Digest::of(&bytes)).await;
        Ok(SignedFile {
            bytes,
            bundles,
            skipped,
        })
    }
}
