//! Fetches the signatures of components if the operator's policy requires signatures.

use std::path::Path;

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::call::Severity;
use pulumi_wasm_registry::{Layout, Referrers, ResolvedReference};

use crate::loader::Loader;
use crate::loader::blocking::run_blocking;
use crate::loader::candidate::LoadContext;
use crate::loader::fetch::sources::FetchSources;
use crate::loader::judge::signatures::{evidence_beside, store_evidence};
use crate::policy::SignerRule;
use crate::signatures::store::SignatureEvidence;
use crate::{Digest, SourceError};

impl Loader {
    /// Fetches the signatures from a registry and its mirrors if the policy requires signatures. A failure is only a
    /// warning, because the signatures on this machine may be enough.
    pub(crate) async fn fetch_signatures(
        &self,
        sources: &FetchSources,
        resolved: &ResolvedReference,
        loading: &LoadContext<'_>,
    ) {
        if !loading.policy.asks_for_signatures() {
            return;
        }
        let referrers = sources.referrers(&resolved.manifest).await;
        let referrers = referrers.unwrap_or_else(|error| {
            let message = format!("cannot list the registry's signatures: {error}");
            loading.log.log(Severity::Warning, "", &message, false);
            Referrers::default()
        });
        for skipped in &referrers.skipped {
            let message = format!("ignored a signature: {skipped}");
            loading.log.log(Severity::Warning, "", &message, false);
        }
        let component = &resolved.component.digest;
        let evidence = SignatureEvidence::of_manifest(resolved.bytes.clone(), &referrers);
        self.store_fetched_evidence(component, evidence, loading)
            .await;
        self.fetch_bundles(sources, component, loading).await;
    }

    /// Fetches the bundles beside a component on web servers, in releases and on mirrors if the policy requires
    /// signatures. A failure is only a warning.
    pub(crate) async fn fetch_bundles(
        &self,
        sources: &FetchSources,
        component: &Digest,
        loading: &LoadContext<'_>,
    ) {
        if !loading.policy.asks_for_signatures() {
            return;
        }
        let (bundles, failures) = sources.bundles(component).await;
        for failure in failures {
            let message = format!("cannot fetch a signature: {failure}");
            loading.log.log(Severity::Warning, "", &message, false);
        }
        let evidence = SignatureEvidence {
            manifests: Vec::new(),
            bundles,
        };
        self.store_fetched_evidence(component, evidence, loading)
            .await;
    }

    /// Stores the signature beside a component's file if the policy requires signatures. A failure is only a warning.
    pub(crate) async fn store_bundle_beside(
        &self,
        file: &Path,
        digest: &Digest,
        loading: &LoadContext<'_>,
    ) {
        if !loading.policy.asks_for_signatures() {
            return;
        }
        match evidence_beside(file) {
            Ok(evidence) => self.store_fetched_evidence(digest, evidence, loading).await,
            Err(error) => {
                let message = format!("cannot fetch a signature: {error}");
                loading.log.log(Severity::Warning, "", &message, false);
            }
        }
    }

    /// Stores the signatures of a component in a folder that is an OCI layout if the policy requires signatures. A
    /// damaged signature is only a warning.
    pub(crate) async fn store_layout_signatures(
        &self,
        folder: &Path,
        component: &Digest,
        loading: &LoadContext<'_>,
    ) -> Result<(), SourceError> {
        if !loading.policy.asks_for_signatures() || !Layout::is_at(folder) {
            return Ok(());
        }
        let (layout, digest) = (Layout::at(folder), component.clone());
        let read = run_blocking(move || SignatureEvidence::of_layout(&layout, &digest)).await?;
        let (evidence, skipped) = read;
        for skipped in skipped {
            let message = format!("ignored a signature: {skipped}");
            loading.log.log(Severity::Warning, "", &message, false);
        }
        self.store_fetched_evidence(component, evidence, loading)
            .await;
        Ok(())
    }

    /// Stores fetched evidence. A failure is only a warning, because the signatures on this machine may be enough.
    async fn store_fetched_evidence(
        &self,
        component: &Digest,
        evidence: SignatureEvidence,
        loading: &LoadContext<'_>,
    ) {
        let (store, component) = (self.signature_store.clone(), component.clone());
        let rules: Vec<SignerRule> = loading.policy.signer_rules().cloned().collect();
        let most = loading.limits.get(Limit::SignatureWork);
        let kept =
            run_blocking(move || store_evidence(&store, &component, &evidence, &rules, most));
        if let Err(error) = kept.await.and_then(|kept| kept) {
            let message = format!("cannot store the signatures: {error}");
            loading.log.log(Severity::Warning, "", &message, false);
        }
    }
}
