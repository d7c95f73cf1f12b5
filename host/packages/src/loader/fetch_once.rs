//! Fetching components from registries, once of all processes that want one.

use std::sync::Arc;

use pulumi_wasm_registry::{Descriptor, RegistryError};

use super::Loader;
use super::fetch_lock::FetchLock;
use super::fetch_sources::FetchSources;
use super::found::{Candidate, Found, Loading};
use super::manifest_limits::refusal;
use super::required::Required;
use crate::file::require_world;
use crate::{ComponentReference, SourceError};

impl From<RegistryError> for SourceError {
    fn from(error: RegistryError) -> Self {
        Self {
            reason: error.reason,
            hint: error.hint,
        }
    }
}

impl Loader {
    /// The component of a reference, from the store or else from a mirror or its registry. Of many processes that want it at once, one
    /// fetches it.
    pub(super) async fn kept_or_fetched(
        &self,
        reference: &ComponentReference,
        component: &Descriptor,
        sources: &FetchSources,
        required: &Required,
        loading: &Loading<'_>,
    ) -> Result<Found, SourceError> {
        if let Some(found) = self.kept(reference, loading).await? {
            return Ok(found);
        }
        let (digest, most) = (&reference.digest, sources.time_left());
        let _lock = FetchLock::take(&self.store, digest, most, loading.log).await;
        // The process whose turn it was may have brought it.
        if let Some(found) = self.kept(reference, loading).await? {
            return Ok(found);
        }
        let bytes = sources.blob(component).await?;
        let candidate = Candidate::of(bytes, reference);
        require_world(&candidate.bytes, &candidate.shown)?;
        self.keep(candidate, required, loading).await
    }

    /// The component of a reference, if the store has it.
    pub(super) async fn kept(
        &self,
        reference: &ComponentReference,
        loading: &Loading<'_>,
    ) -> Result<Option<Found>, SourceError> {
        let shown = reference.place.to_string();
        let Some((file, manifest)) = self.stored(&reference.digest, loading.limits).await? else {
            return Ok(None);
        };
        let manifest = manifest.map_err(|error| refusal(&shown, &error, loading.limits))?;
        Ok(Some(Found {
            reference: reference.clone(),
            shown,
            file,
            manifest: Arc::new(manifest),
        }))
    }
}
