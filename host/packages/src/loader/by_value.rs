//! Loading what a parameter value names.

use std::sync::Arc;

use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::manifest::ManifestError;

use super::by_arguments::read_aside;
use super::{Candidate, Found, Loaded, Loader, Loading, aside, policy_check};
use crate::{ComponentReference, ParameterValue, SourceError, manifest_index, manifest_section};

impl Loader {
    /// Loads what a parameter value names: from the store, else from the recorded path if the file there is still the
    /// same.
    ///
    /// # Errors
    /// When the value is not ours or does not fit the request, or a component is nowhere to be had.
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
                "the parameter is that of the package `{}`, and the engine asked for `{name}`",
                value.name
            ))
            .hint(format!("add the package again: `{}`", value.command())));
        }
        self.require_declared(&policy, &value)?;
        let loading = Loading {
            policy: &policy,
            limits: &value.limits,
            log,
        };
        if let Some(version) = self.served_as(name) {
            version.tell(&value.components, log.as_ref());
            let (grants, limits) = (value.grants.clone(), value.limits.clone());
            policy_check::warn_of_excess(&policy, name, &grants, &limits, log.as_ref());
            let loaded = self.assemble(vec![version.found()], grants, limits, &policy)?;
            version_of_request.clone_into(&mut value.version);
            return Ok(Loaded {
                value,
                served: Some(version.number()),
                ..loaded
            });
        }
        let mut found = Vec::new();
        for reference in &value.components {
            policy_check::may_run(&policy, Some(name), &reference.digest, &reference.path)?;
            found.push(self.find_recorded(reference, &value, &loading).await?);
        }
        let (grants, limits) = (value.grants.clone(), value.limits.clone());
        policy_check::warn_of_excess(&policy, name, &grants, &limits, log.as_ref());
        let mut loaded = self.assemble(found, grants, limits, &policy)?;
        if loaded.value.name != name {
            return Err(SourceError::new(format!(
                "the parameter names the package `{name}`, and its components are the package `{}`",
                loaded.value.name
            ))
            .hint(format!("add the package again: `{}`", value.command())));
        }
        // An explicit provider sends the plugin's own version here: the engine expects its text back, and
        // the digests say what runs.
        loaded.value.version = version_of_request.to_owned();
        Ok(loaded)
    }

    /// The component that a value names.
    async fn find_recorded(
        &self,
        reference: &ComponentReference,
        value: &ParameterValue,
        loading: &Loading<'_>,
    ) -> Result<Found, SourceError> {
        let shown = reference.path.clone();
        let entry = self.store.open(&reference.digest)?;
        let known = match entry {
            Some(entry) => {
                let file = entry.component();
                let kept = manifest_index::kept(&self.store, &reference.digest, &entry);
                let manifest = match kept {
                    Some(manifest) => Some(Ok(manifest)),
                    None => {
                        let bounds = manifest_section::bounds(&value.limits);
                        aside(move || manifest_index::judged(&entry, &bounds)).await??
                    }
                };
                manifest.map(|manifest| (file, manifest))
            }
            None => None,
        };
        if let Some((file, manifest)) = known {
            let manifest = manifest.map_err(|error| {
                let hint = match error {
                    ManifestError::TooLarge { .. } => error.hint(),
                    _ => format!(
                        "remove `{}` and add the package again: `{}`",
                        file.parent().unwrap_or(&file).display(),
                        value.command()
                    ),
                };
                SourceError::new(format!(
                    "the stored manifest of `{shown}` cannot be used: {error}"
                ))
                .hint(hint)
            })?;
            return Ok(Found {
                reference: reference.clone(),
                shown,
                file,
                manifest: Arc::new(manifest),
            });
        }
        let mut looked = vec![self.store.looked_at(&reference.digest)];
        for file in self.recorded_files(reference) {
            match read_aside(&file, &value.limits).await {
                Ok((bytes, digest)) if digest == reference.digest => {
                    let candidate = Candidate {
                        bytes,
                        reference: reference.clone(),
                        shown,
                    };
                    return self.keep(candidate, loading).await;
                }
                Ok((_, digest)) => {
                    looked.push(format!("`{}`, which now is {digest}", file.display()))
                }
                Err(_) => looked.push(format!(
                    "`{}`, which is not there or cannot be used",
                    file.display()
                )),
            }
        }
        Err(SourceError::new(format!(
            "the component `{shown}` of package `{}` ({}) is not on this machine; looked at {}",
            value.name,
            reference.digest,
            looked.join(", and ")
        ))
        .hint(format!(
            "bring back the file with that digest (from your builds or the machine that deployed last) and run `{}`; or run that with a new \
             build, which changes what runs",
            value.command()
        )))
    }
}
