//! What commands ask of a registry themselves, by the operator's mirrors.

use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_registry::{Artifact, Referrers, Reference, Trust};

use super::Loader;
use super::newer::refuse_if_forbidden;
use super::ways::Ways;
use crate::SourceError;

impl Loader {
    /// The tags of a repository: versions first, the newest one before the others, then the rest by name.
    ///
    /// # Errors
    /// When the policy or the operator forbids to ask, or no server lists them.
    pub async fn tags(
        &self,
        reference: &Reference,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Vec<String>, SourceError> {
        refuse_if_forbidden(&self.policy()?, reference)?;
        let ways = Ways::to_registry(reference, Trust::Named, limits, log)?;
        Ok(ways.tags().await?)
    }

    /// The whole artifact of a component that was fetched: with its manifest and its config, as they are in the registry.
    ///
    /// # Errors
    /// When the policy or the operator forbids to ask, or no server has it.
    pub async fn artifact(
        &self,
        reference: &Reference,
        component: &[u8],
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<(Artifact, Referrers), SourceError> {
        refuse_if_forbidden(&self.policy()?, reference)?;
        let ways = Ways::to_registry(reference, Trust::Named, limits, log)?;
        let artifact = ways.artifact(component).await?;
        let referrers = ways.referrers(&artifact.digest()).await?;
        Ok((artifact, referrers))
    }
}
