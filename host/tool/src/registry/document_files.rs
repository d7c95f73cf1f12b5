//! Documents about a component: read from files to be attached, and shown.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use pulumi_wasm_registry::{
    Artifact, AttachedDocument, Digest, Document, DocumentKind, MOST_DOCUMENT_BYTES, Referrer,
    RegistryError,
};
use serde_json::{Value, json};

/// Reads the documents that `--sbom` and `--provenance` name, before anything is sent.
pub(super) fn read(
    artifact: &Artifact,
    component: &Digest,
    sboms: &[PathBuf],
    provenances: &[PathBuf],
) -> anyhow::Result<Vec<Referrer>> {
    let mut referrers = Vec::new();
    for file in sboms {
        let document = document(file, Document::require_sbom)?;
        referrers.push(Referrer::of_document(artifact.manifest(), &document));
    }
    let about = [component, &artifact.digest()];
    for file in provenances {
        let document = document(file, |document| document.require_provenance(&about))?;
        referrers.push(Referrer::of_document(artifact.manifest(), &document));
    }
    Ok(referrers)
}

fn document(
    file: &Path,
    check: impl FnOnce(&Document) -> Result<(), RegistryError>,
) -> anyhow::Result<Document> {
    let shown = file.display();
    let mut bytes = Vec::new();
    let opened = File::open(file).with_context(|| format!("cannot read `{shown}`"))?;
    // One byte more tells that it is too long.
    let mut bounded = opened.take(MOST_DOCUMENT_BYTES + 1);
    bounded
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read `{shown}`"))?;
    let read = Document::read(bytes).and_then(|document| {
        check(&document)?;
        Ok(document)
    });
    read.map_err(|error| anyhow::anyhow!("`{shown}`: {error}"))
}

/// A document that is attached to a component.
pub(super) struct Shown {
    kind: DocumentKind,
    digest: Digest,
    size: u64,
    manifest: Digest,
}

impl Shown {
    pub(super) fn of_attached(document: &AttachedDocument) -> Self {
        Self {
            kind: document.kind,
            digest: document.content.digest.clone(),
            size: document.content.size,
            manifest: document.manifest(),
        }
    }

    /// `None` for a signature.
    pub(super) fn of_referrer(referrer: &Referrer) -> Option<Self> {
        Some(Self {
            kind: referrer.document_kind()?,
            digest: Digest::of(referrer.content()),
            size: referrer.content().len() as u64,
            manifest: referrer.digest(),
        })
    }

    pub(super) fn line(&self) -> String {
        format!("{} {} ({} bytes)", self.kind.noun(), self.digest, self.size)
    }

    pub(super) fn as_json(&self) -> Value {
        json!({
            "mediaType": self.kind.media_type(),
            "digest": self.digest.to_string(),
            "size": self.size,
            "manifest": self.manifest.to_string(),
        })
    }
}
