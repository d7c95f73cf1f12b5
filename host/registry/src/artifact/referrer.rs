//! A signature or document of a component: a manifest that names the component's manifest as its subject, with a
//! Sigstore bundle or the document in a single layer.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::artifact::descriptor::{Named, Part};
use crate::artifact::document::{MAX_DOCUMENT_BYTES, MAX_DOCUMENTS};
use crate::artifact::manifest::MANIFEST;
use crate::bounded_list::BoundedList;
use crate::{Descriptor, Digest, Document, DocumentKind, RegistryError};

/// The signatures or documents of a manifest that are usable, and the reasons why others are not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attached<T> {
    pub found: Vec<T>,
    /// For each entry that is not usable: the reason, as a message.
    pub skipped: Vec<String>,
}

impl<T> Default for Attached<T> {
    fn default() -> Self {
        Self {
            found: Vec::new(),
            skipped: Vec::new(),
        }
    }
}

impl<T: PartialEq> Attached<T> {
    /// Adds the entries of another server, without duplicates.
    pub fn add(&mut self, others: Self) {
        for other in others.found {
            if !self.found.contains(&other) {
                self.found.push(other);
            }
        }
        self.skipped.extend(others.skipped);
    }
}

/// The media type of the artifact, its layer, and a bundle.
pub(crate) const BUNDLE: &str = "application/vnd.dev.sigstore.bundle.v0.3+json";
/// The type of an empty config (OCI image specification 1.1).
const EMPTY: &str = "application/vnd.oci.empty.v1+json";
const EMPTY_CONTENT: &[u8] = b"{}";

/// The maximum size of a referrer's manifest and config, in bytes.
pub(crate) const MAX_MANIFEST_BYTES: usize = 64 << 10;
/// The maximum size of a bundle, in bytes.
pub(crate) const MAX_BUNDLE_BYTES: u64 = 1 << 20;
/// The maximum number of signatures of one manifest that are read.
pub const MAX_REFERRERS: usize = 64;
/// Enough layers to notice that there is more than one.
const MAX_LAYERS: usize = 2;

/// The two families of referrers. Each has its own list and limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Signatures,
    Documents,
}

impl Family {
    /// The maximum number of referrers of one manifest that are read.
    pub(crate) fn max(self) -> usize {
        match self {
            Self::Signatures => MAX_REFERRERS,
            Self::Documents => MAX_DOCUMENTS,
        }
    }

    /// The name in messages: singular and plural.
    pub(crate) fn nouns(self) -> (&'static str, &'static str) {
        match self {
            Self::Signatures => ("signature", "signatures"),
            Self::Documents => ("document", "documents"),
        }
    }
}

/// The kind of a referrer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Bundle,
    Document(DocumentKind),
}

impl Kind {
    /// The kind with this media type, if it is supported.
    pub(crate) fn of(media_type: &str) -> Option<Self> {
        match media_type {
            BUNDLE => Some(Self::Bundle),
            _ => DocumentKind::of_media_type(media_type).map(Self::Document),
        }
    }

    pub(crate) fn media_type(self) -> &'static str {
        match self {
            Self::Bundle => BUNDLE,
            Self::Document(kind) => kind.media_type(),
        }
    }

    pub(crate) fn family(self) -> Family {
        match self {
            Self::Bundle => Family::Signatures,
            Self::Document(_) => Family::Documents,
        }
    }

    fn most_bytes(self) -> u64 {
        match self {
            Self::Bundle => MAX_BUNDLE_BYTES,
            Self::Document(_) => MAX_DOCUMENT_BYTES,
        }
    }
}

/// A bundle or document, as a registry or a layout stores it. It proves nothing until it is verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referrer {
    pub(crate) kind: Kind,
    pub(crate) manifest: Bytes,
    pub(crate) config: Bytes,
    pub(crate) content: Bytes,
}

/// A document that a registry lists for a manifest. Its content may be long, and is fetched separately.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachedDocument {
    pub kind: DocumentKind,
    /// The descriptor of the document.
    pub content: Descriptor,
    pub(crate) config: Descriptor,
    pub(crate) manifest: Bytes,
}

impl AttachedDocument {
    /// The digest of the manifest that attaches it.
    #[must_use]
    pub fn manifest(&self) -> Digest {
        Digest::of(&self.manifest)
    }
}

/// The documents of a manifest.
pub type AttachedDocuments = Attached<AttachedDocument>;

/// The signatures of a manifest, or its documents with their contents.
pub type Referrers = Attached<Referrer>;

/// The content that a referrer's manifest names.
pub(crate) struct Parts {
    pub(crate) kind: Kind,
    pub(crate) config: Descriptor,
    pub(crate) content: Descriptor,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Said {
    artifact_type: String,
    config: Named,
    layers: BoundedList<Named, MAX_LAYERS>,
    subject: Named,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Manifest<'a> {
    schema_version: u32,
    media_type: &'a str,
    artifact_type: &'a str,
    config: Part<'a>,
    layers: [Part<'a>; 1],
    subject: Part<'a>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    annotations: BTreeMap<&'a str, &'a str>,
}

impl Referrer {
    /// The artifact of a bundle for this manifest. The same bundle gives the same artifact. Programs that list
    /// bundles read `predicate_type`.
    #[must_use]
    pub fn new(subject: &[u8], bundle: Vec<u8>, predicate_type: &str) -> Self {
        let annotations = BTreeMap::from([
            ("dev.sigstore.bundle.content", "dsse-envelope"),
            ("dev.sigstore.bundle.predicateType", predicate_type),
        ]);
        let layer = Part::of(BUNDLE, &bundle);
        let manifest = manifest_of(Kind::Bundle, subject, layer, annotations);
        Self::with(Kind::Bundle, manifest, bundle.into())
    }

    /// The artifact of a document for this manifest. The same document gives the same artifact.
    #[must_use]
    pub fn of_document(subject: &[u8], document: &Document) -> Self {
        let kind = document.kind();
        let layer = Part {
            annotations: BTreeMap::from([(
                "org.opencontainers.image.title",
                kind.file().to_owned(),
            )]),
            ..Part::of(kind.media_type(), document.bytes())
        };
        let kind = Kind::Document(kind);
        let manifest = manifest_of(kind, subject, layer, BTreeMap::new());
        Self::with(kind, manifest, document.bytes().clone())
    }

    fn with(kind: Kind, manifest: Vec<u8>, content: Bytes) -> Self {
        Self {
            kind,
            manifest: manifest.into(),
            config: Bytes::from_static(EMPTY_CONTENT),
            content,
        }
    }

    /// The bytes of the bundle or document.
    #[must_use]
    pub fn content(&self) -> &[u8] {
        &self.content
    }

    /// The kind of document, or `None` for a signature.
    #[must_use]
    pub fn document_kind(&self) -> Option<DocumentKind> {
        match self.kind {
            Kind::Bundle => None,
            Kind::Document(kind) => Some(kind),
        }
    }

    /// Its entry in an index.
    pub(crate) fn entry(&self) -> Value {
        json!({
            "mediaType": MANIFEST,
            "digest": self.digest().to_string(),
            "size": self.manifest.len(),
            "artifactType": self.kind.media_type(),
        })
    }

    /// Its manifest, config and layer.
    pub(crate) fn contents(&self) -> [&Bytes; 3] {
        [&self.manifest, &self.config, &self.content]
    }

    /// The digest of its manifest.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&self.manifest)
    }
}

fn manifest_of(
    kind: Kind,
    subject: &[u8],
    layer: Part<'_>,
    annotations: BTreeMap<&str, &str>,
) -> Vec<u8> {
    let manifest = Manifest {
        schema_version: 2,
        media_type: MANIFEST,
        artifact_type: kind.media_type(),
        config: Part::of(EMPTY, EMPTY_CONTENT),
        layers: [layer],
        subject: Part::of(MANIFEST, subject),
        annotations,
    };
    // Serializing strings cannot fail.
    serde_json::to_vec(&manifest).unwrap_or_default()
}

/// The content of a referrer of this family for a subject.
///
/// # Errors
/// If the artifact is of another family, or has another subject.
pub(crate) fn parts(
    manifest: &[u8],
    subject: &Digest,
    family: Family,
) -> Result<Parts, RegistryError> {
    let said = serde_json::from_slice::<Said>(manifest).ok();
    let said = said.unwrap_or_default();
    let [layer] = said.layers.items.as_slice() else {
        return Err(RegistryError::new("it does not have exactly one layer"));
    };
    // Programs without support for artifact types set only the layer's type.
    let kind = Kind::of(&said.artifact_type).or_else(|| Kind::of(&layer.media_type));
    let Some(kind) = kind.filter(|kind| kind.family() == family) else {
        return Err(RegistryError::new(match family {
            Family::Signatures => "it is not a bundle of Sigstore",
            Family::Documents => "it is neither an SBOM nor an in-toto statement",
        }));
    };
    if said.subject.digest != subject.to_string() {
        return Err(RegistryError::new("its subject is another manifest"));
    }
    let (config, content) = (said.config.descriptor()?, layer.descriptor()?);
    if content.size > kind.most_bytes() || config.size > MAX_MANIFEST_BYTES as u64 {
        return Err(RegistryError::new(format!(
            "it has more than {} MiB",
            kind.most_bytes() >> 20
        )));
    }
    Ok(Parts {
        kind,
        config,
        content,
    })
}
