//! A signature or a document beside a component: a manifest that names another one as its subject, with a Sigstore bundle or the
//! document as its one layer.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::attached::Attached;
use super::bounded_list::BoundedList;
use super::descriptor::{Named, Part};
use super::document::{MOST_DOCUMENT_BYTES, MOST_DOCUMENTS};
use super::manifest::MANIFEST;
use super::{Descriptor, Digest, Document, DocumentKind, RegistryError};

/// The type of the artifact, of its layer, and of a bundle.
pub(crate) const BUNDLE: &str = "application/vnd.dev.sigstore.bundle.v0.3+json";
/// The config of an artifact that needs none, by the OCI image specification 1.1.
const EMPTY: &str = "application/vnd.oci.empty.v1+json";
const EMPTY_CONTENT: &[u8] = b"{}";

/// The most bytes of its manifest and of its config.
pub(crate) const MOST_MANIFEST_BYTES: usize = 64 << 10;
/// The most bytes of a bundle.
pub(crate) const MOST_BUNDLE_BYTES: u64 = 1 << 20;
/// The most signatures of one manifest that are read.
pub const MOST_REFERRERS: usize = 64;
/// So many layers are told from one.
const MOST_LAYERS: usize = 2;

/// What is attached to a manifest: one kind of its referrers, which is listed and bounded apart from the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Signatures,
    Documents,
}

impl Family {
    /// The most of one manifest that are read.
    pub(crate) fn most(self) -> usize {
        match self {
            Self::Signatures => MOST_REFERRERS,
            Self::Documents => MOST_DOCUMENTS,
        }
    }

    /// Its name for people: of one, and of several.
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
    /// That of a media type, if it is one that is carried.
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
            Self::Bundle => MOST_BUNDLE_BYTES,
            Self::Document(_) => MOST_DOCUMENT_BYTES,
        }
    }
}

/// A bundle or a document as a registry or a layout keeps it. Nothing in it proves anything before it is verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referrer {
    pub(crate) kind: Kind,
    pub(crate) manifest: Bytes,
    pub(crate) config: Bytes,
    pub(crate) content: Bytes,
}

/// A document that a registry names for a manifest. Its content is fetched apart, as it may be long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachedDocument {
    pub kind: DocumentKind,
    /// The document itself.
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

/// The contents that its manifest names.
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
    layers: BoundedList<Named, MOST_LAYERS>,
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
    /// The artifact of a bundle about the manifest with these bytes. The same bundle gives the same artifact. `predicate_type` is for
    /// programs that list it.
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

    /// The artifact of a document about the manifest with these bytes. The same document gives the same artifact.
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

    /// The bundle, or the document.
    #[must_use]
    pub fn content(&self) -> &[u8] {
        &self.content
    }

    /// The kind, if it is a document.
    #[must_use]
    pub fn document_kind(&self) -> Option<DocumentKind> {
        match self.kind {
            Kind::Bundle => None,
            Kind::Document(kind) => Some(kind),
        }
    }

    /// Its line in an index.
    pub(crate) fn entry(&self) -> Value {
        json!({
            "mediaType": MANIFEST,
            "digest": self.digest().to_string(),
            "size": self.manifest.len(),
            "artifactType": self.kind.media_type(),
        })
    }

    /// All of its contents.
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
    // A document of texts can always be written.
    serde_json::to_vec(&manifest).unwrap_or_default()
}

/// The contents of an artifact of this family about a subject.
///
/// # Errors
/// When it is another artifact, or about something else.
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
    // Programs that know no artifact types name the layer's alone.
    let kind = Kind::of(&said.artifact_type).or_else(|| Kind::of(&layer.media_type));
    let Some(kind) = kind.filter(|kind| kind.family() == family) else {
        return Err(RegistryError::new(match family {
            Family::Signatures => "it is not a bundle of Sigstore",
            Family::Documents => "it is neither a list of parts nor an in-toto statement",
        }));
    };
    if said.subject.digest != subject.to_string() {
        return Err(RegistryError::new("its subject is another manifest"));
    }
    let (config, content) = (said.config.descriptor()?, layer.descriptor()?);
    if content.size > kind.most_bytes() || config.size > MOST_MANIFEST_BYTES as u64 {
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
