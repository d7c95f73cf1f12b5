//! Compiled code on disk, by component digest and engine fingerprint.
//!
//! Loading compiled code is running it, so only this user may be able to write to the folders and files; other
//! protection does not exist, and would not help (see `docs/security.md`).

mod alias;
mod eviction;
pub(super) mod fingerprint;
mod footer;
mod lock;
mod mapped;
mod open;
mod recency;

use std::path::{Path, PathBuf};

pub use eviction::CompiledCode;
pub(super) use lock::EntryLock;
pub(super) use mapped::map;
pub(super) use open::OpenCache;
use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder, UNFINISHED};

use super::Engine;

/// The default size of a cache, in bytes.
pub const DEFAULT_CACHE_SIZE: u64 = 2 << 30;

/// The folder with compiled code.
#[derive(Debug, Clone)]
pub struct CodeCache {
    folder: PathBuf,
    size: u64,
}

/// The folder cannot be used, and why.
#[derive(Debug, thiserror::Error)]
#[error("the cache folder `{}` cannot be used: {problem}", .folder.display())]
pub struct CacheError {
    folder: PathBuf,
    #[source]
    problem: FolderError,
}

impl CodeCache {
    /// A cache in a folder, which is made on first use.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            size: DEFAULT_CACHE_SIZE,
        }
    }

    /// The same cache with another size in bytes. A new entry is stored at any size.
    #[must_use]
    pub fn with_size(self, size: u64) -> Self {
        Self { size, ..self }
    }

    /// The folder of the cache.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The maximum size in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Its contents; empty if the folder is missing.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn entries(&self) -> Result<Vec<CompiledCode>, CacheError> {
        Ok(self
            .root()?
            .map_or_else(Vec::new, |root| eviction::entries(&root)))
    }

    /// Reads an entry from beginning to end.
    ///
    /// # Errors
    /// The fault of the entry.
    pub fn verify(&self, code: &CompiledCode) -> Result<(), String> {
        let folder = self
            .root()
            .map_err(|error| error.to_string())?
            .map(|root| root.folder(&code.fingerprint));
        let file = match folder.transpose().map_err(|error| error.to_string())? {
            Some(Some(folder)) => folder.file(&code.file_name()),
            _ => Ok(None),
        };
        match file.map_err(|error| error.to_string())? {
            Some(file) => {
                footer::check(&file, &footer::name(&code.fingerprint, &code.digest), true)
            }
            None => Err("it is gone".to_owned()),
        }
    }

    /// Removes the compiled code of each component if `goes` returns true for its digest, and leftover files of killed
    /// processes. It leaves entries that are being made. Running processes keep their mapped code.
    ///
    /// # Errors
    /// When the folder cannot be used, or something cannot be removed.
    pub fn remove(&self, goes: &dyn Fn(&str) -> bool) -> Result<(), CacheError> {
        let Some(root) = self.root()? else {
            return Ok(());
        };
        for fingerprint in root.names().map_err(|error| self.failed(&root, error))? {
            let Ok(Some(folder)) = root.folder(&fingerprint) else {
                continue;
            };
            for file in folder
                .names()
                .map_err(|error| self.failed(&folder, error))?
            {
                let Some((digest, rest)) = file.split_once('.') else {
                    continue;
                };
                if rest == alias::ALIAS {
                    if alias::of(&folder, digest).is_none_or(|other| goes(&other)) {
                        folder
                            .remove_file(&file)
                            .map_err(|error| self.failed(&folder, error))?;
                    }
                    continue;
                }
                let ours =
                    [eviction::ENTRY, eviction::LOCK].contains(&rest) || rest.ends_with(UNFINISHED);
                if !ours || !goes(digest) {
                    continue;
                }
                let Ok(Some(lock)) = EntryLock::try_take(&folder, digest) else {
                    continue;
                };
                let removed = match rest {
                    eviction::LOCK => Ok(()),
                    _ => folder.remove_file(&file),
                };
                // The lock file existed, or was created by locking it.
                drop(lock.release(&folder));
                removed.map_err(|error| self.failed(&folder, error))?;
            }
            // Fails if the folder contains anything else.
            drop(root.remove_empty_folder(&fingerprint));
        }
        Ok(())
    }

    /// Reuses the compiled code of one component for another component that differs only in custom sections: the
    /// compiler ignores these sections and would produce the same code again. Does nothing without such code, or
    /// if another process is compiling the other component.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn share(&self, engine: &Engine, from: &str, to: &str) -> Result<(), CacheError> {
        let failed = |problem| self.unusable(problem);
        let Some(cache) = self.open(engine, false)? else {
            return Ok(());
        };
        let Some(lock) = cache.try_lock(to).map_err(failed)? else {
            return Ok(());
        };
        let copied = cache.copy(from, to);
        cache.unlock(lock);
        copied.map(|_| ()).map_err(failed)
    }

    /// Moves the compiled code of a component to its finished form, which differs only in custom sections. An alias leads to
    /// the code if the same component is made again.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn move_code(&self, engine: &Engine, from: &str, to: &str) -> Result<(), CacheError> {
        self.share(engine, from, to)?;
        if let Some(cache) = self.open(engine, false)? {
            cache
                .put_alias(from, to)
                .map_err(|problem| self.unusable(problem))?;
        }
        self.remove(&|digest| digest == from)
    }

    /// The part of the cache for an engine, with its folders, or `None` if they are missing and are not to be made.
    pub(super) fn open(
        &self,
        engine: &Engine,
        make: bool,
    ) -> Result<Option<OpenCache>, CacheError> {
        let failed = |problem| self.unusable(problem);
        let fingerprint = engine.fingerprint();
        let root = if make {
            Some(PrivateFolder::make(&self.folder).map_err(failed)?)
        } else {
            self.root()?
        };
        let Some(root) = root else { return Ok(None) };
        let folder = if make {
            Some(root.make_folder(fingerprint).map_err(failed)?)
        } else {
            root.folder(fingerprint).map_err(failed)?
        };
        Ok(folder.map(|folder| OpenCache::new(root, folder, self.size, engine)))
    }

    fn root(&self) -> Result<Option<PrivateFolder>, CacheError> {
        PrivateFolder::open(&self.folder).map_err(|problem| self.unusable(problem))
    }

    pub(super) fn unusable(&self, problem: FolderError) -> CacheError {
        CacheError {
            folder: self.folder.clone(),
            problem,
        }
    }

    fn failed(&self, folder: &PrivateFolder, error: std::io::Error) -> CacheError {
        self.unusable(FolderError {
            path: folder.path().to_owned(),
            problem: error.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_capability::limits::Limits;
    use pulumi_wasm_core::call::{LogSink, Severity};
    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::engine::Compiler;

    struct Silent;

    impl LogSink for Silent {
        fn log(&self, _: Severity, _: &str, _: &str, _: bool) {}
    }

    fn digest(bytes: &[u8]) -> String {
        hex::encode(Sha256::digest(bytes))
    }

    #[tokio::test]
    async fn moved_code_is_found_if_the_same_component_is_made_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = CodeCache::new(folder.path().join("code"));
        let engine = Engine::new();
        let compiler = Compiler::new(engine.clone(), cache.clone(), None);
        let file = folder.path().join("acme.wasm");
        let made = wat::parse_str("(component)").expect("a component");
        let (made_digest, finished) = (digest(&made), digest(b"finished"));
        std::fs::write(&file, made).expect("a file");
        // It is compiled in this process only if its file is there.
        let is_ready = async |digest: &str| {
            let limits = Limits::default();
            let ready = compiler.ready(&file, digest, "acme", &limits, &Silent);
            ready.await.is_ok()
        };
        assert!(is_ready(&made_digest).await);
        std::fs::remove_file(&file).expect("it is removed");

        let moved = cache.move_code(&engine, &made_digest, &finished);
        moved.expect("it is moved");
        let entries = cache.entries().expect("entries");
        let digests: Vec<&str> = entries.iter().map(|code| code.digest.as_str()).collect();
        assert_eq!(digests, [&finished]);
        assert!(is_ready(&finished).await);
        assert!(is_ready(&made_digest).await);

        cache.remove(&|_| true).expect("everything is removed");
        assert_eq!(cache.entries().expect("entries"), []);
        let names = std::fs::read_dir(cache.folder()).expect("a folder");
        assert_eq!(names.count(), 0);
        assert!(!is_ready(&made_digest).await);
    }
}
