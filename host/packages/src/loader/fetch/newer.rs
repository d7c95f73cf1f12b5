//! Finds the present build of a component's source, for commands that update a recorded one.

use std::fmt::Display;
use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_registry::{HostTrust, HostedFile, Reference, ReleaseAsset};
use semver::Version;

use crate::loader::Loader;
use crate::loader::candidate::LoadContext;
use crate::loader::fetch::context::forbidden;
use crate::loader::fetch::sources::FetchSources;
use crate::loader::find::registry::refuse_moved;
use crate::loader::judge::policy_check;
use crate::loader::keep::store::StoredComponent;
use crate::policy::Policy;
use crate::{Digest, Place, Source, SourceError};

/// The current build of a source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Newer {
    /// The source to write into the project's file.
    pub source: Source,
    /// The component, which is in the store.
    pub kept: StoredComponent,
}

/// Fails if the policy or the environment forbids requests.
pub(crate) fn refuse_if_forbidden(
    policy: &Policy,
    source: &dyn Display,
) -> Result<(), SourceError> {
    match forbidden(policy)? {
        None => Ok(()),
        Some(forbidden) => Err(SourceError::new(format!(
            "cannot look up `{source}`: {}",
            forbidden.reason
        ))
        .hint(forbidden.remedy)),
    }
}

impl Loader {
    /// Checks that a registry may be asked about a source, for commands that send their own requests. Called before
    /// anything is sent.
    ///
    /// # Errors
    /// If the operator's policy or the environment forbids fetching; the error names the rule.
    pub fn may_look_up(&self, source: &dyn Display) -> Result<(), SourceError> {
        refuse_if_forbidden(&self.policy()?, source)
    }

    /// Looks up the current build of a source, and puts it into the store. If the tag is a version, that is the given
    /// or the newest version; otherwise the build that the tag or the address names now. Adds no grants.
    ///
    /// # Errors
    /// If the tag of a version was moved, the source does not have the requested component, or the component may not
    /// run; the error has advice.
    pub async fn newer(
        &self,
        typed: &Source,
        version: Option<&Version>,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Newer, SourceError> {
        let policy = self.policy()?;
        let mut limits = limits.clone();
        policy.cap(&mut limits);
        let loading = LoadContext {
            policy: &policy,
            limits: &limits,
            log,
        };
        refuse_if_forbidden(&policy, typed)?;
        match typed {
            Source::File(file) => Err(SourceError::new(format!(
                "`{}` is a file, which has no newer version elsewhere",
                file.display()
            ))
            .hint("build it, and run `pulumi package add wasm FILE` again")),
            Source::Registry(reference) => {
                self.newer_in_registry(reference, version, &loading).await
            }
            Source::Web(file) => match (file, version) {
                (HostedFile::Web(_), None) => self.newer_on_web(file, &loading).await,
                (HostedFile::Web(_), Some(_)) => Err(SourceError::new(format!(
                    "`{typed}` is an address, and stands for one file"
                ))
                .hint("write the address of the other version into `Pulumi.yaml`")),
                (HostedFile::Release(release), version) => {
                    self.newer_release(release, version, &loading).await
                }
            },
        }
    }

    async fn newer_in_registry(
        &self,
        typed: &Reference,
        version: Option<&Version>,
        loading: &LoadContext<'_>,
    ) -> Result<Newer, SourceError> {
        policy_check::require_allowed_place(loading.policy, None, &Place::Registry(typed.clone()))?;
        let Some(tag) = typed.tag() else {
            return Err(SourceError::new(format!(
                "`{typed}` has a digest alone, which stands for one build"
            ))
            .hint(format!(
                "write it with a tag, as in `{}`",
                typed.tagged("1.2.0")
            )));
        };
        let by_tag = typed.tagged(tag);
        let target = match typed.version() {
            None if version.is_none() => by_tag,
            current => {
                if current.is_some() {
                    self.refuse_moved_now(typed, &by_tag, loading).await?;
                }
                self.version_of(&by_tag, current.as_ref(), version, loading)
                    .await?
            }
        };
        let sources =
            FetchSources::to_registry(&target, HostTrust::Named, loading.limits, loading.log)?;
        let resolved = sources.resolve().await?;
        let pinned = target.pinned(resolved.manifest);
        let found = self.keep_referenced(&pinned, &[], loading).await?;
        let is_pinned = typed.digest().is_some() || target.version().is_none();
        Ok(Newer {
            source: Source::Registry(if is_pinned { pinned } else { target }),
            kept: StoredComponent::of(&found),
        })
    }

    /// Fails if the tag of a version names a build that differs from the project's build.
    async fn refuse_moved_now(
        &self,
        typed: &Reference,
        by_tag: &Reference,
        loading: &LoadContext<'_>,
    ) -> Result<(), SourceError> {
        let before = match typed.digest() {
            Some(digest) => Some(digest.clone()),
            None => self.recorded_for(by_tag).await.and_then(|recorded| {
                let recorded = recorded.place.reference().and_then(Reference::digest);
                recorded.cloned()
            }),
        };
        let Some(before) = before else {
            return Ok(());
        };
        let sources =
            FetchSources::to_registry(by_tag, HostTrust::Named, loading.limits, loading.log)?;
        match sources.resolve().await {
            Ok(resolved) => refuse_moved(by_tag, &before, &resolved),
            // A publisher may have deleted an old version.
            Err(error) if error.is_missing => {
                let message = format!("the registry no longer has `{by_tag}`");
                loading.log.log(Severity::Warning, "", &message, false);
                Ok(())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The reference of the wanted version, or of the newest version above the current version. Pre-releases count
    /// only if the current version is a pre-release.
    async fn version_of(
        &self,
        typed: &Reference,
        current: Option<&Version>,
        wanted: Option<&Version>,
        loading: &LoadContext<'_>,
    ) -> Result<Reference, SourceError> {
        let sources =
            FetchSources::to_registry(typed, HostTrust::Named, loading.limits, loading.log)?;
        let tags = sources.tags().await?;
        let takes_early = current.is_some_and(|current| !current.pre.is_empty());
        let is_meant = |version: &Version| match wanted {
            Some(wanted) => version == wanted,
            None => {
                current.is_none_or(|current| version > current)
                    && (version.pre.is_empty() || takes_early)
            }
        };
        let candidates = tags.iter().map(|tag| typed.tagged(tag));
        let mut candidates: Vec<(Version, Reference)> = candidates
            .filter_map(|candidate| Some((candidate.version()?, candidate)))
            .filter(|(version, _)| is_meant(version))
            .collect();
        candidates.sort_by(|(one, _), (other, _)| one.cmp(other));
        match (candidates.pop(), wanted) {
            (Some((_, newest)), _) => Ok(newest),
            (None, None) => Ok(typed.clone()),
            // The host reads a limited number of pages of the list, and the tag may be on a later page.
            (None, Some(wanted)) => self.unlisted(typed, wanted, loading).await,
        }
    }

    /// The reference of a version that the registry does not list. Asks for its tag with and without a `v`.
    async fn unlisted(
        &self,
        typed: &Reference,
        wanted: &Version,
        loading: &LoadContext<'_>,
    ) -> Result<Reference, SourceError> {
        for tag in [wanted.to_string(), format!("v{wanted}")] {
            // A tag has no `+`, which build metadata begins with.
            if tag.contains('+') {
                continue;
            }
            let target = typed.tagged(&tag);
            let sources =
                FetchSources::to_registry(&target, HostTrust::Named, loading.limits, loading.log)?;
            match sources.resolve().await {
                Ok(_) => return Ok(target),
                Err(error) if error.is_missing => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(SourceError::new(format!(
            "the registry has no version {wanted} of `{}`",
            typed.place()
        ))
        .hint(format!(
            "`pulumi-wasm tags oci://{}` lists its versions",
            typed.place()
        )))
    }

    /// The release of the wanted version, or the newest release above the current version. Pre-releases count only if
    /// the current version is a pre-release.
    async fn newer_release(
        &self,
        typed: &ReleaseAsset,
        wanted: Option<&Version>,
        loading: &LoadContext<'_>,
    ) -> Result<Newer, SourceError> {
        let file = HostedFile::Release(typed.clone());
        let target = match wanted {
            Some(wanted) => Some(wanted.clone()),
            None => {
                let place = Place::Web(file.unpinned());
                policy_check::require_allowed_place(loading.policy, None, &place)?;
                let sources =
                    FetchSources::to_file(&file, HostTrust::Named, loading.limits, loading.log)?;
                let current = typed.version();
                let takes_early = current.as_ref().is_some_and(|now| !now.pre.is_empty());
                let released = sources.released().await?.into_iter();
                released
                    .filter(|found| takes_early || !found.is_early)
                    .map(|found| found.version)
                    .filter(|version| current.as_ref().is_none_or(|now| version > now))
                    .max()
            }
        };
        let Some(target) = target else {
            let found = self.keep_from_web(&file, &[], loading).await?;
            return Ok(Newer {
                source: Source::Web(file),
                kept: StoredComponent::of(&found),
            });
        };
        let other = HostedFile::Release(typed.of_version(&target));
        let found = self.keep_from_web(&other, &[], loading).await?;
        // A source with a digest keeps a digest.
        let source = match typed.digest() {
            Some(_) => other.pinned(found.reference.digest.clone()),
            None => other,
        };
        Ok(Newer {
            source: Source::Web(source),
            kept: StoredComponent::of(&found),
        })
    }

    async fn newer_on_web(
        &self,
        typed: &HostedFile,
        loading: &LoadContext<'_>,
    ) -> Result<Newer, SourceError> {
        let place = Place::Web(typed.unpinned());
        policy_check::require_allowed_place(loading.policy, None, &place)?;
        let downloaded = self.downloaded(&typed.unpinned(), loading).await?;
        let now = downloaded.value.reference.digest.clone();
        let found = self
            .keep_downloaded(downloaded, &Source::Web(typed.clone()), loading)
            .await?;
        let before: Option<Digest> = match typed.digest() {
            Some(digest) => Some(digest.clone()),
            None => self.recorded_at(typed).await,
        };
        let is_as_before = before.is_none_or(|before| before == now);
        Ok(Newer {
            source: Source::Web(if is_as_before {
                typed.clone()
            } else {
                typed.pinned(now)
            }),
            kept: StoredComponent::of(&found),
        })
    }
}
