//! Finds the component that a user named on a web server or in a release. The digest of the file is recorded once.

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_registry::{HostTrust, HostedFile};

use crate::component_file::require_world;
use crate::loader::Loader;
use crate::loader::candidate::{Candidate, LoadContext, ResolvedComponent};
use crate::loader::fetch::context::forbidden;
use crate::loader::fetch::download::FetchLock;
use crate::loader::fetch::fallback::Answered;
use crate::loader::fetch::sources::FetchSources;
use crate::loader::judge::policy_check;
use crate::loader::judge::requirements::{Required, allows, require_pinned, require_version};
use crate::store::fetch_notes;
use crate::{ComponentReference, Digest, Place, Source, SourceError};

impl Loader {
    /// Stores the component of an address. If the project's SDK names a build from there, the host takes that build.
    ///
    /// # Errors
    /// When the server does not have it, it was changed, or it is not the component that was meant; with advice.
    pub(crate) async fn keep_from_web(
        &self,
        typed: &HostedFile,
        pins: &[Digest],
        loading: &LoadContext<'_>,
    ) -> Result<ResolvedComponent, SourceError> {
        let place = Place::Web(typed.unpinned());
        policy_check::require_allowed_place(loading.policy, None, &place)?;
        let source = Source::Web(typed.clone());
        let recorded = match typed.digest() {
            Some(_) => None,
            // A record that the pins exclude does not count: the user wrote the digest of another build.
            None => {
                let recorded = self.recorded_at(typed).await;
                recorded.filter(|recorded| allows(pins, recorded))
            }
        };
        let expected = typed.digest().or(recorded.as_ref());
        let reference = |digest: &Digest| ComponentReference {
            digest: digest.clone(),
            place: place.clone(),
        };
        if let Some(digest) = expected {
            require_pinned(pins, &source, digest)?;
            policy_check::require_allowed_component(
                loading.policy,
                None,
                digest,
                &typed.to_string(),
            )?;
            if let Some(found) = self.kept_or_copied(&reference(digest), loading).await? {
                return self.checked_file(found, &source, loading).await;
            }
        }
        if let Some(forbidden) = forbidden(loading.policy)? {
            return Err(SourceError::new(format!(
                "`{typed}` is not on this machine, and is not fetched: {}",
                forbidden.reason
            ))
            .hint(format!(
                "{}, or bring the component's file and give its path",
                forbidden.remedy
            )));
        }
        let (file, _lock) = match expected {
            Some(digest) => {
                let most = loading.limits.time(Limit::FetchTime);
                let lock = FetchLock::take(&self.store, digest, most, loading.log).await;
                // The process that held the lock may have stored the component.
                if let Some(found) = self.kept(&reference(digest)).await? {
                    return self.checked_file(found, &source, loading).await;
                }
                (typed.pinned(digest.clone()), Some(lock))
            }
            None => (typed.clone(), None),
        };
        let downloaded = self.downloaded(&file, loading).await;
        let downloaded = downloaded.map_err(|error| match &recorded {
            Some(_) if error.is_replaced => replaced(&error, typed),
            _ => error,
        })?;
        require_pinned(pins, &source, &downloaded.value.reference.digest)?;
        self.keep_downloaded(downloaded, &source, loading).await
    }

    /// Checks that a component on this machine has the version in its source and may come from there.
    async fn checked_file(
        &self,
        found: ResolvedComponent,
        source: &Source,
        loading: &LoadContext<'_>,
    ) -> Result<ResolvedComponent, SourceError> {
        require_version(found.manifest.version(), source)?;
        self.require_source(&found, None, loading).await?;
        Ok(found)
    }

    /// Downloads the file at an address: the bytes with its digest if it has one, also from a mirror, or else the
    /// current bytes.
    pub(crate) async fn downloaded(
        &self,
        file: &HostedFile,
        loading: &LoadContext<'_>,
    ) -> Result<Answered<Candidate>, SourceError> {
        let sources = FetchSources::to_file(file, HostTrust::Named, loading.limits, loading.log)?;
        let Answered {
            value: bytes,
            is_of_origin,
        } = sources.file(file.digest()).await?;
        let shown = file.to_string();
        require_world(&bytes, &shown)?;
        let digest = Digest::of(&bytes);
        self.fetch_bundles(&sources, &digest, loading).await;
        let candidate = Candidate {
            reference: ComponentReference {
                digest,
                place: Place::Web(file.unpinned()),
            },
            bytes,
            shown,
        };
        Ok(Answered {
            value: candidate,
            is_of_origin,
        })
    }

    /// Stores a downloaded component, and checks that it may run and has the version in its source.
    pub(crate) async fn keep_downloaded(
        &self,
        downloaded: Answered<Candidate>,
        source: &Source,
        loading: &LoadContext<'_>,
    ) -> Result<ResolvedComponent, SourceError> {
        let found = self
            .keep_and_note(downloaded, &Required::Version(source.clone()), loading)
            .await?;
        self.require_source(&found, None, loading).await?;
        Ok(found)
    }

    /// Puts a downloaded component into the store, and notes its place if the answer speaks for the origin.
    pub(crate) async fn keep_and_note(
        &self,
        downloaded: Answered<Candidate>,
        required: &Required,
        loading: &LoadContext<'_>,
    ) -> Result<ResolvedComponent, SourceError> {
        let found = self.keep(downloaded.value, required, loading).await?;
        if downloaded.is_of_origin {
            let ComponentReference { digest, place } = &found.reference;
            fetch_notes::note(&self.store, digest, place);
        }
        Ok(found)
    }

    /// The digest that the project's SDKs record for an address.
    pub(crate) async fn recorded_at(&self, typed: &HostedFile) -> Option<Digest> {
        let is_same = |component: &ComponentReference| matches!(&component.place, Place::Web(recorded) if recorded.is_at(typed));
        let values = self.values_in_sdks().await;
        let mut components = values.into_iter().flat_map(|value| value.components);
        components.find(is_same).map(|component| component.digest)
    }
}

/// The error if an address has another build than the project's SDK.
fn replaced(error: &SourceError, typed: &HostedFile) -> SourceError {
    let unpinned = typed.unpinned();
    SourceError::new(format!(
        "{}, which the project's SDK has: the file was replaced",
        error.reason
    ))
    .hint(match typed.release() {
        None => format!(
            "ask the publisher why: an address of a component should stand for one build. `pulumi-wasm update PACKAGE` writes the digest of \
             the new one behind `{unpinned}`"
        ),
        Some(_) => format!(
            "ask the publisher why: a version stands for one build. To take the new one, write its digest behind the source, \
             `{unpinned}#sha256:DIGEST`"
        ),
    })
}
