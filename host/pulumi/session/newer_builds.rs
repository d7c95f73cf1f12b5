//! Newer builds of a component under `pulumi-wasm dev`: each call of a session uses the newest build.
//!
//! Only sessions of `pulumi-wasm dev` have newer builds. Sessions of a plugin that an engine launched serve the package
//! that Parameterize loaded.

use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_packages::Loaded;
use tonic::Status;

use crate::pulumi::status;

/// The newer build of the package that a session was parameterized with.
#[derive(Default)]
pub(crate) struct NewerBuilds {
    /// `None` until there is a newer build.
    newest: Mutex<Option<Arc<Loaded>>>,
    /// The arguments of Configure, for later builds.
    arguments: Mutex<Option<StoredProperties>>,
}

impl NewerBuilds {
    /// The newest loaded build.
    pub(crate) fn newest(&self) -> Option<Arc<Loaded>> {
        self.newest.lock().clone()
    }

    /// Remembers the arguments of Configure.
    pub(crate) fn set_arguments(&self, arguments: StoredProperties) {
        *self.arguments.lock() = Some(arguments);
    }

    /// Loads the build that is served now, and configures it as the build before it. Running calls keep their package.
    ///
    /// # Errors
    /// When the new build cannot be loaded or configured. The build before it is still served.
    pub(crate) fn take_up(
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
