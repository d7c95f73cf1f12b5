//! In-toto statements, version 1: claims about content, by its digests.

use std::collections::BTreeSet;

use pulumi_wasm_core::text::Excerpt;
use serde::{Deserialize, Serialize};

use super::SignatureError;

/// The predicate type of `cosign sign` and `pulumi-wasm sign`: the signer releases the content.
pub const COSIGN_SIGNATURE: &str = "https://sigstore.dev/cosign/sign/v1";
/// The predicate type of a build system: how the content was built.
pub const SLSA_PROVENANCE: &str = "https://slsa.dev/provenance/v1";
/// The predicate types that permit a component to run, unless the rule of a signer lists others. An SBOM or a scan
/// does not permit that.
pub const DEFAULT_PREDICATES: [&str; 2] = [COSIGN_SIGNATURE, SLSA_PROVENANCE];

const TYPE: &str = "https://in-toto.io/Statement/v1";

/// The content of a bundle. Only a statement from [`super::SigstoreBundle::verified_statement`] is verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The SHA-256 digests of the subjects, in hexadecimal.
    pub subjects: BTreeSet<String>,
    /// The type of the claim about the subjects.
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

/// An object without members, because the type is the whole claim.
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
    /// Parses a statement.
    ///
    /// # Errors
    /// If it is not a statement.
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

    /// The statement that releases content, as JSON.
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
        // Serializing strings cannot fail.
        serde_json::to_vec(&document).unwrap_or_default()
    }

    /// Fails if none of these digests is a subject. The digests are in hexadecimal.
    ///
    /// # Errors
    /// The error lists the subjects.
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
        let about = if named.is_empty() {
            "content without a SHA-256 digest".to_owned()
        } else {
            named.join(", ")
        };
        Err(SignatureError::new(format!(
            "it is about {about}, and not about this component"
        )))
    }

    /// Fails if the predicate type is not one of these.
    ///
    /// # Errors
    /// The error names the predicate type.
    pub fn require_predicate<'a>(
        &self,
        mut allowed: impl Iterator<Item = &'a str>,
    ) -> Result<(), SignatureError> {
        if allowed.any(|allowed| allowed == self.predicate_type) {
            Ok(())
        } else {
            Err(SignatureError::new(format!(
                "its predicate type is `{}`, which does not permit running the component",
                Excerpt::name(&self.predicate_type)
            )))
        }
    }
}
