//! Finds the components of the package that this program was started for: a bundle, or a folder that is a plugin.

use std::path::Path;
use std::sync::Arc;

use pulumi_wasm_capability::flag_place::FlagPlace;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::call::LogSink;

use crate::component_file::{require_world, too_large};
use crate::loader::blocking::run_blocking;
use crate::loader::candidate::{Candidate, LoadContext, ResolvedComponent};
use crate::loader::judge::limits::refusal;
use crate::loader::judge::requirements::Required;
use crate::loader::judge::{grant_report, policy_check};
use crate::loader::{Loaded, Loader, Own};
use crate::own_package::OwnPackage;
use crate::own_package::bundle::BundlePlace;
use crate::own_package::plugin_folder::PluginFolder;
use crate::own_package::program_name::Engine;
use crate::store::stat_cache;
use crate::{ComponentReference, Digest, SourceError, regular_file};

impl Loader {
    /// Loads the package of the bundle that this program belongs to, if it belongs to one. Each component must have the
    /// bytes from the time when the bundle was made. A component that was verified before and not written to since is
    /// not read again.
    ///
    /// # Errors
    /// When the bundle was changed, or the operator's policy forbids it; each with advice.
    pub async fn load_bundle(
        &self,
        place: &BundlePlace,
        log: &Arc<dyn LogSink>,
    ) -> Result<Loaded, SourceError> {
        let bundle = place.read()?;
        let policy = self.policy()?;
        let mut value = bundle.package.clone();
        value.limits.place = place.engine().flag_place();
        policy.cap(&mut value.limits);
        let name = &value.name;
        let loading = LoadContext {
            policy: &policy,
            limits: &value.limits,
            log,
        };
        let mut found = Vec::new();
        for reference in &value.components {
            policy_check::require_allowed_component(
                &policy,
                Some(name),
                &reference.digest,
                &reference.place.to_string(),
            )?;
            policy_check::require_allowed_place(&policy, None, &reference.place)?;
            let component = self.find_bundled(place, reference, &loading).await?;
            found.push(match place.engine() {
                Engine::Terraform => component.without_other_packages(),
                Engine::Pulumi => component,
            });
        }
        let (grants, limits) = (value.grants.clone(), value.limits.clone());
        let chosen = (name.as_str(), "bundled");
        policy_check::warn_of_preset_excess(&policy, chosen, &grants, &limits, log.as_ref());
        let uses = self.uses_of(&found, &policy, log).await;
        policy_check::warn_of_uses(&policy, &found, &uses, log.as_ref());
        let loaded = self
            .assemble(found, &uses, grants, limits, &policy)
            .await
            .map_err(|error| with_hint(error, place))?;
        let served = (&loaded.value.name, &loaded.value.version);
        if served != (&value.name, &value.version) {
            return Err(SourceError::new(format!(
                "the bundle is for `{}` {}, and the components in it are `{}` {}",
                value.name, value.version, served.0, served.1
            ))
            .hint(place.reinstall()));
        }
        Ok(Loaded {
            own: Some(Own {
                download_url: bundle.download_url,
            }),
            ..loaded
        })
    }

    async fn find_bundled(
        &self,
        place: &BundlePlace,
        reference: &ComponentReference,
        loading: &LoadContext<'_>,
    ) -> Result<ResolvedComponent, SourceError> {
        let file = place.file(reference);
        let digest = &reference.digest;
        let shown = reference.place.to_string();
        self.store_bundle_beside(&file, digest, loading).await;
        let stored = self.stored(digest).await?;
        let is_noted = stored.is_some() && stat_cache::is_known(&self.store, digest, &file);
        let bytes = if is_noted {
            Vec::new()
        } else {
            read_blocking(place, reference, loading.limits).await?
        };
        let found = match stored {
            Some((file, manifest)) => ResolvedComponent {
                reference: reference.clone(),
                manifest: Arc::new(manifest.map_err(|error| refusal(&shown, &error))?),
                shown,
                file,
            },
            None => {
                let candidate = Candidate {
                    bytes,
                    reference: reference.clone(),
                    shown,
                };
                self.keep(candidate, &Required::Nothing, loading).await?
            }
        };
        if !is_noted {
            self.note_bundled(&file, digest, loading).await?;
        }
        Ok(found)
    }

    /// Notes that the file was found to be the component.
    async fn note_bundled(
        &self,
        file: &Path,
        digest: &Digest,
        loading: &LoadContext<'_>,
    ) -> Result<(), SourceError> {
        let (store, digest, file) = (self.store.clone(), digest.clone(), file.to_owned());
        let most = loading.limits.get(Limit::ComponentSize);
        run_blocking(move || drop(stat_cache::changed(&store, &digest, &file, most))).await
    }
}

/// Reads a component of a bundle, and checks that it is the component of the bundle.
async fn read_blocking(
    place: &BundlePlace,
    reference: &ComponentReference,
    limits: &Limits,
) -> Result<Vec<u8>, SourceError> {
    let file = place.file(reference);
    let (limits, expected) = (limits.clone(), reference.digest.clone());
    let bytes = run_blocking(move || read(&file, &expected, &limits)).await?;
    bytes.map_err(|error| with_hint(error, place))
}

/// The error, with advice.
fn with_hint(error: SourceError, place: &BundlePlace) -> SourceError {
    match error.hint {
        Some(_) => error,
        None => error.hint(place.reinstall()),
    }
}

fn read(file: &Path, expected: &Digest, limits: &Limits) -> Result<Vec<u8>, SourceError> {
    let shown = file.display().to_string();
    let bytes = regular_file::read(file, limits.get(Limit::ComponentSize))
        .map_err(|error| {
            SourceError::new(format!(
                "the component `{shown}` of the bundle is missing or cannot be read: {error}"
            ))
        })?
        .ok_or_else(|| too_large(&format!("the component `{shown}` of the bundle"), limits))?;
    let found = Digest::of(&bytes);
    if found != *expected {
        return Err(SourceError::new(format!(
            "the component `{shown}` of the bundle was changed or cut: its {} bytes are {found}, and the bundle was made with \
             {expected}",
            bytes.len()
        )));
    }
    require_world(&bytes, &shown)?;
    Ok(bytes)
}

impl Loader {
    /// Loads the package that this program was started for. Its files are read each time, because nothing pins them.
    ///
    /// # Errors
    /// When its files are not as they should be, or the operator's policy forbids it; each with advice.
    pub async fn load_own(
        &self,
        own: &OwnPackage,
        log: &Arc<dyn LogSink>,
    ) -> Result<Loaded, SourceError> {
        match own {
            OwnPackage::Bundle(place) => self.load_bundle(place, log).await,
            OwnPackage::Folder(folder) => self.load_folder(folder, log).await,
        }
    }

    async fn load_folder(
        &self,
        place: &PluginFolder,
        log: &Arc<dyn LogSink>,
    ) -> Result<Loaded, SourceError> {
        let mut arguments = place.arguments()?;
        arguments.limits.place = FlagPlace::Folder;
        let policy = self.policy()?;
        policy.cap(&mut arguments.limits);
        // Paths begin at the folder, and not where the engine started the plugin.
        let loader = Self {
            folder: place.folder().to_owned(),
            ..self.clone()
        };
        let (grants, limits) = (arguments.grants.clone(), arguments.limits.clone());
        let loading = LoadContext {
            policy: &policy,
            limits: &limits,
            log,
        };
        let found = loader.keep_named(&arguments, &loading).await?;
        let uses = loader.uses_of(&found, &policy, log).await;
        let report = grant_report::GrantReport::new(&found, &uses, &grants)?;
        report.require(&policy, &arguments)?;
        let loaded = loader
            .assemble(
                found.clone(),
                &uses,
                grants.clone(),
                limits.clone(),
                &policy,
            )
            .await?;
        let name = loaded.package.name();
        policy_check::warn_of_preset_excess(
            &policy,
            (name, "made"),
            &grants,
            &limits,
            log.as_ref(),
        );
        policy_check::warn_of_uses(&policy, &found, &uses, log.as_ref());
        self.compile_ahead(&found, &loading).await;
        Ok(Loaded {
            own: Some(Own::default()),
            ..loaded
        })
    }
}
