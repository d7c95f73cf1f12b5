//! Checks that components have the signatures that the operator's policy requires. It judges by the signatures in the
//! store, and stores signatures that are found elsewhere.

use std::path::{Path, PathBuf};

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::text::{Excerpt, quoted};
use pulumi_wasm_registry::BUNDLE_END;
use pulumi_wasm_signature::MAX_BYTES;

use crate::loader::Loader;
use crate::loader::blocking::run_blocking;
use crate::loader::judge::policy_check;
use crate::policy::{Policy, SignedBy, SignerRule};
use crate::signatures::store::{SignatureEvidence, SignatureStore};
use crate::signatures::verdict::{SignatureSearch, accepted, search};
use crate::{ComponentReference, Digest, Place, SourceError, regular_file};

/// The name of the bundle beside a component's file.
#[must_use]
pub fn bundle_beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(BUNDLE_END);
    name.into()
}

impl Loader {
    /// Makes sure that a component has the signatures that the policy requires for its package. Verifies the bundles
    /// on another thread, because strangers may have written them.
    ///
    /// # Errors
    /// When this machine lacks a required signature. The error lists the first bundles and why they do not count.
    pub(crate) async fn require_signed(
        &self,
        policy: &Policy,
        package: &str,
        reference: &ComponentReference,
        limits: &Limits,
    ) -> Result<(), SourceError> {
        let asked = RequiredSignatures::for_package(policy, package, reference, limits);
        self.require(asked).await
    }

    /// Like [`Self::require_signed`], before a component is asked for its package: a component does not run if the
    /// policy refuses it under every name.
    ///
    /// # Errors
    /// Likewise.
    pub(crate) async fn require_signed_by_any(
        &self,
        policy: &Policy,
        reference: &ComponentReference,
        limits: &Limits,
    ) -> Result<(), SourceError> {
        let lists = policy.signed_by_whatever().filter_map(|lists| {
            let rules = lists.iter().flat_map(|list| list.rules.clone());
            Some((lists.first()?.to_string(), rules.collect()))
        });
        let lists = lists.collect();
        let asked = RequiredSignatures::new(" under any name".to_owned(), lists, reference, limits);
        self.require(asked).await
    }

    async fn require(&self, asked: RequiredSignatures) -> Result<(), SourceError> {
        if asked.lists.is_empty() {
            return Ok(());
        }
        let store = self.signature_store.clone();
        run_blocking(move || asked.require_in(&store)).await?
    }

    /// Stores evidence about a component for later loads.
    ///
    /// # Errors
    /// When it cannot be written, or the policy cannot be read.
    pub fn keep_evidence(
        &self,
        component: &Digest,
        evidence: &SignatureEvidence,
        limits: &Limits,
    ) -> Result<(), SourceError> {
        let policy = self.policy()?;
        let rules: Vec<SignerRule> = policy.signer_rules().cloned().collect();
        let (store, most) = (&self.signature_store, limits.get(Limit::SignatureWork));
        store_evidence(store, component, evidence, &rules, most)
    }

    /// The evidence that this machine stores about a component.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn evidence(&self, component: &Digest) -> Result<SignatureEvidence, SourceError> {
        self.signature_store.read(component)
    }

    /// The signers that the policy requires for a package: one signer of each list must have signed.
    ///
    /// # Errors
    /// When the policy cannot be read.
    pub fn required_signers(&self, package: &str) -> Result<Vec<SignedBy>, SourceError> {
        Ok(self.policy()?.signed_by(package).cloned().collect())
    }
}

/// The signatures that a component needs.
struct RequiredSignatures {
    reference: ComponentReference,
    /// The role in which the component may not run without the signatures.
    role: String,
    /// For each policy, its text and its rules. One of the rules must accept a bundle.
    lists: Vec<(String, Vec<SignerRule>)>,
    limits: Limits,
}

impl RequiredSignatures {
    fn new(
        role: String,
        lists: Vec<(String, Vec<SignerRule>)>,
        reference: &ComponentReference,
        limits: &Limits,
    ) -> Self {
        Self {
            reference: reference.clone(),
            role,
            lists,
            limits: limits.clone(),
        }
    }

    /// The signatures that the policies require for a component of a package.
    fn for_package(
        policy: &Policy,
        package: &str,
        reference: &ComponentReference,
        limits: &Limits,
    ) -> Self {
        let role = format!(" as the package `{}`", Excerpt::name(package));
        let lists = policy.signed_by(package);
        let lists = lists.map(|list| (list.to_string(), list.rules.clone()));
        Self::new(role, lists.collect(), reference, limits)
    }

    /// Fails if this machine has no accepted signature for one of the policies.
    fn require_in(&self, store: &SignatureStore) -> Result<(), SourceError> {
        if self.lists.is_empty() {
            return Ok(());
        }
        let digest = &self.reference.digest;
        let rules: Vec<Vec<SignerRule>> =
            self.lists.iter().map(|(_, rules)| rules.clone()).collect();
        let kept = store.open(digest)?;
        let searches = search(&kept, digest, &rules, self.limits.get(Limit::SignatureWork))?;
        let mut results = self.lists.iter().zip(searches);
        match results.find(|(_, search)| !search.is_satisfied) {
            None => Ok(()),
            Some(((by, _), search)) => Err(self.unsigned(by, &search)),
        }
    }
}

/// Stores evidence. If the store is full, bundles that a rule accepts stay.
pub(crate) fn store_evidence(
    store: &SignatureStore,
    component: &Digest,
    evidence: &SignatureEvidence,
    rules: &[SignerRule],
    most: u64,
) -> Result<(), SourceError> {
    store.keep(component, evidence, |all| {
        accepted(all, component, rules, most)
    })
}

/// The bundle beside a component's file, if it exists.
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
    let read = regular_file::read(&beside, MAX_BYTES as u64);
    let bundle = read
        .map_err(|error| unreadable(error.to_string()))?
        .ok_or_else(|| unreadable(format!("it has more than {} MiB", MAX_BYTES >> 20)))?;
    Ok(SignatureEvidence {
        manifests: Vec::new(),
        bundles: vec![bundle],
    })
}

impl RequiredSignatures {
    /// The refusal of a component without a signature that the policy `by` requires.
    fn unsigned(&self, by: &str, search: &SignatureSearch) -> SourceError {
        let ComponentReference { digest, place } = &self.reference;
        let mut lines: Vec<String> = search
            .refused
            .iter()
            .map(|line| format!("\n  {line}"))
            .collect();
        let untold = search.bundles - search.refused.len();
        if untold > 0 {
            lines.push(format!("\n  and {untold} more"));
        }
        let limit = Limit::SignatureWork;
        if search.unjudged > 0 {
            lines.push(format!(
                "\n  {} of them were not fully compared, because of the limit {} of {}",
                search.unjudged,
                limit.name(),
                limit.show(self.limits.get(limit))
            ));
        }
        let found = match search.bundles {
            0 => ", and this machine has no signature of it".to_owned(),
            _ => format!(
                ", and none of the signatures on this machine matches:{}",
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
        let raise = match search.unjudged {
            0 => String::new(),
            _ => format!("; {}", self.limits.hint(limit)),
        };
        SourceError::new(format!(
            "`{place}` ({digest}) may not run{}: {by}{found}",
            self.role
        ))
        .hint(format!("{command}; or {}{raise}", policy_check::ASK))
    }
}
