//! The assets that a guest has opened in its running call, by handle.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::error::failure::PropertyFailure;

use super::{Blob, Content};
use crate::budget::Reservation;

/// The assets and archives that the running call has opened. Files in archives have separate handles, above the
/// handles of the request.
#[derive(Debug, Default)]
pub struct OpenedAssets {
    contents: BTreeMap<u32, Opened>,
    /// The memory of all of it.
    memory: Vec<Reservation>,
}

#[derive(Debug)]
enum Opened {
    Asset(Arc<Blob>),
    Archive {
        hash: String,
        entries: Vec<(String, u32)>,
    },
}

impl OpenedAssets {
    #[must_use]
    pub fn has(&self, handle: u32) -> bool {
        self.contents.contains_key(&handle)
    }

    /// Keeps an opened asset with its reserved memory, and returns handles to the files of an archive. The handles
    /// below `first_free` belong to the request.
    pub fn keep(&mut self, handle: u32, content: Content, memory: Reservation, first_free: u32) {
        self.memory.push(memory);
        let opened = match content {
            Content::Asset(blob) => Opened::Asset(blob),
            Content::Archive(tree) => {
                let last = self.contents.last_key_value().map(|(last, _)| *last);
                let free = last.map_or(first_free, |last| first_free.max(last.saturating_add(1)));
                let mut entries = Vec::new();
                for ((path, blob), handle) in tree.entries.into_iter().zip(free..) {
                    self.contents.insert(handle, Opened::Asset(blob));
                    entries.push((path, handle));
                }
                Opened::Archive {
                    hash: tree.hash,
                    entries,
                }
            }
        };
        self.contents.insert(handle, opened);
    }

    /// Size in bytes, 0 for an archive, and hash.
    ///
    /// # Errors
    /// `NotFound` for a handle that was not opened.
    pub fn about(&self, handle: u32) -> Result<(u64, &str), GuestError> {
        match self.get(handle)? {
            Opened::Asset(blob) => Ok((blob.bytes.len() as u64, &blob.hash)),
            Opened::Archive { hash, .. } => Ok((0, hash)),
        }
    }

    /// Returns at most `count` bytes from `offset` on.
    ///
    /// # Errors
    /// `Unsupported` for an archive, `Invalid` for a bad offset, `NotFound` for a handle that was not opened.
    pub fn read(&self, handle: u32, offset: f64, count: u32) -> Result<&[u8], GuestError> {
        let Opened::Asset(blob) = self.get(handle)? else {
            return Err(GuestError::Unsupported(
                "an archive has entries instead of bytes: read its entries".to_owned(),
            ));
        };
        if !(offset >= 0.0 && offset.fract() == 0.0) {
            return Err(GuestError::Invalid(vec![PropertyFailure {
                property: "offset".to_owned(),
                reason: format!("{offset} is not a position in the asset"),
            }]));
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole and not negative; saturates"
        )]
        let from = (offset as usize).min(blob.bytes.len());
        let to = from.saturating_add(count as usize).min(blob.bytes.len());
        Ok(&blob.bytes[from..to])
    }

    /// All bytes, shared.
    ///
    /// # Errors
    /// `Unsupported` for an archive, `NotFound` for a handle that was not opened.
    pub fn whole(&self, handle: u32) -> Result<Bytes, GuestError> {
        match self.get(handle)? {
            Opened::Asset(blob) => Ok(Bytes::from_owner(Shared(Arc::clone(blob)))),
            Opened::Archive { .. } => Err(GuestError::Unsupported(
                "an archive has entries instead of bytes: send its entries".to_owned(),
            )),
        }
    }

    /// Paths and handles of an archive's files, sorted by path.
    ///
    /// # Errors
    /// `Unsupported` for an asset, `NotFound` for a handle that was not opened.
    pub fn entries(&self, handle: u32) -> Result<&[(String, u32)], GuestError> {
        match self.get(handle)? {
            Opened::Archive { entries, .. } => Ok(entries),
            Opened::Asset(_) => Err(GuestError::Unsupported(
                "an asset has no entries: read its bytes".to_owned(),
            )),
        }
    }

    fn get(&self, handle: u32) -> Result<&Opened, GuestError> {
        self.contents
            .get(&handle)
            .ok_or_else(|| GuestError::NotFound(format!("there is no asset {handle} in this call")))
    }
}

/// The bytes of an asset in the form that bodies have.
struct Shared(Arc<Blob>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

#[cfg(test)]
mod tests;
