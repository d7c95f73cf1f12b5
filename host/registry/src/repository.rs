//! Operations on the components of one repository.

use std::time::Duration;

use pulumi_wasm_core::text::Excerpt;

use super::exchange::Ask;
use super::manifest::{self, ACCEPTED};
use super::session::Session;
use super::whole_answer::{self, WholeAnswer};
use super::{
    Artifact, AttachedDocument, AttachedDocuments, Descriptor, Digest, Reference, Referrer,
    Referrers, RegistryContext, RegistryError, Trust, download, fetch_time, referrers, tags,
    upload,
};

/// The other algorithm of digests that the OCI image specification 1.1 knows.
const OTHER_ALGORITHM: &str = "sha512:";

/// One repository of a registry. Nothing is sent before something is asked of it.
pub struct Repository {
    session: Session,
}

/// The component that a reference stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedReference {
    /// The digest of the manifest, of the bytes that arrived.
    pub manifest: Digest,
    pub component: Descriptor,
    /// The manifest itself.
    pub bytes: Vec<u8>,
}

impl Repository {
    /// The repository of a reference, for reading.
    ///
    /// # Errors
    /// When the reference leads to no address.
    pub fn to_read(
        reference: &Reference,
        trust: Trust,
        context: RegistryContext,
    ) -> Result<Self, RegistryError> {
        let session = Session::new(reference, trust, context, "pull")?;
        Ok(Self { session })
    }

    /// The same for pushing under the reference's tag.
    ///
    /// # Errors
    /// Likewise.
    pub fn to_write(
        reference: &Reference,
        context: RegistryContext,
    ) -> Result<Self, RegistryError> {
        let session = Session::new(reference, Trust::Named, context, "pull,push")?;
        Ok(Self { session })
    }

    /// The tags: versions first, the newest one before the others, then the rest by name.
    ///
    /// # Errors
    /// When the registry does not have the repository, or gives something else.
    pub async fn tags(&self) -> Result<Vec<String>, RegistryError> {
        self.in_time(tags::list(&self.session)).await
    }

    /// Puts an artifact under the reference's tag, and says whether it was not there yet. Another one stays, unless it is
    /// to be replaced.
    ///
    /// # Errors
    /// When the tag has another artifact, or the registry does not take this one.
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
        match self.found(tag, &subject).await? {
            Some(found) if found == artifact.digest() => return Ok(false),
            Some(found) if !replace => {
                return Err(RegistryError::new(format!(
                    "{subject} is another build: the registry has {found}, and this one is {}",
                    artifact.digest()
                ))
                .hint(
                    "give the new build a new version; `--replace` replaces the other one, and users that added it get an error",
                ));
            }
            _ => {}
        }
        upload::artifact(&self.session, artifact, tag).await?;
        match self.found(tag, &subject).await? {
            Some(found) if found == artifact.digest() => Ok(true),
            _ => Err(RegistryError::new(format!(
                "{subject} was pushed, and the registry gives something else for it"
            ))
            .hint("push it again; if that does not help, ask the registry's operator")),
        }
    }

    /// The digest of the manifest that a tag names, if there is one.
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

    /// Finds the component that the reference stands for: by its digest, else by its tag.
    ///
    /// # Errors
    /// When the registry does not have it, gives other bytes, or it is no component; each with advice.
    pub async fn resolve(&self) -> Result<ResolvedReference, RegistryError> {
        let resolved = self.in_time(self.resolve_in_its_time()).await;
        resolved.map_err(|error| {
            let reference = &self.session.reference;
            match error.is_missing && error.hint.is_none() && reference.digest().is_none() {
                true => {
                    let place = reference.place();
                    error.hint(format!(
                        "`pulumi-wasm tags oci://{place}` lists the tags that there are"
                    ))
                }
                false => error,
            }
        })
    }

    /// Fetches a component: exactly the bytes that its descriptor names.
    ///
    /// # Errors
    /// When it is larger than the limit, the registry does not have it, or gives other bytes; each with advice.
    pub async fn fetch(&self, component: &Descriptor) -> Result<Vec<u8>, RegistryError> {
        self.in_time(download::fetch(&self.session, component))
            .await
    }

    /// Fetches a component of which only the digest is known: its manifest may be gone.
    ///
    /// # Errors
    /// As for [`Repository::fetch`].
    pub async fn fetch_by_digest(&self, component: &Digest) -> Result<Vec<u8>, RegistryError> {
        self.in_time(download::fetch_by_digest(&self.session, component))
            .await
    }

    /// The whole artifact of a component that was fetched: with its manifest and its config, as they are in the registry.
    ///
    /// # Errors
    /// When the registry does not have them, or the manifest is that of another component.
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
                    "the registry gives other bytes for {subject}: they are {found}, and not {name}"
                )));
            }
            require_said(said.as_deref(), &found, &subject)?;
            let config = manifest::config(&manifest)?;
            if config.size > manifest::MOST_BYTES as u64 {
                return Err(RegistryError::new(format!(
                    "{subject} has a config of more than {} MiB",
                    manifest::MOST_BYTES >> 20
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
                "the registry gives other bytes for {subject}: they are {digest}, and not {expected}"
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

    /// The manifest of this tag or digest, as it arrives.
    async fn manifest(&self, name: &str, subject: &str) -> Result<WholeAnswer, RegistryError> {
        let ask = Ask::get(self.session.address(&format!("manifests/{name}")));
        let ask = ask.header("accept", ACCEPTED);
        whole_answer::get(
            &self.session,
            &ask,
            ("manifest", subject),
            manifest::MOST_BYTES,
        )
        .await
    }

    /// The signatures that the registry has for a manifest. They prove nothing before they are verified.
    ///
    /// # Errors
    /// When the registry cannot be asked.
    pub async fn referrers(&self, subject: &Digest) -> Result<Referrers, RegistryError> {
        self.in_time(referrers::fetch(&self.session, subject)).await
    }

    /// The documents that the registry has for a manifest: lists of parts, and statements of how it was built.
    ///
    /// # Errors
    /// When the registry cannot be asked.
    pub async fn documents(&self, subject: &Digest) -> Result<AttachedDocuments, RegistryError> {
        self.in_time(referrers::documents(&self.session, subject))
            .await
    }

    /// One of these documents, with its content.
    ///
    /// # Errors
    /// When the registry does not have it, or gives other bytes.
    pub async fn document(&self, document: &AttachedDocument) -> Result<Referrer, RegistryError> {
        self.in_time(referrers::document(&self.session, document))
            .await
    }

    /// Puts a signature or a document of a manifest in, unless it is there.
    ///
    /// # Errors
    /// When the registry does not take it.
    pub async fn attach(&self, subject: &Digest, referrer: &Referrer) -> Result<(), RegistryError> {
        self.in_time(referrers::attach(&self.session, subject, referrer))
            .await
    }

    /// Bounds the time of all requests of one thing together.
    async fn in_time<T>(
        &self,
        work: impl Future<Output = Result<T, RegistryError>>,
    ) -> Result<T, RegistryError> {
        let subject = self.session.reference.to_string();
        let context = self.session.context();
        fetch_time::bounded(context, (&subject, "the registry"), work).await
    }

    /// Whether the reference has a digest, so that the answer does not depend on what a tag stands for.
    #[must_use]
    pub fn is_of_digest(&self) -> bool {
        self.session.reference.digest().is_some()
    }

    /// The rest of the time for all steps.
    #[must_use]
    pub fn time_left(&self) -> Duration {
        self.session.context().time_left()
    }
}

/// Fails if a registry says that a manifest has another digest than its bytes have.
fn require_said(said: Option<&str>, found: &Digest, subject: &str) -> Result<(), RegistryError> {
    let is_other = |said: &&str| {
        // One of another algorithm cannot be compared.
        !said.starts_with(OTHER_ALGORITHM) && **said != found.to_string()
    };
    match said.filter(is_other) {
        None => Ok(()),
        Some(said) => Err(RegistryError::new(format!(
            "the registry says that the manifest of {subject} is {}, and it is {found}",
            Excerpt::name(said)
        ))),
    }
}
