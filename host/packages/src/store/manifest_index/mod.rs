//! Manifests in a form for quick starts: a head that every start needs, and each part of a schema separately.
//!
//! A manifest is read and judged as a whole when its component is first seen. The result is stored beside the manifest,
//! so that a later start reads only the head and the resource types of its program. Only the build that wrote the
//! tables uses them; another build makes its own. If a table has any fault, the manifest is read instead, which stays
//! the truth, and the tables are made of it again.
//!
//! They belong to a manifest by the length and checksum of its text. A start sees the length alone, since it does not
//! read the text. Each later reader of the text compares the checksum too, and removes tables of another text.

mod file;
mod layout;
mod stored;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use pulumi_wasm_core::manifest::{Manifest, ManifestError};
use stored::StoredParts;

use super::OpenEntry;
use super::{Digest, SourceError, Store};

/// The manifest of an entry of the store, as its tables have it, or `None` without usable tables.
pub(crate) fn kept(store: &Store, digest: &Digest, entry: &OpenEntry) -> Option<Manifest> {
    let (head, parts) = StoredParts::open(store, digest, entry)?;
    match head.with_parts(Arc::new(parts)) {
        Ok(manifest) => Some(manifest),
        Err(error) => {
            tracing::debug!("the tables of {digest} cannot be used: {error}");
            None
        }
    }
}

/// The manifest of an entry of the store, as its text has it, with tables from then on. `None` if that is not text:
/// such an entry counts as missing. The inner error is the manifest's. Takes up to some seconds.
///
/// # Errors
/// When the store cannot be read.
pub(crate) fn judged(
    entry: &OpenEntry,
) -> Result<Option<Result<Manifest, ManifestError>>, SourceError> {
    let Some(text) = entry.text()? else {
        return Ok(None);
    };
    let manifest = Manifest::parse(&text);
    if let Ok(manifest) = &manifest {
        file::write(entry, manifest, &text);
    }
    Ok(Some(manifest))
}

/// Makes tables of a manifest that was just stored, if it has no tables of this build and this text.
pub(crate) fn make(entry: &OpenEntry, manifest: &Manifest, text: &str) {
    let made = file::open(entry).is_some_and(|(_, index, _)| index.is_of(text));
    if !made {
        file::write(entry, manifest, text);
    }
}
