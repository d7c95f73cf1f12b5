//! Finds the component that a user named in a registry. A tag is resolved here, once: the recorded reference has digests.

use pulumi_wasm_core::call::Severity;
use pulumi_wasm_registry::{HostTrust, Reference, ResolvedReference};

use crate::loader::Loader;
use crate::loader::candidate::{LoadContext, ResolvedComponent};
use crate::loader::fetch::context::forbidden;
use crate::loader::fetch::fallback::Answered;
use crate::loader::fetch::sources::FetchSources;
use crate::loader::judge::policy_check;
use crate::loader::judge::requirements::{Required, allows, require_pinned, require_version};
use crate::operator_sources::OperatorSources;
use crate::store::fetch_notes;
use crate::{ComponentReference, Digest, Place, Source, SourceError};

impl Loader {
    /// Puts the component that a reference names into the store.
    ///
    /// # Errors
    /// When the registry does not have it, the tag has moved, or it is not the component that was meant; with advice.
    pub(crate) async fn keep_referenced(
        &self,
        typed: &Reference,
        pins: &[Digest],
        loading: &LoadContext<'_>,
    ) -> Result<ResolvedComponent, SourceError> {
        policy_check::require_allowed_place(loading.policy, None, &Place::Registry(typed.clone()))?;
        let recorded = self.recorded_for(typed).await;
        // A record that the pins exclude does not count: the user wrote the digest of another build.
        let is_meant = |recorded: &&ComponentReference| {
            typed.digest().is_some() || allows(pins, &recorded.digest)
        };
        let known = recorded.as_ref().filter(is_meant);
        let closed = closed_to_tags(typed)?;
        if let Some(recorded) = known
            && self.is_settled(typed, recorded, closed.as_deref(), loading)?
            && let Some(found) = self.kept_or_copied(recorded, loading).await?
        {
            return self.checked(found, typed, pins, loading).await;
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
        let asked = match known {
            Some(ComponentReference {
                place: Place::Registry(recorded),
                ..
            }) if typed.digest().is_none() && (typed.version().is_none() || closed.is_some()) => {
                recorded
            }
            _ => typed,
        };
        let sources =
            FetchSources::to_registry(asked, HostTrust::Named, loading.limits, loading.log)?;
        let Answered {
            value: resolved,
            is_of_origin,
        } = match (sources.resolved().await, known) {
            (Ok(resolved), _) => resolved,
            (Err(error), Some(recorded)) if error.is_unavailable && typed.digest().is_none() => {
                let Some(found) = self.kept_or_copied(recorded, loading).await? else {
                    return Err(error.into());
                };
                let message = format!(
                    "cannot check whether `{typed}` is still the build in the project's SDK ({}): {error}",
                    recorded.digest
                );
                loading.log.log(Severity::Warning, "", &message, false);
                return self.checked(found, typed, pins, loading).await;
            }
            (Err(error), _) => return Err(error.into()),
        };
        // The tag of a version must not move, even if the pins allow the new build.
        if let Some(recorded) = &recorded {
            let before = recorded.place.reference().and_then(Reference::digest);
            let is_held = typed.digest().is_some() || typed.version().is_none();
            if let Some(before) = before.filter(|_| !is_held) {
                refuse_moved(typed, before, &resolved)?;
            }
        }
        let digest = resolved.component.digest.clone();
        require_pinned(pins, &Source::Registry(typed.clone()), &digest)?;
        policy_check::require_allowed_component(loading.policy, None, &digest, &typed.to_string())?;
        let reference = ComponentReference {
            digest,
            place: Place::Registry(typed.pinned(resolved.manifest.clone())),
        };
        self.fetch_signatures(&sources, &resolved, loading).await;
        let required = Required::Version(Source::Registry(typed.clone()));
        let component = &resolved.component;
        let found = self
            .kept_or_fetched(&reference, component, &sources, &required, loading)
            .await?;
        if is_of_origin {
            fetch_notes::note(&self.store, &reference.digest, &reference.place);
        }
        self.checked(found, typed, pins, loading).await
    }

    /// The component that the project's SDKs record for a tag.
    pub(crate) async fn recorded_for(&self, typed: &Reference) -> Option<ComponentReference> {
        let is_same = |component: &ComponentReference| {
            component.place.reference().is_some_and(|recorded| {
                recorded.is_of_repository(typed) && recorded.tag() == typed.tag()
            })
        };
        let values = self.values_in_sdks().await;
        let mut components = values.into_iter().flat_map(|value| value.components);
        components.find(is_same)
    }

    /// Whether a reference is resolved without a registry: it has a digest, or its tag is not a version, so the
    /// project keeps its build.
    fn is_settled(
        &self,
        typed: &Reference,
        recorded: &ComponentReference,
        closed: Option<&str>,
        loading: &LoadContext<'_>,
    ) -> Result<bool, SourceError> {
        let manifest = recorded.place.reference().and_then(Reference::digest);
        if typed.digest().is_some() {
            return Ok(typed.digest() == manifest);
        }
        if typed.version().is_some() {
            if let Some(closed) = closed {
                let message = format!(
                    "cannot check whether `{typed}` is still the build in the project's SDK ({}): {closed}",
                    recorded.digest
                );
                loading.log.log(Severity::Info, "", &message, false);
            }
            return Ok(closed.is_some() || forbidden(loading.policy)?.is_some());
        }
        let message = format!(
            "`{typed}` stays at the build in the project's SDK, {}: its tag is not a version, so it may name another build now\nhint: `pulumi-wasm update PACKAGE` takes its present build",
            recorded.place
        );
        loading.log.log(Severity::Warning, "", &message, false);
        Ok(true)
    }

    /// Fails if a component does not have the version in the tag or a pinned digest, or may not come from there.
    async fn checked(
        &self,
        found: ResolvedComponent,
        typed: &Reference,
        pins: &[Digest],
        loading: &LoadContext<'_>,
    ) -> Result<ResolvedComponent, SourceError> {
        let digest = &found.reference.digest;
        require_pinned(pins, &Source::Registry(typed.clone()), digest)?;
        let name = found.manifest.name();
        policy_check::require_allowed_component(loading.policy, Some(name), digest, &found.shown)?;
        require_version(found.manifest.version(), &Source::Registry(typed.clone()))?;
        self.require_source(&found, None, loading).await?;
        Ok(found)
    }
}

/// The reason if the operator forbids resolving a tag.
fn closed_to_tags(typed: &Reference) -> Result<Option<String>, SourceError> {
    let sources = OperatorSources::from_environment()?;
    let rule = sources.mirrors(&format!("oci://{}", typed.place()));
    let rule = rule.filter(|rule| rule.is_closed_to_tags());
    let only = rule.and_then(|rule| rule.only.as_ref());
    Ok(only.map(|only| format!("{only} excludes its registry")))
}

/// Fails if the tag of a version now names a manifest with another digest.
pub(crate) fn refuse_moved(
    typed: &Reference,
    before: &Digest,
    resolved: &ResolvedReference,
) -> Result<(), SourceError> {
    if *before == resolved.manifest {
        return Ok(());
    }
    Err(SourceError::new(format!(
        "the tag of `{typed}` was moved: it stands for {} now, and the project's SDK has {before}",
        resolved.manifest
    ))
    .hint(format!(
        "ask the publisher why: a version stands for one build. The SDK's build still runs; to keep it, write `{}`; to take the \
         new one, `{}`",
        typed.pinned(before.clone()),
        typed.pinned(resolved.manifest.clone())
    )))
}
