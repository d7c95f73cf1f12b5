//! Statements of in-toto, version 1: what is said of which digests.

use std::collections::BTreeSet;

use pulumi_wasm_core::text::Excerpt;
use serde::{Deserialize, Serialize};

use super::SignatureError;

/// What `cosign sign` and `pulumi-wasm sign` say: that their signer lets it out.
pub const COSIGN_SIGNATURE: &str = "https://sigstore.dev/cosign/sign/v1";
/// What a build system says: how it was built.
pub const SLSA_PROVENANCE: &str = "https://slsa.dev/provenance/v1";
/// The predicate types that permit to run a component, unless a signer's rule has others. A list of its parts, or a scan of it, does not permit that.
pub const DEFAULT_PREDICATES: [&str; 2] = [COSIGN_SIGNATURE, SLSA_PROVENANCE];

const TYPE: &str = "https://in-toto.io/Statement/v1";

/// The content of a bundle. Only one from [`super::SigstoreBundle::verified_statement`] was signed by somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The SHA-256 digests that it is about, in hexadecimal.
    pub subjects: BTreeSet<String>,
    /// The facts about them.
    pub predicate_type: String,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Document {
    #[serde(rename = "_type")]
    kind: String,
    subject: Vec<Subject>,
    predicate_type: String,
    #[serde(skip_deserializing)]
    predicate: NoPredicate,
}

/// An object without members: what is said is the type alone.
#[derive(Default, Serialize)]
struct NoPredicate {}

#[derive(Deserialize, Serialize)]
struct Subject {
    digest: Digests,
}

#[derive(Deserialize, Serialize)]
struct Digests {
    #[serde(default)]
    sha256: Option<String>,
}

impl Statement {
    /// Reads a statement.
    ///
    /// # Errors
    /// When it is not one.
    pub(crate) fn parse(payload: &[u8]) -> Result<Self, SignatureError> {
        let document: Document = serde_json::from_slice(payload).map_err(|error| {
            let error = error.to_string();
            SignatureError::new(format!(
                "its statement cannot be understood: {}",
                Excerpt::reason(&error)
            ))
        })?;
        if document.kind != TYPE {
            return Err(SignatureError::new(format!(
                "its statement is of the type `{}`, and not `{TYPE}`",
                Excerpt::name(&document.kind)
            )));
        }
        let digests = document.subject.into_iter();
        Ok(Self {
            subjects: digests
                .filter_map(|subject| subject.digest.sha256)
                .collect(),
            predicate_type: document.predicate_type,
        })
    }

    /// The statement that lets something out, as JSON.
    pub(crate) fn release(digest: &str) -> Vec<u8> {
        let document = Document {
            kind: TYPE.to_owned(),
            subject: vec![Subject {
                digest: Digests {
                    sha256: Some(digest.to_owned()),
                },
            }],
            predicate_type: COSIGN_SIGNATURE.to_owned(),
            predicate: NoPredicate {},
        };
        // A document of texts can always be written.
        serde_json::to_vec(&document).unwrap_or_default()
    }

    /// Fails if it is about none of these digests, which are in hexadecimal.
    ///
    /// # Errors
    /// With the digests that it is about.
    pub fn require_subject(&self, digests: &[String]) -> Result<(), SignatureError> {
        if digests.iter().any(|digest| self.subjects.contains(digest)) {
            return Ok(());
        }
        let named: Vec<String> = self
            .subjects
            .iter()
            .take(3)
            .map(|digest| format!("sha256:{}", Excerpt::name(digest)))
            .collect();
        let about = match named.is_empty() {
            true => "nothing that has a SHA-256 digest".to_owned(),
            false => named.join(", "),
        };
        Err(SignatureError::new(format!(
            "it is about {about}, and not about this component"
        )))
    }

    /// Fails if it says something else than one of these predicate types.
    ///
    /// # Errors
    /// With what it says.
    pub fn require_predicate<'a>(
        &self,
        mut allowed: impl Iterator<Item = &'a str>,
    ) -> Result<(), SignatureError> {
        match allowed.any(|allowed| allowed == self.predicate_type) {
            true => Ok(()),
            false => Err(SignatureError::new(format!(
                "it says `{}`, which is no permission to run",
                Excerpt::name(&self.predicate_type)
            ))),
        }
    }
}
