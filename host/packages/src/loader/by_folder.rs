//! Loading a folder that is a plugin.

use std::sync::Arc;

use pulumi_wasm_core::call::LogSink;

use super::found::Loading;
use super::{Loaded, Loader, Own, grant_report, policy_check};
use crate::SourceError;
use crate::own_package::OwnPackage;
use crate::plugin_folder::PluginFolder;

impl Loader {
    /// Loads the package that this program was started for. Its files are read each time: nothing pins them.
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
        let policy = self.policy()?;
        policy.cap(&mut arguments.limits);
        // Paths begin at the folder, and not where the engine started the plugin.
        let loader = Self {
            folder: place.folder().to_owned(),
            ..self.clone()
        };
        let (grants, limits) = (arguments.grants.clone(), arguments.limits.clone());
        let loading = Loading {
            policy: &policy,
            limits: &limits,
            log,
        };
        let found = loader.keep_named(&arguments, &loading).await?;
        let report = grant_report::GrantReport::new(&found, &grants)?;
        report.require(&policy, &arguments, &grant_report::Offer::Folder)?;
        let loaded = loader
            .assemble(found.clone(), grants.clone(), limits.clone(), &policy)
            .await?;
        let name = loaded.package.name();
        policy_check::warn_of_chosen_excess(
            &policy,
            (name, "made"),
            &grants,
            &limits,
            log.as_ref(),
        );
        policy_check::warn_of_uses(&policy, &found, log.as_ref());
        self.compile_ahead(&found, &loading).await;
        Ok(Loaded {
            own: Some(Own::default()),
            ..loaded
        })
    }
}
