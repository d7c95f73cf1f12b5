//! Content that was read: bytes, or the files of an archive.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::hash;

/// The memory of an archive's entry apart from its path and its content.
pub(super) const ENTRY: usize = 512;

/// A file in an archive, under the name that it has there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    pub name: String,
    pub content: Vec<u8>,
}

/// Bytes and their hash.
#[derive(Debug, PartialEq, Eq)]
pub struct Blob {
    pub bytes: Vec<u8>,
    /// SHA-256 in hexadecimal.
    pub hash: String,
}

impl Blob {
    pub(super) fn new(bytes: Vec<u8>) -> Self {
        let hash = hash::of_bytes(&bytes);
        Self { bytes, hash }
    }
}

/// The files of an archive by their paths, and its hash.
#[derive(Debug, PartialEq, Eq)]
pub struct Tree {
    pub hash: String,
    pub entries: BTreeMap<String, Arc<Blob>>,
}

/// The opened content.
#[derive(Debug, PartialEq, Eq)]
pub enum Content {
    Asset(Arc<Blob>),
    Archive(Tree),
}

impl Content {
    /// The bytes of the asset, or of each file in the archive.
    pub(super) fn blobs(&self) -> impl Iterator<Item = &Blob> {
        let (asset, tree) = match self {
            Content::Asset(blob) => (Some(blob), None),
            Content::Archive(tree) => (None, Some(tree)),
        };
        let entries = tree.into_iter().flat_map(|tree| tree.entries.values());
        asset.into_iter().chain(entries).map(AsRef::as_ref)
    }

    /// Its size in memory.
    pub(super) fn size(&self) -> usize {
        match self {
            Content::Asset(blob) => ENTRY + blob.bytes.len(),
            Content::Archive(tree) => {
                let entries = tree.entries.iter();
                // The table of handles contains paths too.
                let sizes = entries.map(|(path, blob)| ENTRY + 2 * path.len() + blob.bytes.len());
                ENTRY + sizes.sum::<usize>()
            }
        }
    }
}
