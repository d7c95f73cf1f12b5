//! An entry of the store whose folder is open.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder};

use super::failure;
use crate::SourceError;

/// The files of an entry.
pub(super) const COMPONENT: &str = "component.wasm";
pub(super) const MANIFEST: &str = "manifest.json";

/// A component in the store, of which nothing was read yet.
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
        let failed = |error: FolderError| failure::unusable(store, "read", &error);
        let component = folder.file(COMPONENT).map_err(failed)?;
        let manifest = folder.file(MANIFEST).map_err(failed)?;
        let (Some(_), Some(manifest)) = (component, manifest) else {
            return Ok(None);
        };
        let length = manifest.metadata().map(|manifest| manifest.len());
        let manifest_length =
            length.map_err(|error| failure::failed(store, "read", &folder, error))?;
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

    /// How many bytes the manifest has.
    pub(crate) fn manifest_length(&self) -> u64 {
        self.manifest_length
    }

    /// The manifest, or `None` if it is not text. To be read once.
    ///
    /// # Errors
    /// When it cannot be read.
    pub(crate) fn text(&self) -> Result<Option<String>, SourceError> {
        let mut text = String::new();
        match (&self.manifest).read_to_string(&mut text) {
            Ok(_) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => Ok(None),
            Err(error) => Err(failure::failed(&self.store, "read", &self.folder, error)),
        }
    }
}
