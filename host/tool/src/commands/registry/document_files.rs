//! Documents about a component: read from files to be attached, written to files, and shown.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use pulumi_wasm_platform::regular_file;
use pulumi_wasm_registry::{
    Artifact, AttachedDocument, Digest, Document, DocumentKind, MAX_DOCUMENT_BYTES, Referrer,
    RegistryError,
};
use serde_json::{Value, json};

use crate::files::whole_file::{self, Audience};
use crate::terminal::print_line;

/// The number of digits of a digest that distinguish documents of one kind.
const DIGITS: usize = 12;

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
    let opened = regular_file::open(file).with_context(|| format!("cannot read `{shown}`"))?;
    // One more byte shows that it is too long.
    let mut bounded = opened.take(MAX_DOCUMENT_BYTES + 1);
    bounded
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read `{shown}`"))?;
    let read = Document::read(bytes).and_then(|document| {
        check(&document)?;
        Ok(document)
    });
    read.map_err(|error| anyhow::anyhow!("`{shown}`: {error}"))
}

/// Writes documents into a folder, each once, and returns their files. The file name contains the kind, and if there
/// are several of that kind, the digest: a document cannot choose where it is written.
///
/// # Errors
/// When the folder cannot be made, or a file in it cannot be written.
pub(super) fn write<'a>(
    folder: &Path,
    referrers: impl IntoIterator<Item = &'a Referrer>,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut documents: Vec<(DocumentKind, Digest, &[u8])> = Vec::new();
    for referrer in referrers {
        let digest = Digest::of(referrer.content());
        let is_known = documents.iter().any(|(_, known, _)| *known == digest);
        if let Some(kind) = referrer.document_kind().filter(|_| !is_known) {
            documents.push((kind, digest, referrer.content()));
        }
    }
    if documents.is_empty() {
        return Ok(Vec::new());
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
    let mut files = Vec::new();
    for (kind, digest, content) in &documents {
        let of_kind = documents.iter().filter(|(other, ..)| other == kind);
        let name = match (of_kind.count(), kind.file().split_once('.')) {
            (2.., Some((stem, ending))) => {
                let digits = digest.hex().get(..DIGITS).unwrap_or_default();
                format!("{stem}-{digits}.{ending}")
            }
            _ => kind.file().to_owned(),
        };
        let file = folder.join(name);
        whole_file::write(&file, content, Audience::Everybody)
            .with_context(|| format!("cannot write `{}`", file.display()))?;
        files.push(file);
    }
    Ok(files)
}

/// Prints the files that [`write`] wrote, for people.
pub(super) fn print(files: &[PathBuf]) {
    if files.is_empty() {
        print_line(format_args!("no document is attached"));
    }
    for file in files {
        print_line(format_args!("wrote {}", file.display()));
    }
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
