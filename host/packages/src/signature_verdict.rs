//! Whether some bundle of a component is by somebody who may let it run.

use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_signature::{SignatureError, SigstoreBundle};

use super::Digest;
use crate::policy::{SignerMeans, SignerRule};
use crate::signature_store::SignatureEvidence;

/// What is found out about one bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateVerdict {
    /// The digest of the bundle.
    pub bundle: Digest,
    /// Who it says has signed it. Only if it is accepted, somebody vouches for that.
    pub claimed: Option<String>,
    /// What it says, likewise.
    pub predicate_type: Option<String>,
    /// The rule that accepts it, or why no rule does.
    pub verdict: Result<SignerRule, Vec<String>>,
}

impl CandidateVerdict {
    /// The reasons against it, as a line.
    #[must_use]
    pub fn line(&self) -> String {
        let claimed = match &self.claimed {
            Some(claimed) => format!(", which says that it is by {claimed}"),
            None => String::new(),
        };
        match &self.verdict {
            Ok(rule) => format!("the bundle {}{claimed}: it is by {rule}", self.bundle),
            Err(reasons) => format!(
                "the bundle {}{claimed}: {}",
                self.bundle,
                reasons.join("; ")
            ),
        }
    }
}

/// Judges each bundle by rules of which one has to accept one bundle.
#[must_use]
pub fn judge(
    evidence: &SignatureEvidence,
    component: &Digest,
    rules: &[&SignerRule],
) -> Vec<CandidateVerdict> {
    let subjects = evidence.subjects(component);
    let bundles = evidence.bundles.iter();
    bundles
        .map(|bytes| {
            let bundle = Digest::of(bytes);
            match SigstoreBundle::parse(bytes) {
                Ok(parsed) => CandidateVerdict {
                    bundle,
                    claimed: Some(parsed.unverified_signer()),
                    predicate_type: parsed
                        .unverified_statement()
                        .ok()
                        .map(|said| Excerpt::name(&said.predicate_type).to_string()),
                    verdict: by_rules(&parsed, &subjects, rules),
                },
                Err(error) => CandidateVerdict {
                    bundle,
                    claimed: None,
                    predicate_type: None,
                    verdict: Err(vec![error.reason]),
                },
            }
        })
        .collect()
}

fn by_rules(
    bundle: &SigstoreBundle,
    subjects: &[String],
    rules: &[&SignerRule],
) -> Result<SignerRule, Vec<String>> {
    let mut reasons = Vec::new();
    for rule in rules {
        match by_rule(bundle, subjects, rule) {
            Ok(()) => return Ok((*rule).clone()),
            Err(error) => reasons.push(format!("{rule}: {}", error.reason)),
        }
    }
    Err(reasons)
}

fn by_rule(
    bundle: &SigstoreBundle,
    subjects: &[String],
    rule: &SignerRule,
) -> Result<(), SignatureError> {
    let statement = match &rule.means {
        SignerMeans::Key(key) => bundle.verified_statement(key)?,
        SignerMeans::Certificate(signer) => bundle.certified_statement(signer)?,
    };
    statement.require_subject(subjects)?;
    statement.require_predicate(rule.predicates.iter().map(String::as_str))
}
