//! The cache for one engine: entries are looked up, made one at a time, and stored as a whole.

use std::fs::File;
use std::io::{Read, Seek};
use std::time::SystemTime;

use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder, UNFINISHED};
use wasmtime::component::Component;

use super::lock::EntryLock;
use super::mapped::map;
use super::{alias, eviction, footer, recency};
use crate::engine::{Engine, error_text};

/// The part of the cache for one engine, in folders that were found to be private and are used by their descriptors.
pub(crate) struct OpenCache {
    root: PrivateFolder,
    folder: PrivateFolder,
    size: u64,
    engine: Engine,
}

impl OpenCache {
    pub(super) fn new(
        root: PrivateFolder,
        folder: PrivateFolder,
        size: u64,
        engine: &Engine,
    ) -> Self {
        Self {
            root,
            folder,
            size,
            engine: engine.clone(),
        }
    }

    /// Loads a component's code, or the code that its alias names, if an undamaged entry exists and fits the engine. After any
    /// fault, the component is compiled again.
    ///
    /// # Errors
    /// If others could have changed the file.
    pub(crate) fn load(&self, digest: &str) -> Result<Option<Component>, FolderError> {
        if let Some(component) = self.load_entry(digest)? {
            return Ok(Some(component));
        }
        match alias::of(&self.folder, digest) {
            Some(other) => self.load_entry(&other),
            None => Ok(None),
        }
    }

    fn load_entry(&self, digest: &str) -> Result<Option<Component>, FolderError> {
        let Some(entry) = self.folder.file(&format!("{digest}.{}", eviction::ENTRY))? else {
            return Ok(None);
        };
        let used = entry
            .metadata()
            .and_then(|metadata| metadata.modified())
            .unwrap_or(SystemTime::UNIX_EPOCH);
        // Writes of entries are not waited for: damage by a power cut is found here.
        let thorough = recency::is_before_start(used);
        let name = footer::name(self.engine.fingerprint(), digest);
        let loaded = footer::check(&entry, &name, thorough)
            .and_then(|()| map(&self.engine, &entry).map_err(|error| error_text(&error)));
        match loaded {
            Ok(component) => {
                recency::touch(&entry, used);
                Ok(Some(component))
            }
            Err(reason) => {
                tracing::debug!("compiled code of {digest} is not usable: {reason}");
                Ok(None)
            }
        }
    }

    /// Locks an entry in order to make it; `None` while another process has the lock.
    pub(crate) fn try_lock(&self, digest: &str) -> Result<Option<EntryLock>, FolderError> {
        EntryLock::try_take(&self.folder, digest)
    }

    /// Releases the lock.
    pub(crate) fn unlock(&self, lock: EntryLock) {
        if let Err(error) = lock.release(&self.folder) {
            tracing::debug!("a lock of the cache is left: {error}");
        }
    }

    /// Stores code in the cache, and evicts other entries if necessary. In every case, an entry gets its name only when
    /// it is written as a whole. To be called by the holder of the entry's lock.
    pub(crate) fn put(&self, digest: &str, code: &mut File) -> Result<(), FolderError> {
        let begun = code.rewind();
        self.put_read(digest, begun.map(|()| code))
    }

    /// Stores the code of one component for another component that compiles to the same code. Returns whether the cache
    /// had that code. The caller must hold the lock of the other entry.
    pub(crate) fn copy(&self, from: &str, to: &str) -> Result<bool, FolderError> {
        let Some(entry) = self.folder.file(&format!("{from}.{}", eviction::ENTRY))? else {
            return Ok(false);
        };
        if footer::check(&entry, &footer::name(self.engine.fingerprint(), from), true).is_err() {
            return Ok(false);
        }
        let code = footer::code_length(&entry).and_then(|length| {
            let mut entry = &entry;
            entry.rewind()?;
            Ok(entry.take(length))
        });
        self.put_read(to, code).map(|()| true)
    }

    /// Writes an alias: the code of one component is the code of the other.
    pub(super) fn put_alias(&self, digest: &str, other: &str) -> Result<(), FolderError> {
        alias::put(&self.folder, digest, other)
    }

    fn put_read(&self, digest: &str, code: std::io::Result<impl Read>) -> Result<(), FolderError> {
        self.remove_unfinished(digest);
        let fingerprint = self.engine.fingerprint();
        let entry = format!("{digest}.{}", eviction::ENTRY);
        self.folder.replace(&entry, |entry| {
            footer::write(&mut code?, &footer::name(fingerprint, digest), entry)
        })?;
        eviction::make(&self.root, self.size, (fingerprint, digest));
        Ok(())
    }

    /// Removes the files of processes that ended while they wrote the entry. The caller holds its lock, so no process
    /// writes.
    fn remove_unfinished(&self, digest: &str) {
        for name in self.folder.names().unwrap_or_default() {
            let is_ours = name
                .split_once('.')
                .is_some_and(|(found, rest)| found == digest && rest.ends_with(UNFINISHED));
            if is_ours {
                // The file only takes space: the next compiling process tries again.
                drop(self.folder.remove_file(&name));
            }
        }
    }
}
