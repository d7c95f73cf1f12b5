//! Checks whether an accepted signer signed one of a component's bundles.
//!
//! Strangers may attach bundles to a component, so the work is limited: a bundle counts with its length when it
//! is read, and once more for each signature that is verified. Small bundles are judged first, because real ones are
//! small.

use std::collections::BTreeSet;

use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_signature::{SignatureError, SigstoreBundle};

use crate::policy::{SignerMeans, SignerRule};
use crate::signatures::store::{KeptEvidence, SignatureEvidence};
use crate::signatures::subjects::SignatureSubjects;
use crate::{Digest, SourceError};

/// The maximum number of refused bundles in a message, and of reasons against each.
const MAX_TOLD: usize = 8;
const MAX_REASONS: usize = 3;

/// The verdict about one bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateVerdict {
    /// The digest of the bundle.
    pub bundle: Digest,
    /// The signer that the bundle names. The name is verified only if the bundle is accepted.
    pub claimed: Option<String>,
    /// The statement in the bundle. It is verified only if the bundle is accepted.
    pub predicate_type: Option<String>,
    /// The rule that accepts it, or why no rule does.
    pub verdict: Result<SignerRule, Vec<String>>,
}

impl CandidateVerdict {
    /// The reasons against it, on one line.
    #[must_use]
    pub fn line(&self) -> String {
        self.with_reasons(usize::MAX)
    }

    /// The line, with at most this many reasons.
    fn with_reasons(&self, most: usize) -> String {
        let claimed = match &self.claimed {
            Some(claimed) => format!(", which says that it is by {claimed}"),
            None => String::new(),
        };
        match &self.verdict {
            Ok(rule) => format!("the bundle {}{claimed}: it is by {rule}", self.bundle),
            Err(reasons) => {
                let told: Vec<&str> = reasons.iter().take(most).map(String::as_str).collect();
                let rest = match reasons.len().saturating_sub(most) {
                    0 => String::new(),
                    left => format!("; and {left} more reasons"),
                };
                format!(
                    "the bundle {}{claimed}: {}{rest}",
                    self.bundle,
                    told.join("; ")
                )
            }
        }
    }
}

/// The result for one list of rules: one rule has to accept one bundle.
#[derive(Debug, Default)]
pub(crate) struct SignatureSearch {
    pub(crate) is_satisfied: bool,
    /// Lines about the first bundles that no rule accepts.
    pub(crate) refused: Vec<String>,
    /// The number of all bundles.
    pub(crate) bundles: usize,
    /// The number of bundles that were not judged completely, because the limit was reached.
    pub(crate) unjudged: usize,
}

/// Looks for bundles that satisfy each of these lists, and stops when they do. `most` bounds the bytes that are read
/// and verified.
///
/// # Errors
/// When the bundles cannot be read.
pub(crate) fn search(
    kept: &KeptEvidence,
    component: &Digest,
    lists: &[Vec<SignerRule>],
    most: u64,
) -> Result<Vec<SignatureSearch>, SourceError> {
    let mut work = Work { left: most };
    let mut subjects = kept.subjects(component);
    let all = kept.bundles();
    let mut searches: Vec<SignatureSearch> = lists
        .iter()
        .map(|_| SignatureSearch {
            bundles: all.len(),
            ..SignatureSearch::default()
        })
        .collect();
    for (position, bundle) in all.iter().enumerate() {
        if searches.iter().all(|search| search.is_satisfied) {
            break;
        }
        let bytes = if work.take(bundle.length) {
            kept.bundle(bundle)?
        } else {
            let open = searches.iter_mut().filter(|search| !search.is_satisfied);
            open.for_each(|search| search.unjudged += all.len() - position);
            break;
        };
        let candidate = Candidate::read(&bytes);
        for (search, rules) in searches.iter_mut().zip(lists) {
            if search.is_satisfied {
                continue;
            }
            match candidate.by_rules(rules.iter(), &mut subjects, &mut work) {
                Ok(_) => search.is_satisfied = true,
                Err(Refused { reasons, is_cut }) => {
                    search.unjudged += usize::from(is_cut);
                    if search.refused.len() < MAX_TOLD && !reasons.is_empty() {
                        let verdict = candidate.verdict(Err(reasons));
                        search.refused.push(verdict.with_reasons(MAX_REASONS));
                    }
                }
            }
        }
    }
    Ok(searches)
}

/// Judges each bundle by the rules, until a rule accepts a bundle.
#[must_use]
pub fn judge(
    evidence: &SignatureEvidence,
    component: &Digest,
    rules: &[&SignerRule],
) -> Vec<CandidateVerdict> {
    let mut subjects = SignatureSubjects::of_manifests(component, &evidence.manifests);
    let mut work = Work { left: u64::MAX };
    let bundles = evidence.bundles.iter();
    bundles
        .map(|bytes| {
            let candidate = Candidate::read(bytes);
            let verdict = candidate.by_rules(rules.iter().copied(), &mut subjects, &mut work);
            candidate.verdict(verdict.cloned().map_err(|refused| refused.reasons))
        })
        .collect()
}

/// The bundles that one of the rules accepts. `most` bounds the bytes that are read and verified.
pub(crate) fn accepted(
    evidence: &SignatureEvidence,
    component: &Digest,
    rules: &[SignerRule],
    most: u64,
) -> BTreeSet<Digest> {
    let mut subjects = SignatureSubjects::of_manifests(component, &evidence.manifests);
    let mut work = Work { left: most };
    let mut bundles: Vec<&Vec<u8>> = evidence.bundles.iter().collect();
    bundles.sort_by_key(|bytes| bytes.len());
    let mut accepted = BTreeSet::new();
    for bytes in bundles {
        if !work.take(bytes.len() as u64) {
            break;
        }
        let candidate = Candidate::read(bytes);
        if candidate
            .by_rules(rules.iter(), &mut subjects, &mut work)
            .is_ok()
        {
            accepted.insert(candidate.digest);
        }
    }
    accepted
}

/// The bytes that may still be read and verified.
struct Work {
    left: u64,
}

impl Work {
    /// Takes this many bytes, if they are left. After one refusal, everything is refused.
    fn take(&mut self, bytes: u64) -> bool {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                true
            }
            None => {
                self.left = 0;
                false
            }
        }
    }
}

/// One bundle, parsed once for all rules.
struct Candidate {
    digest: Digest,
    length: u64,
    parsed: Result<SigstoreBundle, SignatureError>,
}

/// The reason why no rule accepts a bundle.
struct Refused {
    reasons: Vec<String>,
    /// Whether the bound ended the comparison.
    is_cut: bool,
}

impl Candidate {
    fn read(bytes: &[u8]) -> Self {
        Self {
            digest: Digest::of(bytes),
            length: bytes.len() as u64,
            parsed: SigstoreBundle::parse(bytes),
        }
    }

    /// The first rule that accepts it.
    fn by_rules<'a>(
        &self,
        rules: impl Iterator<Item = &'a SignerRule>,
        subjects: &mut SignatureSubjects<'_>,
        work: &mut Work,
    ) -> Result<&'a SignerRule, Refused> {
        let refused = |reasons, is_cut| Err(Refused { reasons, is_cut });
        let parsed = match &self.parsed {
            Ok(parsed) => parsed,
            Err(error) => return refused(vec![error.reason.clone()], false),
        };
        // Checks without cryptography come first, once for all rules.
        let said = parsed.unverified_statement();
        let said = said.and_then(|said| subjects.require_any(&said).map(|()| said));
        let said = match said {
            Ok(said) => said,
            Err(error) => return refused(vec![error.reason], false),
        };
        let mut reasons = Vec::new();
        for rule in rules {
            let predicates = || rule.predicates.iter().map(String::as_str);
            let mut verdict = said.require_predicate(predicates());
            if verdict.is_ok() {
                if !work.take(self.length) {
                    return refused(reasons, true);
                }
                verdict = match &rule.means {
                    SignerMeans::Key(key) => parsed.verified_statement(key),
                    SignerMeans::Certificate(signer) => parsed.certified_statement(signer),
                }
                // Another parser may find another statement in the same bytes: the verified one counts.
                .and_then(|verified| {
                    subjects.require(&verified)?;
                    verified.require_predicate(predicates())
                });
            }
            match verdict {
                Ok(()) => return Ok(rule),
                Err(error) => reasons.push(format!("{rule}: {}", error.reason)),
            }
        }
        refused(reasons, false)
    }

    fn verdict(&self, verdict: Result<SignerRule, Vec<String>>) -> CandidateVerdict {
        let parsed = self.parsed.as_ref().ok();
        CandidateVerdict {
            bundle: self.digest.clone(),
            claimed: parsed.map(SigstoreBundle::unverified_signer),
            predicate_type: parsed
                .and_then(|parsed| parsed.unverified_statement().ok())
                .map(|said| Excerpt::name(&said.predicate_type).to_string()),
            verdict,
        }
    }
}
