//! Documents about a component: SBOMs and provenance attestations. They are attached to the manifest in the same
//! way as signatures. They prove nothing, and do not permit a component to run.

use bytes::Bytes;
use serde::Deserialize;

use crate::bounded_list::BoundedList;
use crate::{Digest, RegistryError};

/// The maximum size of a document, in bytes.
pub const MAX_DOCUMENT_BYTES: u64 = 16 << 20;
/// The maximum number of documents of one manifest.
pub(crate) const MAX_DOCUMENTS: usize = 16;
/// The maximum number of subjects of an attestation that are compared.
const MAX_SUBJECTS: usize = 4096;

/// The format of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentKind {
    /// An SBOM as SPDX JSON.
    Spdx,
    /// An SBOM as CycloneDX JSON.
    CycloneDx,
    /// An in-toto statement, such as SLSA provenance.
    InToto,
}

impl DocumentKind {
    const ALL: [Self; 3] = [Self::Spdx, Self::CycloneDx, Self::InToto];

    /// The media type of the artifact and of its layer.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Spdx => "application/spdx+json",
            Self::CycloneDx => "application/vnd.cyclonedx+json",
            Self::InToto => "application/vnd.in-toto+json",
        }
    }

    /// The name of the format for messages.
    #[must_use]
    pub fn noun(self) -> &'static str {
        match self {
            Self::Spdx => "SPDX document",
            Self::CycloneDx => "CycloneDX document",
            Self::InToto => "in-toto statement",
        }
    }

    /// The file name in the artifact, which is the one that other programs use. The user's file name would give
    /// the same document another digest.
    #[must_use]
    pub fn file(self) -> &'static str {
        match self {
            Self::Spdx => "sbom.spdx.json",
            Self::CycloneDx => "sbom.cdx.json",
            Self::InToto => "statement.intoto.json",
        }
    }

    pub(crate) fn of_media_type(media_type: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.media_type() == media_type)
    }
}

/// A document to attach. Its kind is detected from its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    kind: DocumentKind,
    bytes: Bytes,
    /// The predicate type of an in-toto statement.
    predicate_type: String,
    /// The SHA-256 digests of a statement's subjects, in hexadecimal.
    subjects: Vec<String>,
}

/// The members that distinguish the kinds.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Marks {
    spdx_version: Option<String>,
    #[serde(rename = "@context")]
    context: Option<Context>,
    bom_format: Option<String>,
    #[serde(rename = "_type")]
    statement: Option<String>,
    predicate_type: Option<String>,
    subject: Option<BoundedList<Subject, MAX_SUBJECTS>>,
    /// Only in a Sigstore bundle.
    media_type: Option<String>,
    /// Only in a DSSE envelope.
    payload_type: Option<String>,
}

/// The JSON-LD context. SPDX 3 has a single string here.
#[derive(Deserialize)]
#[serde(untagged)]
enum Context {
    Text(String),
    Other(serde::de::IgnoredAny),
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Subject {
    digest: Digests,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Digests {
    sha256: Option<String>,
}

impl Document {
    /// Parses a document, and detects its kind.
    ///
    /// # Errors
    /// If it is too long, or its kind cannot be attached. The error has a hint.
    pub fn read(bytes: Vec<u8>) -> Result<Self, RegistryError> {
        const KINDS: &str = "give an SPDX or CycloneDX document in JSON as `--sbom`, and an in-toto statement with SLSA provenance as `--provenance`";
        if bytes.len() as u64 > MAX_DOCUMENT_BYTES {
            return Err(RegistryError::new(format!(
                "it has more than {} MiB",
                MAX_DOCUMENT_BYTES >> 20
            ))
            .hint("leave out texts that describe no component, such as license texts"));
        }
        let marks: Marks = serde_json::from_slice(&bytes).map_err(|error| {
            RegistryError::new(format!("it cannot be read as a document in JSON: {error}"))
                .hint(KINDS)
        })?;
        let starts = |text: &Option<String>, start: &str| {
            text.as_deref().is_some_and(|text| text.starts_with(start))
        };
        let is_spdx_3 = matches!(&marks.context, Some(Context::Text(context)) if context.starts_with("https://spdx.org/rdf/3"));
        let kind = if starts(&marks.spdx_version, "SPDX-") || is_spdx_3 {
            DocumentKind::Spdx
        } else if marks.bom_format.as_deref() == Some("CycloneDX") {
            DocumentKind::CycloneDx
        } else if starts(&marks.statement, "https://in-toto.io/Statement/") {
            DocumentKind::InToto
        } else if starts(&marks.media_type, "application/vnd.dev.sigstore.bundle") {
            return Err(RegistryError::new("it is a Sigstore bundle")
                .hint("`pulumi-wasm sign REFERENCE --bundle FILE` attaches it"));
        } else if marks.payload_type.is_some() {
            return Err(RegistryError::new("it is a signed envelope (DSSE)").hint(
                "give the statement in it; a signed one belongs in a Sigstore bundle, which `pulumi-wasm sign REFERENCE --bundle FILE` attaches",
            ));
        } else {
            return Err(RegistryError::new(
                "it is not an SPDX document, a CycloneDX document or an in-toto statement",
            )
            .hint(KINDS));
        };
        let subjects = marks.subject.unwrap_or_default().items.into_iter();
        Ok(Self {
            kind,
            bytes: bytes.into(),
            predicate_type: marks.predicate_type.unwrap_or_default(),
            subjects: subjects
                .filter_map(|subject| subject.digest.sha256)
                .collect(),
        })
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> DocumentKind {
        self.kind
    }

    pub(crate) fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// Fails if the document is not an SBOM.
    ///
    /// # Errors
    /// If it is another kind of document. The error has a hint.
    pub fn require_sbom(&self) -> Result<(), RegistryError> {
        match self.kind {
            DocumentKind::Spdx | DocumentKind::CycloneDx => Ok(()),
            DocumentKind::InToto => Err(RegistryError::new(
                "it is an in-toto statement, not an SPDX or CycloneDX document",
            )
            .hint("attach a statement of SLSA provenance as `--provenance FILE`")),
        }
    }

    /// Fails if the document is not the provenance of one of these: a component, or its manifest.
    ///
    /// # Errors
    /// If it is another kind of document, or has other subjects. The error has a hint.
    pub fn require_provenance(&self, digests: &[&Digest]) -> Result<(), RegistryError> {
        if self.kind != DocumentKind::InToto {
            return Err(RegistryError::new(format!(
                "it is of the kind {}, not a statement of SLSA provenance",
                self.kind.noun()
            ))
            .hint("attach it as `--sbom FILE`"));
        }
        if !self
            .predicate_type
            .starts_with("https://slsa.dev/provenance/")
        {
            return Err(RegistryError::new(
                "it is an in-toto statement whose predicate is not SLSA provenance",
            )
            .hint("give a statement with the predicate type `https://slsa.dev/provenance/v1`"));
        }
        let is_about = |digest: &&Digest| self.subjects.iter().any(|hex| hex == digest.hex());
        match (digests.iter().any(is_about), digests) {
            (true, _) | (_, []) => Ok(()),
            (false, [first, ..]) => Err(RegistryError::new(format!(
                "it is not about this component: none of its subjects has the SHA-256 digest {}",
                first.hex()
            ))
            .hint("generate the provenance for exactly this file")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Document, RegistryError> {
        Document::read(text.as_bytes().to_vec())
    }

    #[test]
    fn a_kind_is_found_in_the_content() {
        for (text, kind) in [
            (
                r#"{"spdxVersion":"SPDX-2.3","packages":[{}]}"#,
                DocumentKind::Spdx,
            ),
            (
                r#"{"@context":"https://spdx.org/rdf/3.0.1/spdx-context.jsonld","@graph":[]}"#,
                DocumentKind::Spdx,
            ),
            (
                r#"{"bomFormat":"CycloneDX","specVersion":"1.6"}"#,
                DocumentKind::CycloneDx,
            ),
            (
                r#"{"_type":"https://in-toto.io/Statement/v1","subject":[]}"#,
                DocumentKind::InToto,
            ),
        ] {
            let document = read(text).expect(text);
            assert_eq!(document.kind(), kind);
            assert_eq!(DocumentKind::of_media_type(kind.media_type()), Some(kind));
            assert_eq!(
                document.require_sbom().is_ok(),
                kind != DocumentKind::InToto
            );
        }
    }

    #[test]
    fn other_documents_are_told_with_the_next_step() {
        for (text, expected) in [
            ("", "as a document in JSON"),
            ("SPDXVersion: SPDX-2.3", "as a document in JSON"),
            ("{} {}", "as a document in JSON"),
            ("{\"bomFormat\":1}", "as a document in JSON"),
            ("{}", "not an SPDX document"),
            ("{\"@context\":[{}]}", "not an SPDX document"),
            (
                r#"{"mediaType":"application/vnd.dev.sigstore.bundle.v0.3+json"}"#,
                "it is a Sigstore bundle",
            ),
            (
                r#"{"payloadType":"application/vnd.in-toto+json","payload":""}"#,
                "a signed envelope",
            ),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.reason.contains(expected), "{text}: {error}");
            assert!(error.hint.is_some(), "{error}");
        }
        let long = vec![b' '; usize::try_from(MAX_DOCUMENT_BYTES).expect("a length") + 1];
        let error = Document::read(long).expect_err("too long").to_string();
        assert!(
            error.contains("more than 16 MiB") && error.contains("\nhint: "),
            "{error}"
        );
    }

    #[test]
    fn provenance_is_about_the_component() {
        let (own, other) = (Digest::of(b"x"), Digest::of(b"y"));
        let statement = |predicate: &str, digest: &Digest| {
            let text = format!(
                r#"{{"_type":"https://in-toto.io/Statement/v1","subject":[{{"name":"a","digest":{{"sha1":"0"}}}},
                {{"digest":{{"sha256":"{}"}}}}],"predicateType":"{predicate}","predicate":{{}}}}"#,
                digest.hex()
            );
            read(&text).expect("a statement")
        };
        let slsa = "https://slsa.dev/provenance/v1";
        assert_eq!(
            statement(slsa, &own).require_provenance(&[&other, &own]),
            Ok(())
        );
        let refused = |document: &Document| {
            let error = document.require_provenance(&[&own]).expect_err("an error");
            assert!(error.hint.is_some());
            error.reason
        };
        assert!(refused(&statement(slsa, &other)).contains("not about this component"));
        assert!(refused(&statement("https://spdx.dev/Document", &own)).contains("not SLSA"));
        let sbom = read(r#"{"bomFormat":"CycloneDX"}"#).expect("a document");
        assert!(refused(&sbom).contains("not a statement of SLSA provenance"));
    }
}
