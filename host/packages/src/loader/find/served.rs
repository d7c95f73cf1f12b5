//! Serves the component that its author is building, in place of its package.

use std::path::Path;
use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;

use crate::loader::candidate::{Candidate, LoadContext};
use crate::loader::dev_override::{DevOverride, ServedComponent, Version};
use crate::loader::find::arguments::read_blocking;
use crate::loader::judge::policy_check;
use crate::loader::judge::requirements::Required;
use crate::loader::{Loaded, Loader};
use crate::{ComponentReference, Place, SourceError};

impl Loader {
    /// This loader, with a component that is served under its package's name.
    #[must_use]
    pub fn serving(mut self, served: DevOverride) -> Self {
        self.served = Some(served);
        self
    }

    /// Whether a newer build may be served instead of a loaded package, so that [`Loaded::renewed`] has to be called.
    #[must_use]
    pub fn has_dev_overrides(&self) -> bool {
        self.served.is_some()
    }

    /// Serves a file's component from now on, also in packages that are already loaded: their next call uses it.
    ///
    /// # Errors
    /// When the file is not a component that may run, by its bytes or by the policy; then the component before is still
    /// served.
    pub async fn serve(
        &self,
        file: &Path,
        log: &Arc<dyn LogSink>,
    ) -> Result<ServedComponent, SourceError> {
        let Some(served) = &self.served else {
            return Err(SourceError::new("this process has no component to serve"));
        };
        let policy = self.policy()?;
        let mut limits = Limits::default();
        policy.cap(&mut limits);
        policy_check::require_allowed_place(
            &policy,
            None,
            &Place::File(file.display().to_string()),
        )?;
        let (bytes, digest) = read_blocking(file, &limits).await?;
        let loading = LoadContext {
            policy: &policy,
            limits: &limits,
            log,
        };
        let shown = file.display().to_string();
        let path = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let candidate = Candidate {
            bytes,
            reference: ComponentReference {
                digest: digest.clone(),
                place: Place::File(path),
            },
            shown,
        };
        let apart = self.clone().keeping_in(served.store().clone());
        let found = apart.keep(candidate, &Required::Nothing, &loading).await?;
        let manifest = Arc::clone(&found.manifest);
        // The component is judged here because the calls that load it run on the thread that serves.
        let package = (manifest.name(), manifest.version());
        policy_check::require_allowed_place(&policy, Some(package), &found.reference.place)?;
        let signed = apart.require_signed(&policy, package.0, &found.reference, &limits);
        signed.await?;
        // A later call takes up the build without waiting for files.
        let uses = self
            .uses_of(std::slice::from_ref(&found), &policy, log)
            .await;
        let is_new = served.serve(found, uses);
        Ok(ServedComponent {
            manifest,
            digest,
            is_new,
        })
    }

    /// The served component of a package, or `None` if no component of the package is served.
    pub(crate) fn served_as(&self, package: &str) -> Option<Version> {
        let version = self.served.as_ref()?.current()?;
        (version.package() == package).then_some(version)
    }
}

impl Loaded {
    /// Loads the package again if the served component has changed since; it is not configured yet. [`Loader::serve`]
    /// has judged the component.
    ///
    /// # Errors
    /// When the served component cannot be loaded.
    #[must_use]
    pub fn renewed(&self) -> Option<Result<Self, SourceError>> {
        let version = self.loader.served_as(&self.value.name)?;
        if self.served == Some(version.number()) {
            return None;
        }
        let (grants, limits) = (self.value.grants.clone(), self.value.limits.clone());
        let renewed = self.loader.policy().and_then(|policy| {
            let found = vec![version.found()];
            self.loader
                .assemble_judged(found, version.uses(), grants, limits, &policy)
        });
        Some(renewed.map(|renewed| Self {
            // The engine keeps the first value that it got.
            value: self.value.clone(),
            served: Some(version.number()),
            ..renewed
        }))
    }
}
