//! The content-addressed store of components: a folder for each digest, written once and never changed. Beside a
//! component are caches that make later starts faster.
//!
//! Entries are never evicted: a stack's state names the digest that made it, and a destroy may need it years later.

mod entry;
pub(crate) mod fetch_notes;
pub(crate) mod manifest_index;
pub(crate) mod stat_cache;
#[cfg(test)]
mod tests;

use std::fs::File;
use std::io;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_platform::env;
use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder};
use pulumi_wasm_sandbox::engine::CodeCache;

pub(crate) use crate::store::entry::OpenEntry;
use crate::store::entry::{COMPONENT, MANIFEST, failed, unusable};
use crate::{Digest, SourceError};

/// The size of the compared blocks of a file.
const CHUNK_BYTES: usize = 1 << 20;

/// A store in a folder. The folder is created with the first entry.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
}

/// A component in the store.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The component itself. Its bytes were hashed when they came in, and are hashed again when they are compiled.
    pub component: PathBuf,
    /// Its manifest.
    pub manifest: String,
}

impl Store {
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The folder of the store.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Looks a component up. Reads its manifest, not the component. An entry that lacks a part counts as missing; see
    /// [`Store::looked_at`].
    ///
    /// # Errors
    /// When the store cannot be read, or others may write to it: its entries are trusted by their names.
    pub fn get(&self, digest: &Digest) -> Result<Option<Entry>, SourceError> {
        let Some(entry) = self.open(digest)? else {
            return Ok(None);
        };
        let component = entry.component();
        Ok(entry.text()?.map(|manifest| Entry {
            component,
            manifest,
        }))
    }

    /// Like [`Store::get`], but reads nothing yet.
    ///
    /// # Errors
    /// Likewise.
    pub(crate) fn open(&self, digest: &Digest) -> Result<Option<OpenEntry>, SourceError> {
        let Some(root) = self.root()? else {
            return Ok(None);
        };
        let failed = |error: FolderError| self.unusable("read", &error);
        let Some(folder) = root.folder(digest.hex()).map_err(failed)? else {
            return Ok(None);
        };
        OpenEntry::new(&self.folder, folder)
    }

    /// The findings about a component that [`Store::get`] did not find, for messages.
    #[must_use]
    pub fn looked_at(&self, digest: &Digest) -> String {
        let store = format!("the store `{}`", self.folder.display());
        match self.compare(digest) {
            Err(damage) if self.path(digest).exists() => {
                format!("{store}, whose copy is damaged: {damage}")
            }
            _ => store,
        }
    }

    /// Stores a component with its manifest. An entry is complete or missing, even after a crash or with another
    /// writer. A damaged entry is replaced.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub(crate) fn put(
        &self,
        digest: &Digest,
        component: &[u8],
        manifest: &str,
    ) -> Result<OpenEntry, SourceError> {
        let root =
            PrivateFolder::make(&self.folder).map_err(|error| self.unusable("write to", &error))?;
        let failed = |error| self.failed("write to", &root, error);
        if root.try_lock() {
            // No process writes: these files were left by killed writers.
            remove_unfinished(&root);
        }
        root.lock_shared();
        if self.is_whole(&root, digest, component, manifest)? {
            return self.kept(digest);
        }
        let unfinished = unfinished(digest);
        let written = self
            .write_entry(&root, &unfinished, component, manifest)
            .and_then(|()| self.name_entry(&root, &unfinished, digest, component, manifest));
        // The files of a failed attempt are removed.
        drop(root.remove_folder(&unfinished));
        written?;
        root.sync().map_err(failed)?;
        self.kept(digest)
    }

    fn write_entry(
        &self,
        root: &PrivateFolder,
        name: &str,
        component: &[u8],
        manifest: &str,
    ) -> Result<(), SourceError> {
        let folder = root
            .make_folder(name)
            .map_err(|error| self.unusable("write to", &error))?;
        for (name, bytes) in [(COMPONENT, component), (MANIFEST, manifest.as_bytes())] {
            folder
                .new_file(name)
                .map_err(|error| self.unusable("write to", &error))
                .and_then(|mut file| {
                    // On disk before the entry gets its name: a crash must not leave half of it under that name.
                    file.write_all(bytes)
                        .and_then(|()| file.sync_all())
                        .map_err(|error| self.failed("write to", root, error))
                })?;
        }
        folder
            .sync()
            .map_err(|error| self.failed("write to", root, error))
    }

    /// Gives a finished entry its name, unless another writer was faster.
    fn name_entry(
        &self,
        root: &PrivateFolder,
        unfinished: &str,
        digest: &Digest,
        component: &[u8],
        manifest: &str,
    ) -> Result<(), SourceError> {
        let is_taken = |error: &io::Error| {
            matches!(
                error.kind(),
                io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists
            )
        };
        let failed = |error| self.failed("write to", root, error);
        match root.rename(unfinished, digest.hex()) {
            Err(error) if is_taken(&error) => {}
            other => return other.map_err(failed),
        }
        if self.is_whole(root, digest, component, manifest)? {
            return Ok(());
        }
        // A folder with content is never replaced: a damaged one is moved out of the way first.
        let damaged = self::unfinished(digest);
        match root.rename(digest.hex(), &damaged) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => drop(root.remove_folder(&damaged)),
        }
        match root.rename(unfinished, digest.hex()) {
            // Another process repaired it at the same moment.
            Err(error) if is_taken(&error) => Ok(()),
            other => other.map_err(failed),
        }
    }

    /// Whether an entry with exactly these bytes exists.
    fn is_whole(
        &self,
        root: &PrivateFolder,
        digest: &Digest,
        component: &[u8],
        manifest: &str,
    ) -> Result<bool, SourceError> {
        let failed = |error: FolderError| self.unusable("read", &error);
        let Some(folder) = root.folder(digest.hex()).map_err(failed)? else {
            return Ok(false);
        };
        for (name, bytes) in [(COMPONENT, component), (MANIFEST, manifest.as_bytes())] {
            match folder.file(name).map_err(failed)? {
                // An entry that cannot be read is damaged, too.
                Some(file) if has_bytes(&file, bytes).unwrap_or(false) => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    fn kept(&self, digest: &Digest) -> Result<OpenEntry, SourceError> {
        self.open(digest)?.ok_or_else(|| {
            SourceError::new(format!(
                "the entry {digest} of the component store `{}` vanished",
                self.folder.display()
            ))
        })
    }

    fn path(&self, digest: &Digest) -> PathBuf {
        self.folder.join(digest.hex())
    }

    /// The store's folder, or `None` before the first entry.
    fn root(&self) -> Result<Option<PrivateFolder>, SourceError> {
        PrivateFolder::open(&self.folder).map_err(|error| {
            let verb = match error.kind() {
                Some(_) => "read",
                None => "trust",
            };
            self.unusable(verb, &error)
        })
    }

    fn failed(&self, verb: &str, folder: &PrivateFolder, error: io::Error) -> SourceError {
        failed(&self.folder, verb, folder, error)
    }

    fn unusable(&self, verb: &str, error: &FolderError) -> SourceError {
        unusable(&self.folder, verb, error)
    }
}

/// Whether a file contains exactly these bytes.
fn has_bytes(mut file: &File, bytes: &[u8]) -> io::Result<bool> {
    if file.metadata()?.len() != bytes.len() as u64 {
        return Ok(false);
    }
    let mut chunk = vec![0; CHUNK_BYTES.min(bytes.len())];
    for expected in bytes.chunks(CHUNK_BYTES) {
        let found = chunk.get_mut(..expected.len()).unwrap_or_default();
        file.read_exact(found)?;
        if found != expected {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Removes the files that killed writers left. Called while no process writes.
fn remove_unfinished(root: &PrivateFolder) {
    for name in root.names().unwrap_or_default() {
        if name.starts_with('.') {
            // It only takes space: the next writer tries again.
            drop(root.remove_folder(&name));
        }
    }
}

/// A unique name for an entry that is being written or removed.
fn unfinished(digest: &Digest) -> String {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!(".{}.{}.{number}", digest.hex(), std::process::id())
}

/// The store of components and the cache of compiled code. Neither is created or read yet.
///
/// # Errors
/// When the home folder is unknown, or the size of the cache is not a size.
pub fn folders_from_environment() -> Result<(Store, CodeCache), SourceError> {
    let homeless = || {
        SourceError::new("no home folder to keep components in was found").hint("set `PULUMI_HOME`")
    };
    let store = Store::new(env::store_folder().ok_or_else(homeless)?);
    let cache = CodeCache::new(env::cache_folder().ok_or_else(homeless)?);
    let Some(text) = env::cache_size() else {
        return Ok((store, cache));
    };
    let size = Limit::CompiledSize.parse(&text).map_err(|_| {
        SourceError::new(format!("`{text}` is not a size for the cache")).hint(format!(
            "set `{}` to a size such as 512MiB or 2GiB, or remove it",
            env::CACHE_SIZE
        ))
    })?;
    Ok((store, cache.with_size(size)))
}
