//! The folder of one component in the store: its files, how they are verified, and why they cannot be used.

use std::fs::File;
use std::io;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};

use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder};

use crate::component_file::manifest_section;
use crate::store::{Store, stat_cache, unfinished};
use crate::{Digest, SourceError};

/// The files of an entry.
pub(super) const COMPONENT: &str = "component.wasm";
pub(super) const MANIFEST: &str = "manifest.json";
/// The beginning of the names of the tables that builds of the plugin make of a manifest.
pub(super) const TABLES_PREFIX: &str = "tables-";

/// A component in the store. Its files are not read yet.
#[derive(Debug)]
pub(crate) struct OpenEntry {
    /// The folder of the store.
    store: PathBuf,
    folder: PrivateFolder,
    manifest: File,
    manifest_length: u64,
}

impl OpenEntry {
    /// The entry in a folder of a store, or `None` if it lacks a part.
    pub(super) fn new(store: &Path, folder: PrivateFolder) -> Result<Option<Self>, SourceError> {
        let unreadable = |error: FolderError| unusable(store, "read", &error);
        let component = folder.file(COMPONENT).map_err(unreadable)?;
        let manifest = folder.file(MANIFEST).map_err(unreadable)?;
        let (Some(_), Some(manifest)) = (component, manifest) else {
            return Ok(None);
        };
        let length = manifest.metadata().map(|manifest| manifest.len());
        let manifest_length = length.map_err(|error| failed(store, "read", &folder, error))?;
        Ok(Some(Self {
            store: store.to_owned(),
            folder,
            manifest,
            manifest_length,
        }))
    }

    /// The component itself, as in [`super::Entry`].
    pub(crate) fn component(&self) -> PathBuf {
        self.folder.path().join(COMPONENT)
    }

    /// The folder of the entry.
    pub(crate) fn folder(&self) -> &PrivateFolder {
        &self.folder
    }

    /// The lines of a file of notes beside the component. The list is empty if the file is missing or cannot be read.
    pub(crate) fn notes(&self, name: &str) -> Vec<String> {
        let Ok(Some(file)) = self.folder.file(name) else {
            return Vec::new();
        };
        let text = io::read_to_string(file).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Adds a line to a file of notes. The oldest lines go, so that `most` lines stay.
    pub(crate) fn add_note(&self, name: &str, line: &str, most: usize) -> io::Result<()> {
        let mut lines = self.notes(name);
        let surplus = (lines.len() + 1).saturating_sub(most);
        lines.drain(..surplus.min(lines.len()));
        lines.push(line.to_owned());
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        self.write_notes(name, &text)
    }

    /// Writes a file of notes anew.
    pub(crate) fn write_notes(&self, name: &str, text: &str) -> io::Result<()> {
        self.folder
            .replace(name, |file| file.write_all(text.as_bytes()))
            .map_err(io::Error::other)
    }

    /// The size of the manifest in bytes.
    pub(crate) fn manifest_length(&self) -> u64 {
        self.manifest_length
    }

    /// The manifest, or `None` if it is not text. Can be read once.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn text(&self) -> Result<Option<String>, SourceError> {
        let mut text = String::new();
        match (&self.manifest).read_to_string(&mut text) {
            Ok(_) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(None),
            Err(error) => Err(failed(&self.store, "read", &self.folder, error)),
        }
    }
}

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

    /// Reads an entry's component and manifest, and compares them with its digest. Removes the cached tables beside
    /// them, which no digest protects; the next start makes them again.
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

    /// Like [`Store::verify`], but removes nothing.
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
        // The folder is renamed in one step, so that a reader never finds a partial entry.
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
    // A component without a manifest was asked for it once.
    match manifest_section::find(&component) {
        Some(embedded) if embedded != manifest => {
            Err("its manifest differs from the component's manifest".to_owned())
        }
        _ => Ok(()),
    }
}

fn remove_made(folder: &PrivateFolder) -> io::Result<()> {
    for name in folder.names()? {
        if name.starts_with(TABLES_PREFIX) || name == stat_cache::KNOWN_FILES {
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

/// The error if the store cannot read or write one of its folders. `verb` names the failed operation.
pub(super) fn failed(
    store: &Path,
    verb: &str,
    folder: &PrivateFolder,
    error: io::Error,
) -> SourceError {
    let path = folder.path().to_owned();
    let problem = error.into();
    unusable(store, verb, &FolderError { path, problem })
}

/// The error of a store with an unusable folder.
pub(super) fn unusable(store: &Path, verb: &str, error: &FolderError) -> SourceError {
    let hint = match error.kind() {
        Some(io::ErrorKind::StorageFull) => "free some room on that disk",
        Some(io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) => {
            "make the folder yours and writable, or set `PULUMI_HOME` to another folder"
        }
        _ => "see that `PULUMI_HOME` names a folder of yours",
    };
    let place = if error.path == store {
        String::new()
    } else {
        format!("`{}`: ", error.path.display())
    };
    SourceError::new(format!(
        "cannot {verb} the component store `{}`: {place}{error}",
        store.display()
    ))
    .hint(hint)
}
