//! Operations on one repository.

pub(crate) mod download;
pub(crate) mod referrers;
pub(crate) mod tags;
pub(crate) mod upload;

use std::time::Duration;

use pulumi_wasm_core::text::Excerpt;

use crate::artifact::manifest::{self, ACCEPTED, MANIFEST};
use crate::context::in_fetch_time;
use crate::requests::exchange::RegistryRequest;
use crate::requests::session::RepositorySession;
use crate::requests::whole_answer::{self, WholeAnswer};
use crate::{
    Artifact, AttachedDocument, AttachedDocuments, Descriptor, Digest, HostTrust, Reference,
    Referrer, Referrers, RegistryContext, RegistryError,
};

/// The prefix of digests with SHA-512, the other algorithm of the OCI image specification 1.1.
const OTHER_ALGORITHM: &str = "sha512:";

/// One repository of a registry. Constructing it sends nothing.
pub struct Repository {
    session: RepositorySession,
}

/// The component that a reference resolved to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedReference {
    /// The digest of the manifest, computed from the received bytes.
    pub manifest: Digest,
    pub component: Descriptor,
    /// The bytes of the manifest.
    pub bytes: Vec<u8>,
}

impl Repository {
    /// Opens the repository of a reference for reading.
    ///
    /// # Errors
    /// If the registry's address is not valid.
    pub fn to_read(
        reference: &Reference,
        trust: HostTrust,
        context: RegistryContext,
    ) -> Result<Self, RegistryError> {
        let session = RepositorySession::new(reference, trust, context, "pull")?;
        Ok(Self { session })
    }

    /// Opens the repository of a reference for pushing.
    ///
    /// # Errors
    /// As for [`Repository::to_read`].
    pub fn to_write(
        reference: &Reference,
        context: RegistryContext,
    ) -> Result<Self, RegistryError> {
        let session = RepositorySession::new(reference, HostTrust::Named, context, "pull,push")?;
        Ok(Self { session })
    }

    /// The tags of the repository: versions first, from new to old, then the others by name.
    ///
    /// # Errors
    /// If the registry does not have the repository, or its answer is not a list of tags.
    pub async fn tags(&self) -> Result<Vec<String>, RegistryError> {
        self.in_time(tags::list(&self.session)).await
    }

    /// Pushes an artifact under the reference's tag. Returns whether it is new. Another artifact under the tag is
    /// replaced only if `replace` is set.
    ///
    /// # Errors
    /// If the tag has another artifact, or the registry refuses this one.
    pub async fn push(&self, artifact: &Artifact, replace: bool) -> Result<bool, RegistryError> {
        self.in_time(self.push_in_its_time(artifact, replace)).await
    }

    async fn push_in_its_time(
        &self,
        artifact: &Artifact,
        replace: bool,
    ) -> Result<bool, RegistryError> {
        let reference = &self.session.reference;
        let tag = reference.tag().unwrap_or_default();
        let subject = format!("`{reference}`");
        if self.has(artifact, tag, replace).await? {
            return Ok(false);
        }
        upload::blobs(&self.session, artifact).await?;
        // An upload may take minutes, in which another process may have pushed another build.
        if self.has(artifact, tag, replace).await? {
            return Ok(false);
        }
        upload::manifest(&self.session, tag, MANIFEST, &artifact.manifest).await?;
        match self.found(tag, &subject).await? {
            Some(found) if found == artifact.digest() => Ok(true),
            _ => Err(RegistryError::new(format!(
                "{subject} was pushed, but the registry returns another artifact for it"
            ))
            .hint("push it again; if that does not help, ask the registry's operator")),
        }
    }

    /// Whether the registry has this artifact under a tag.
    ///
    /// # Errors
    /// If it has another build there that may not be replaced.
    async fn has(
        &self,
        artifact: &Artifact,
        tag: &str,
        replace: bool,
    ) -> Result<bool, RegistryError> {
        let reference = &self.session.reference;
        let subject = format!("`{reference}`");
        match self.found(tag, &subject).await? {
            Some(found) if found == artifact.digest() => Ok(true),
            Some(found) if !replace => Err(RegistryError::new(format!(
                "{subject} is another build: the registry has {found}, and this one is {}",
                artifact.digest()
            ))
            .hint(
                "give the new build a new version; `--replace` overwrites the other build, and users that added it get an error",
            )),
            _ => Ok(false),
        }
    }

    /// The digest of the manifest under a tag, if it exists.
    async fn found(&self, tag: &str, subject: &str) -> Result<Option<Digest>, RegistryError> {
        match self.manifest(tag, subject).await {
            Ok(manifest) => {
                let digest = Digest::of(&manifest.bytes);
                require_said(manifest.said.as_deref(), &digest, subject)?;
                Ok(Some(digest))
            }
            Err(error) if error.is_missing => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Resolves the reference to a component: by its digest if it has one, else by its tag.
    ///
    /// # Errors
    /// If the registry does not have it, sends other bytes, or it is not a component. Each error has a hint.
    pub async fn resolve(&self) -> Result<ResolvedReference, RegistryError> {
        let resolved = self.in_time(self.resolve_in_its_time()).await;
        resolved.map_err(|error| {
            let reference = &self.session.reference;
            if error.is_missing && error.hint.is_none() && reference.digest().is_none() {
                let place = reference.place();
                error.hint(format!(
                    "`pulumi-wasm tags oci://{place}` lists the existing tags"
                ))
            } else {
                error
            }
        })
    }

    /// Downloads exactly the component that the descriptor names.
    ///
    /// # Errors
    /// If it is larger than the limit, or the registry does not have it or sends other bytes. Each error has a
    /// hint.
    pub async fn fetch(&self, component: &Descriptor) -> Result<Vec<u8>, RegistryError> {
        self.in_time(download::fetch(&self.session, component))
            .await
    }

    /// Downloads a component when only its digest is known, because its manifest may be gone.
    ///
    /// # Errors
    /// As for [`Repository::fetch`].
    pub async fn fetch_by_digest(&self, component: &Digest) -> Result<Vec<u8>, RegistryError> {
        self.in_time(download::fetch_by_digest(&self.session, component))
            .await
    }

    /// The complete artifact of a downloaded component, with the manifest and config from the registry.
    ///
    /// # Errors
    /// If the registry does not have them, or the manifest is for another component.
    pub async fn artifact(&self, component: Vec<u8>) -> Result<Artifact, RegistryError> {
        let resolved = self.resolve().await?;
        let subject = format!("`{}`", self.session.reference);
        if resolved.component.digest != Digest::of(&component) {
            return Err(RegistryError::new(format!(
                "{subject} is another component now"
            )));
        }
        self.in_time(async {
            let name = resolved.manifest.to_string();
            let WholeAnswer {
                bytes: manifest,
                said,
                ..
            } = self.manifest(&name, &subject).await?;
            let found = Digest::of(&manifest);
            if found != resolved.manifest {
                return Err(RegistryError::new(format!(
                    "the registry sends other bytes for {subject}: their digest is {found}, not {name}"
                )));
            }
            require_said(said.as_deref(), &found, &subject)?;
            let config = manifest::config(&manifest)?;
            if config.size > manifest::MAX_BYTES as u64 {
                return Err(RegistryError::new(format!(
                    "{subject} has a config of more than {} MiB",
                    manifest::MAX_BYTES >> 20
                )));
            }
            let config = download::fetch(&self.session, &config).await?;
            Ok(Artifact {
                component: component.into(),
                config: config.into(),
                manifest: manifest.into(),
            })
        })
        .await
    }

    async fn resolve_in_its_time(&self) -> Result<ResolvedReference, RegistryError> {
        let reference = &self.session.reference;
        let name = match (reference.digest(), reference.tag()) {
            (Some(digest), _) => digest.to_string(),
            (None, Some(tag)) => tag.to_owned(),
            (None, None) => {
                return Err(
                    RegistryError::new(format!("`{reference}` names no version")).hint(format!(
                        "add a tag or a digest, as in `{}`",
                        reference.tagged("1.2.0")
                    )),
                );
            }
        };
        let subject = format!("`{reference}`");
        let WholeAnswer {
            bytes,
            content_type,
            said,
            ..
        } = self.manifest(&name, &subject).await?;
        let digest = Digest::of(&bytes);
        if let Some(expected) = reference.digest().filter(|expected| **expected != digest) {
            return Err(RegistryError::new(format!(
                "the registry sends other bytes for {subject}: their digest is {digest}, not {expected}"
            ))
            .hint("the registry, or a proxy before it, changes the content: ask its operator"));
        }
        require_said(said.as_deref(), &digest, &subject)?;
        let component = manifest::component(&bytes, content_type.as_deref());
        let component = component.map_err(|error| RegistryError {
            reason: format!("{subject}: {}", error.reason),
            ..error
        })?;
        Ok(ResolvedReference {
            manifest: digest,
            component,
            bytes,
        })
    }

    /// The manifest of this tag or digest.
    async fn manifest(&self, name: &str, subject: &str) -> Result<WholeAnswer, RegistryError> {
        let request = RegistryRequest::get(self.session.address(&format!("manifests/{name}")));
        let request = request.header("accept", ACCEPTED);
        whole_answer::get(
            &self.session,
            &request,
            ("manifest", subject),
            manifest::MAX_BYTES,
        )
        .await
    }

    /// The signatures of a manifest. They prove nothing until they are verified.
    ///
    /// # Errors
    /// If the registry cannot be reached.
    pub async fn referrers(&self, subject: &Digest) -> Result<Referrers, RegistryError> {
        self.in_time(referrers::fetch(&self.session, subject)).await
    }

    /// The documents of a manifest: SBOMs and provenance attestations.
    ///
    /// # Errors
    /// If the registry cannot be reached.
    pub async fn documents(&self, subject: &Digest) -> Result<AttachedDocuments, RegistryError> {
        self.in_time(referrers::documents(&self.session, subject))
            .await
    }

    /// Downloads one of these documents.
    ///
    /// # Errors
    /// If the registry does not have it, or sends other bytes.
    pub async fn document(&self, document: &AttachedDocument) -> Result<Referrer, RegistryError> {
        self.in_time(referrers::document(&self.session, document))
            .await
    }

    /// Attaches a signature or document to a manifest, unless it is already attached.
    ///
    /// # Errors
    /// If the registry refuses it.
    pub async fn attach(&self, subject: &Digest, referrer: &Referrer) -> Result<(), RegistryError> {
        self.in_time(referrers::attach(&self.session, subject, referrer))
            .await
    }

    /// Limits the total time of all requests for this repository.
    async fn in_time<T>(
        &self,
        work: impl Future<Output = Result<T, RegistryError>>,
    ) -> Result<T, RegistryError> {
        let subject = self.session.reference.to_string();
        let context = self.session.context();
        in_fetch_time(context, (&subject, "the registry"), work).await
    }

    /// Whether the reference has a digest, so that the result does not depend on a tag.
    #[must_use]
    pub fn is_of_digest(&self) -> bool {
        self.session.reference.digest().is_some()
    }

    /// The remaining time for all steps.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        self.session.context().time_left()
    }
}

/// Fails if the registry reports another digest for a manifest than its bytes have.
fn require_said(said: Option<&str>, found: &Digest, subject: &str) -> Result<(), RegistryError> {
    let is_other = |said: &&str| {
        // A digest with another algorithm cannot be compared.
        !said.starts_with(OTHER_ALGORITHM) && **said != found.to_string()
    };
    match said.filter(is_other) {
        None => Ok(()),
        Some(said) => Err(RegistryError::new(format!(
            "the registry says that the manifest of {subject} is {}, but it is {found}",
            Excerpt::name(said)
        ))
        .hint("a cache or a proxy on the way may have mixed answers: ask its operator, or the registry's")),
    }
}
