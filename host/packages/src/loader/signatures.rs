//! Whether components are signed as the operator's policy asks, by the evidence that this machine has; and how evidence gets here.

use std::path::{Path, PathBuf};

use pulumi_wasm_core::call::Severity;
use pulumi_wasm_core::text::{Excerpt, quoted};
use pulumi_wasm_registry::{BUNDLE_END, Layout, Referrers, ResolvedReference};
use pulumi_wasm_signature::MOST_BYTES;

use super::blocking::run_blocking;
use super::fetch_sources::FetchSources;
use super::found::Loading;
use super::{Loader, policy_check};
use crate::policy::{Policy, SignedBy, SignerRule};
use crate::signature_store::SignatureEvidence;
use crate::signature_verdict::{CandidateVerdict, judge};
use crate::{ComponentReference, Digest, Place, SourceError, regular_file};

/// So many bundles are told in an error.
const MOST_TOLD: usize = 8;

/// The name of the bundle beside a component's file.
#[must_use]
pub fn bundle_beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(BUNDLE_END);
    name.into()
}

impl Loader {
    /// Makes sure that a component may run as a part of a package by who signed it.
    ///
    /// # Errors
    /// When the policy asks for a signature that this machine does not have; with each bundle and the reason against it.
    pub(super) fn require_signed(
        &self,
        policy: &Policy,
        package: &str,
        reference: &ComponentReference,
    ) -> Result<(), SourceError> {
        let lists: Vec<&SignedBy> = policy.signed_by(package).collect();
        if lists.is_empty() {
            return Ok(());
        }
        let evidence = self.signature_store.read(&reference.digest)?;
        for asked in lists {
            let rules: Vec<&SignerRule> = asked.rules.iter().collect();
            let verdicts = judge(&evidence, &reference.digest, &rules);
            if verdicts.iter().all(|candidate| candidate.verdict.is_err()) {
                let package = format!(" as the package `{}`", Excerpt::name(package));
                return Err(unsigned(reference, &package, asked, &verdicts));
            }
        }
        Ok(())
    }

    /// The same for a component whose package is not known before the component was asked for it: nothing of it runs that would be
    /// refused under any name.
    ///
    /// # Errors
    /// Likewise.
    pub(super) fn require_signed_by_any(
        &self,
        policy: &Policy,
        reference: &ComponentReference,
    ) -> Result<(), SourceError> {
        for lists in policy.signed_by_whatever() {
            let evidence = self.signature_store.read(&reference.digest)?;
            let rules: Vec<&SignerRule> = lists.iter().flat_map(|list| &list.rules).collect();
            let verdicts = judge(&evidence, &reference.digest, &rules);
            let is_refused = verdicts.iter().all(|candidate| candidate.verdict.is_err());
            if let (true, Some(asked)) = (is_refused, lists.first()) {
                return Err(unsigned(reference, " under any name", asked, &verdicts));
            }
        }
        Ok(())
    }

    /// Brings the signatures that a registry and its mirrors have, if the policy asks for some. That they have none, or cannot be asked, is no error here: what
    /// this machine has may be enough.
    pub(super) async fn bring_signatures(
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
        self.keep_brought(component, &evidence, loading);
        self.bring_bundles(sources, component, loading).await;
    }

    /// Brings the bundles that lie beside a component on web servers, in releases and on mirrors, if the policy asks for signatures.
    /// That there are none, or they cannot be fetched, is no error here either.
    pub(super) async fn bring_bundles(
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
        self.keep_brought(component, &evidence, loading);
    }

    /// Brings the signature beside a component's file, if the policy asks for some. That it cannot be read is no error here either.
    pub(super) fn bring_beside(&self, file: &Path, digest: &Digest, loading: &Loading<'_>) {
        if !loading.policy.asks_for_signatures() {
            return;
        }
        match evidence_beside(file) {
            Ok(evidence) => self.keep_brought(digest, &evidence, loading),
            Err(error) => {
                let message = format!("a signature is not known: {error}");
                loading.log.log(Severity::Warning, "", &message, false);
            }
        }
    }

    /// Brings the signatures of a component from a folder that is an image layout of OCI, if the policy asks for some. That they cannot be read is no error here
    /// either.
    pub(super) async fn bring_laid_out(
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
        self.keep_brought(component, &evidence, loading);
        Ok(())
    }

    /// Keeps evidence that was brought. That it cannot be kept is told, and no error: what this machine has may be enough.
    fn keep_brought(
        &self,
        component: &Digest,
        evidence: &SignatureEvidence,
        loading: &Loading<'_>,
    ) {
        if let Err(error) = self.keep_under(loading.policy, component, evidence) {
            let message = format!("signatures are not kept: {error}");
            loading.log.log(Severity::Warning, "", &message, false);
        }
    }

    /// Keeps evidence of a component that was carried or fetched, for later judgements.
    ///
    /// # Errors
    /// When it cannot be written, or the policy cannot be read.
    pub fn keep_evidence(
        &self,
        component: &Digest,
        evidence: &SignatureEvidence,
    ) -> Result<(), SourceError> {
        self.keep_under(&self.policy()?, component, evidence)
    }

    /// Keeps evidence. Where there is no room, what a signer of the policy vouches for stays.
    fn keep_under(
        &self,
        policy: &Policy,
        component: &Digest,
        evidence: &SignatureEvidence,
    ) -> Result<(), SourceError> {
        self.signature_store.keep(component, evidence, |all| {
            let rules: Vec<&SignerRule> = policy.signer_rules().collect();
            let verdicts = judge(all, component, &rules).into_iter();
            let accepted = verdicts.filter(|candidate| candidate.verdict.is_ok());
            accepted.map(|candidate| candidate.bundle).collect()
        })
    }

    /// The evidence that this machine has of a component.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn evidence(&self, component: &Digest) -> Result<SignatureEvidence, SourceError> {
        self.signature_store.read(component)
    }

    /// The signers that the policy asks for a package: of each list, one has to have signed.
    ///
    /// # Errors
    /// When the policy cannot be read.
    pub fn required_signers(&self, package: &str) -> Result<Vec<SignedBy>, SourceError> {
        Ok(self.policy()?.signed_by(package).cloned().collect())
    }
}

/// The bundle beside a component's file, if there is one.
///
/// # Errors
/// When it cannot be read, or is too long.
pub fn evidence_beside(file: &Path) -> Result<SignatureEvidence, SourceError> {
    let beside = bundle_beside(file);
    if !beside.exists() {
        return Ok(SignatureEvidence::default());
    }
    let unreadable = |reason: String| {
        SourceError::new(format!("cannot read `{}`: {reason}", beside.display()))
            .hint("it is taken for the signature of the file beside it: correct or remove it")
    };
    let read = regular_file::read(&beside, MOST_BYTES as u64);
    let bundle = read
        .map_err(|error| unreadable(error.to_string()))?
        .ok_or_else(|| unreadable(format!("it has more than {} MiB", MOST_BYTES >> 20)))?;
    Ok(SignatureEvidence {
        manifests: Vec::new(),
        bundles: vec![bundle],
    })
}

fn unsigned(
    reference: &ComponentReference,
    role: &str,
    asked: &SignedBy,
    verdicts: &[CandidateVerdict],
) -> SourceError {
    let ComponentReference { digest, place } = reference;
    let mut lines: Vec<String> = verdicts
        .iter()
        .take(MOST_TOLD)
        .map(|candidate| format!("\n  {}", candidate.line()))
        .collect();
    if verdicts.len() > MOST_TOLD {
        lines.push(format!("\n  and {} more", verdicts.len() - MOST_TOLD));
    }
    let found = match verdicts.is_empty() {
        true => ", and this machine has no signature of it".to_owned(),
        false => format!(
            ", and no signature that this machine has is one:{}",
            lines.join("")
        ),
    };
    let command = match place {
        Place::Registry(reference) => format!(
            "`pulumi-wasm verify --fetch {}` brings the signatures that the registry has",
            quoted(&reference.to_string())
        ),
        Place::File(_) => {
            "put the bundle beside the file, as `FILE.sigstore.json`, and run `pulumi-wasm verify --fetch FILE`".to_owned()
        }
        Place::Web(file) => format!(
            "`pulumi-wasm verify --fetch {}` brings the bundle that lies beside it, as `NAME.wasm.sigstore.json`",
            quoted(&file.pinned(digest.clone()).to_string())
        ),
    };
    SourceError::new(format!(
        "`{place}` ({digest}) may not run{role}: {asked}{found}"
    ))
    .hint(format!("{command}; or {}", policy_check::ASK))
}
