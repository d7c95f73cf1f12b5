//! Newer builds of a component under `pulumi-wasm dev`: each call of a session is for the newest.
//!
//! Only sessions of `pulumi-wasm dev` have this. Those of a plugin that an engine launched serve what Parameterize loaded,
//! and do no work for this in any call.

use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_packages::Loaded;
use tonic::Status;

use super::status;

/// The build that took the place of the package that a session was parameterized with.
#[derive(Default)]
pub(super) struct NewerBuilds {
    /// None while there is no newer one.
    newest: Mutex<Option<Arc<Loaded>>>,
    /// The arguments of Configure, for builds that are yet to come.
    arguments: Mutex<Option<StoredProperties>>,
}

impl NewerBuilds {
    /// The newest build that was taken up.
    pub(super) fn newest(&self) -> Option<Arc<Loaded>> {
        self.newest.lock().clone()
    }

    /// Remembers what the package was configured with.
    pub(super) fn set_arguments(&self, arguments: StoredProperties) {
        *self.arguments.lock() = Some(arguments);
    }

    /// Takes up the build that is served by now, configured as the one before. Calls that run keep the package that they
    /// began with.
    ///
    /// # Errors
    /// When that build cannot take the place of the one before, which goes on being served.
    pub(super) fn take_up(
        &self,
        loaded: &Arc<Loaded>,
        configure: impl FnOnce(&Loaded, &StoredProperties) -> Result<(), Status>,
    ) -> Result<Arc<Loaded>, Status> {
        let mut newest = self.newest.lock();
        let current = newest.as_ref().unwrap_or(loaded);
        let Some(renewed) = current.renewed() else {
            return Ok(Arc::clone(current));
        };
        let renewed = Arc::new(renewed.map_err(|error| status::from_source(&error))?);
        if let Some(arguments) = &*self.arguments.lock() {
            configure(&renewed, arguments)?;
        }
        *newest = Some(Arc::clone(&renewed));
        Ok(renewed)
    }
}
