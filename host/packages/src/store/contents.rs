//! Looking over the store: listing, verifying and removing its entries.

use std::io::{self, Read};

use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder};

use super::entry::{COMPONENT, MANIFEST};
use super::{Store, unfinished};
use crate::{Digest, SourceError, manifest_index, manifest_section, stat_cache};

impl Store {
    /// The digests of all entries, in order. Reads no entry.
    ///
    /// # Errors
    /// When the store cannot be read, or others may write to it.
    pub fn digests(&self) -> Result<Vec<Digest>, SourceError> {
        let Some(root) = self.root()? else {
            return Ok(Vec::new());
        };
        let names = root
            .names()
            .map_err(|error| self.failed("read", &root, error))?;
        Ok(names.iter().filter_map(|name| name.parse().ok()).collect())
    }

    /// The size of an entry's component in bytes, or `None` if it is missing.
    #[must_use]
    pub fn bytes(&self, digest: &Digest) -> Option<u64> {
        let metadata = std::fs::symlink_metadata(self.path(digest).join(COMPONENT));
        metadata.ok().map(|metadata| metadata.len())
    }

    /// Reads an entry's component and manifest, and compares them with its digest. Removes the tables beside them for
    /// later starts, which no digest vouches for; the next start makes them again.
    ///
    /// # Errors
    /// The fault of the entry.
    pub fn verify(&self, digest: &Digest) -> Result<(), String> {
        let folder = self.entry_folder(digest)?;
        let compared = compare(&folder, digest);
        let removed = remove_made(&folder)
            .map_err(|error| format!("its compiled code cannot be removed: {error}"));
        compared.and(removed)
    }

    /// As [`Store::verify`], but removes nothing.
    pub(super) fn compare(&self, digest: &Digest) -> Result<(), String> {
        compare(&self.entry_folder(digest)?, digest)
    }

    fn entry_folder(&self, digest: &Digest) -> Result<PrivateFolder, String> {
        let root = PrivateFolder::open(&self.folder).map_err(said)?;
        let Some(root) = root else {
            return Err("there is no store".to_owned());
        };
        let folder = root.folder(digest.hex()).map_err(said)?;
        folder.ok_or_else(|| "there is no such entry".to_owned())
    }

    /// Removes an entry; false if it is missing. A stack that was deployed with it can no longer be changed or
    /// destroyed on this machine unless the component is added again.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self, digest: &Digest) -> Result<bool, SourceError> {
        let Some(root) = self.root()? else {
            return Ok(false);
        };
        root.lock_shared();
        // In one step, so that no reader finds half of it.
        let going = unfinished(digest);
        match root.rename(digest.hex(), &going) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            other => other.map_err(|error| self.failed("write to", &root, error))?,
        }
        root.remove_folder(&going)
            .map_err(|error| self.failed("write to", &root, error))?;
        Ok(true)
    }
}

fn compare(folder: &PrivateFolder, digest: &Digest) -> Result<(), String> {
    let Some(mut file) = folder.file(COMPONENT).map_err(said)? else {
        return Err("its component is missing".to_owned());
    };
    let mut component = Vec::new();
    file.read_to_end(&mut component)
        .map_err(|error| format!("its component cannot be read: {error}"))?;
    if Digest::of(&component) != *digest {
        return Err("its component's bytes have changed".to_owned());
    }
    let Some(mut file) = folder.file(MANIFEST).map_err(said)? else {
        return Err("its manifest is missing".to_owned());
    };
    let mut manifest = String::new();
    match file.read_to_string(&mut manifest) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return Err("its manifest is not text".to_owned());
        }
        Err(error) => return Err(format!("its manifest cannot be read: {error}")),
    }
    // A component without one was asked for it once.
    match manifest_section::find(&component) {
        Some(embedded) if embedded != manifest => {
            Err("its manifest is not the one in the component".to_owned())
        }
        _ => Ok(()),
    }
}

fn remove_made(folder: &PrivateFolder) -> io::Result<()> {
    for name in folder.names()? {
        if name.starts_with(manifest_index::PREFIX) || name == stat_cache::SEEN {
            match folder.remove_file(&name) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                other => other?,
            }
        }
    }
    Ok(())
}

fn said(error: FolderError) -> String {
    format!("`{}`: {error}", error.path.display())
}
