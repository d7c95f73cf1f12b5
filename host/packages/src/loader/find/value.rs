//! Finds the components that a parameter value names.

use std::path::PathBuf;
use std::sync::Arc;

use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::manifest::{Manifest, ManifestError};

use crate::loader::blocking::run_blocking;
use crate::loader::candidate::{LoadContext, ResolvedComponent};
use crate::loader::find::local_files::LocalSearch;
use crate::loader::judge::policy_check;
use crate::loader::judge::requirements::Required;
use crate::loader::replacement::ReplacementBuild;
use crate::loader::{Loaded, Loader};
use crate::policy::Policy;
use crate::store::manifest_index;
use crate::{ComponentReference, Digest, ParameterValue, SourceError};

/// The result of loading a recorded value.
enum Recorded {
    Whole(Box<Loaded>),
    /// A component is missing.
    Missing(SourceError),
}

impl Loader {
    /// Loads the components that a parameter value names: from the store, from other files of this machine, or from
    /// their source. If a component is missing, the newer build that the project's SDK names replaces it.
    ///
    /// # Errors
    /// If another program wrote the value, the value is for another package, or a component is missing.
    pub async fn load_value(
        &self,
        name: &str,
        version_of_request: &str,
        bytes: &[u8],
        log: &Arc<dyn LogSink>,
    ) -> Result<Loaded, SourceError> {
        let mut value = ParameterValue::parse(bytes)?;
        let policy = self.policy()?;
        policy.cap(&mut value.limits);
        if value.name != name {
            return Err(SourceError::new(format!(
                "the parameter is for the package `{}`, and the engine asked for `{name}`",
                value.name
            ))
            .hint(format!("add the package again: `{}`", self.command(&value))));
        }
        if let Some(version) = self.served_as(name) {
            self.require_declared(&policy, &value)?;
            version.tell(&value.components, log.as_ref());
            let (grants, limits) = (value.grants.clone(), value.limits.clone());
            policy_check::warn_of_excess(&policy, name, &grants, &limits, log.as_ref());
            let found = vec![version.found()];
            let uses = self.uses_of(&found, &policy, log).await;
            policy_check::warn_of_uses(&policy, &found, &uses, log.as_ref());
            let loaded = self.assemble(found, &uses, grants, limits, &policy).await?;
            version_of_request.clone_into(&mut value.version);
            return Ok(Loaded {
                value,
                served: Some(version.number()),
                ..loaded
            });
        }
        let mut loaded = match self.load_recorded(&value, &policy, log).await? {
            Recorded::Whole(loaded) => *loaded,
            Recorded::Missing(missing) => {
                let missing = ReplacementBuild::is_allowed(&policy, missing)?;
                let Some(mut newer) = self.newest_in_sdks(&value).await else {
                    return Err(missing);
                };
                policy.cap(&mut newer.limits);
                let Recorded::Whole(loaded) = self.load_recorded(&newer, &policy, log).await?
                else {
                    return Err(missing);
                };
                ReplacementBuild::tell(&value, &newer, log.as_ref());
                let files = newer.components.iter();
                let files: Vec<String> =
                    files.map(|component| component.place.to_string()).collect();
                let file = files.join("`, `");
                Loaded {
                    replacement: Some(ReplacementBuild { missing, file }),
                    ..*loaded
                }
            }
        };
        // An explicit provider sends the plugin's own version. The engine expects the version of its request in the
        // answer; the digests decide which component runs.
        loaded.value.version = version_of_request.to_owned();
        Ok(loaded)
    }

    /// Loads the package of a value, unless a component is missing.
    async fn load_recorded(
        &self,
        value: &ParameterValue,
        policy: &Policy,
        log: &Arc<dyn LogSink>,
    ) -> Result<Recorded, SourceError> {
        let mut judged = self.judge_recorded(value, policy, log).await?;
        if let Some((_, missing)) = judged.missing.pop() {
            return Ok(Recorded::Missing(missing));
        }
        let loaded = self.package_of(value, judged.found, &judged.uses, policy)?;
        Ok(Recorded::Whole(Box::new(loaded)))
    }

    /// Finds a component that a value names. The inner error means that it is missing.
    pub(crate) async fn find_recorded(
        &self,
        reference: &ComponentReference,
        value: &ParameterValue,
        loading: &LoadContext<'_>,
    ) -> Result<Result<ResolvedComponent, SourceError>, SourceError> {
        let shown = reference.place.to_string();
        if let Some((file, manifest)) = self.stored(&reference.digest).await? {
            let manifest = manifest.map_err(|error| {
                let hint = match error {
                    ManifestError::TooLarge { .. } => error.hint(),
                    _ => format!(
                        "remove `{}` and add the package again: `{}`",
                        file.parent().unwrap_or(&file).display(),
                        self.command(value)
                    ),
                };
                SourceError::new(format!(
                    "the stored manifest of `{shown}` cannot be used: {error}"
                ))
                .hint(hint)
            })?;
            return Ok(Ok(ResolvedComponent {
                reference: reference.clone(),
                shown,
                file,
                manifest: Arc::new(manifest),
            }));
        }
        let mut looked = vec![self.store.looked_at(&reference.digest)];
        match self.find_elsewhere(reference, value, loading).await? {
            LocalSearch::Found(candidate) => {
                let loader = self.project_loader();
                let kept = loader.keep(candidate, &Required::Place, loading).await;
                return kept.map(Ok);
            }
            LocalSearch::Missing(places) => looked.extend(places),
        }
        if self.review.is_some() {
            return Ok(Err(self.missing(reference, value, &looked)));
        }
        match self.fetch_recorded(reference, value, loading).await? {
            Some(Ok(found)) => Ok(Ok(found)),
            Some(Err(place)) => {
                looked.push(place);
                Ok(Err(self.missing(reference, value, &looked)))
            }
            None => Ok(Err(self.missing(reference, value, &looked))),
        }
    }

    /// The file in the store of the component with a digest, and its manifest; `None` if the store does not have both.
    pub(crate) async fn stored(
        &self,
        digest: &Digest,
    ) -> Result<Option<(PathBuf, Result<Manifest, ManifestError>)>, SourceError> {
        let Some(entry) = self.store.open(digest)? else {
            return Ok(None);
        };
        let file = entry.component();
        let manifest = match manifest_index::kept(&self.store, digest, &entry) {
            Some(manifest) => Some(Ok(manifest)),
            None => run_blocking(move || manifest_index::judged(&entry)).await??,
        };
        Ok(manifest.map(|manifest| (file, manifest)))
    }
}
