//! Fetches the signatures of components, as far as the operator's policy asks for them.

use std::path::Path;

use pulumi_wasm_core::call::Severity;
use pulumi_wasm_registry::{Layout, Referrers, ResolvedReference};

use crate::loader::Loader;
use crate::loader::blocking::run_blocking;
use crate::loader::candidate::Loading;
use crate::loader::fetch::sources::FetchSources;
use crate::loader::judge::signatures::{evidence_beside, keep_in, most_work};
use crate::policy::SignerRule;
use crate::signature_store::SignatureEvidence;
use crate::{Digest, SourceError};

impl Loader {
    /// Brings the signatures that a registry and its mirrors have, if the policy asks for some. That they have none, or cannot be asked, is no error here: what
    /// this machine has may be enough.
    pub(crate) async fn bring_signatures(
        &self,
        sources: &FetchSources,
        resolved: &ResolvedReference,
        loading: &Loading<'_>,
    ) {
        if !loading.policy.asks_for_signatures() {
            return;
        }
        let referrers = sources.referrers(&resolved.manifest).await;
        let referrers = referrers.unwrap_or_else(|error| {
            let message = format!("the registry's signatures are not known: {error}");
            loading.log.log(Severity::Warning, "", &message, false);
            Referrers::default()
        });
        for skipped in &referrers.skipped {
            let message = format!("a signature is passed over: {skipped}");
            loading.log.log(Severity::Warning, "", &message, false);
        }
        let component = &resolved.component.digest;
        let evidence = SignatureEvidence::of_manifest(resolved.bytes.clone(), &referrers);
        self.keep_brought(component, evidence, loading).await;
        self.bring_bundles(sources, component, loading).await;
    }

    /// Brings the bundles that lie beside a component on web servers, in releases and on mirrors, if the policy asks for signatures.
    /// That there are none, or they cannot be fetched, is no error here either.
    pub(crate) async fn bring_bundles(
        &self,
        sources: &FetchSources,
        component: &Digest,
        loading: &Loading<'_>,
    ) {
        if !loading.policy.asks_for_signatures() {
            return;
        }
        let (bundles, failures) = sources.bundles(component).await;
        for failure in failures {
            let message = format!("a signature is not known: {failure}");
            loading.log.log(Severity::Warning, "", &message, false);
        }
        let evidence = SignatureEvidence {
            manifests: Vec::new(),
            bundles,
        };
        self.keep_brought(component, evidence, loading).await;
    }

    /// Brings the signature beside a component's file, if the policy asks for some. That it cannot be read is no error here either.
    pub(crate) async fn bring_beside(&self, file: &Path, digest: &Digest, loading: &Loading<'_>) {
        if !loading.policy.asks_for_signatures() {
            return;
        }
        match evidence_beside(file) {
            Ok(evidence) => self.keep_brought(digest, evidence, loading).await,
            Err(error) => {
                let message = format!("a signature is not known: {error}");
                loading.log.log(Severity::Warning, "", &message, false);
            }
        }
    }

    /// Brings the signatures of a component from a folder that is an image layout of OCI, if the policy asks for some. That they cannot be read is no error here
    /// either.
    pub(crate) async fn bring_laid_out(
        &self,
        folder: &Path,
        component: &Digest,
        loading: &Loading<'_>,
    ) -> Result<(), SourceError> {
        if !loading.policy.asks_for_signatures() || !Layout::is_at(folder) {
            return Ok(());
        }
        let (layout, digest) = (Layout::at(folder), component.clone());
        let read = run_blocking(move || SignatureEvidence::of_layout(&layout, &digest)).await?;
        let (evidence, skipped) = read;
        for skipped in skipped {
            let message = format!("a signature is passed over: {skipped}");
            loading.log.log(Severity::Warning, "", &message, false);
        }
        self.keep_brought(component, evidence, loading).await;
        Ok(())
    }

    /// Keeps evidence that was brought. That it cannot be kept is told, and no error: what this machine has may be enough.
    async fn keep_brought(
        &self,
        component: &Digest,
        evidence: SignatureEvidence,
        loading: &Loading<'_>,
    ) {
        let (store, component) = (self.signature_store.clone(), component.clone());
        let rules: Vec<SignerRule> = loading.policy.signer_rules().cloned().collect();
        let most = most_work(loading.limits);
        let kept = run_blocking(move || keep_in(&store, &component, &evidence, &rules, most));
        if let Err(error) = kept.await.and_then(|kept| kept) {
            let message = format!("signatures are not kept: {error}");
            loading.log.log(Severity::Warning, "", &message, false);
        }
    }
}
