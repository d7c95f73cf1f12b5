//! What commands ask of web servers and releases themselves, by the operator's mirrors: a component, and the bundles beside it.

use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_registry::{HostedFile, Trust};

use super::Loader;
use super::fetch_sources::FetchSources;
use super::newer::refuse_if_forbidden;
use crate::{Digest, SourceError};

/// A component that is one file, with what lies beside it.
pub struct SignedFile {
    pub bytes: Vec<u8>,
    /// Nothing of them was verified.
    pub bundles: Vec<Vec<u8>>,
    /// Why some servers could not be asked for a bundle.
    pub skipped: Vec<String>,
}

impl Loader {
    /// Fetches a component that a user named, and the bundles beside it on its server and on the operator's mirrors.
    ///
    /// # Errors
    /// When the policy or the operator forbids to ask, or no server has the component.
    pub async fn signed_file(
        &self,
        file: &HostedFile,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<SignedFile, SourceError> {
        refuse_if_forbidden(&self.policy()?, file)?;
        let sources = FetchSources::to_file(file, Trust::Named, limits, log)?;
        let bytes = sources.file(file.digest()).await?.value;
        let (bundles, skipped) = sources.bundles(&Digest::of(&bytes)).await;
        Ok(SignedFile {
            bytes,
            bundles,
            skipped,
        })
    }
}
