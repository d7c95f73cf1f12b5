//! Requests that commands of the tool make to registries, web servers and releases, through the operator's mirrors.

use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_registry::{
    Artifact, AttachedDocument, AttachedDocuments, Digest, HostTrust, HostedFile, Reference,
    Referrer, Referrers, ResolvedReference,
};

use crate::loader::Loader;
use crate::loader::fetch::newer::refuse_if_forbidden;
use crate::loader::fetch::sources::FetchSources;
use crate::{Source, SourceError};

/// A repository that a user named, on its registry and on the operator's mirrors. The first server with an answer wins.
pub struct RegistryLookUp {
    sources: FetchSources,
}

/// The manifest of a reference, with its signatures.
pub struct SignedManifest {
    pub resolved: ResolvedReference,
    pub referrers: Referrers,
    /// Bundles beside the component on mirrors that are not registries.
    pub bundles: Vec<Vec<u8>>,
}

impl Loader {
    /// Opens a repository for requests. Sends nothing yet.
    ///
    /// # Errors
    /// When the policy or the operator forbids requests.
    pub fn look_up(
        &self,
        reference: &Reference,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<RegistryLookUp, SourceError> {
        refuse_if_forbidden(&self.policy()?, reference)?;
        let sources = FetchSources::to_registry(reference, HostTrust::Named, limits, log)?;
        Ok(RegistryLookUp { sources })
    }

    /// The source with the digest that the project's SDKs record for it, because its tag may have moved since. `None`
    /// if the SDKs do not name the source, or if the source has a digest. Reads the SDKs.
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
    /// Lists the tags of the repository: first the versions, the newest first, then the other tags by name.
    ///
    /// # Errors
    /// If no server lists them.
    pub async fn tags(&self) -> Result<Vec<String>, SourceError> {
        Ok(self.sources.tags().await?)
    }

    /// Resolves the reference, and collects the signatures of its manifest from all servers.
    ///
    /// # Errors
    /// When no server has the reference, or no server answers about signatures.
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

    /// Downloads the component of a manifest.
    ///
    /// # Errors
    /// If no server has it.
    pub async fn component(&self, resolved: &ResolvedReference) -> Result<Vec<u8>, SourceError> {
        Ok(self.sources.blob(&resolved.component).await?)
    }

    /// Downloads the artifact of a component that was already fetched: the manifest and the config, as they are in
    /// the registry.
    ///
    /// # Errors
    /// If no server has it.
    pub async fn artifact(&self, component: &[u8]) -> Result<Artifact, SourceError> {
        Ok(self.sources.artifact(component).await?)
    }

    /// Lists the documents that any server has for a manifest.
    ///
    /// # Errors
    /// If no server can be asked.
    pub async fn documents(&self, manifest: &Digest) -> Result<AttachedDocuments, SourceError> {
        Ok(self.sources.documents(manifest).await?)
    }

    /// Downloads one of these documents.
    ///
    /// # Errors
    /// If no server has it.
    pub async fn document(&self, document: &AttachedDocument) -> Result<Referrer, SourceError> {
        Ok(self.sources.document(document).await?)
    }

    /// Collects the signatures that any server has for a manifest.
    ///
    /// # Errors
    /// If no server can be asked.
    pub async fn referrers(&self, manifest: &Digest) -> Result<Referrers, SourceError> {
        Ok(self.sources.referrers(manifest).await?)
    }
}

/// A component's file, with the bundles beside it.
pub struct SignedFile {
    pub bytes: Vec<u8>,
    /// They are not verified.
    pub bundles: Vec<Vec<u8>>,
    /// The reasons why some servers returned no bundle.
    pub skipped: Vec<String>,
}

impl Loader {
    /// Fetches a component that a user named, and the bundles beside it on its server and on the operator's mirrors.
    ///
    /// # Errors
    /// If the policy or the operator forbids the request, or no server has the component.
    pub async fn signed_file(
        &self,
        file: &HostedFile,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<SignedFile, SourceError> {
        refuse_if_forbidden(&self.policy()?, file)?;
        let sources = FetchSources::to_file(file, HostTrust::Named, limits, log)?;
        let bytes = sources.file(file.digest()).await?.value;
        let (bundles, skipped) = sources.bundles(&Digest::of(&bytes)).await;
        Ok(SignedFile {
            bytes,
            bundles,
            skipped,
        })
    }
}
