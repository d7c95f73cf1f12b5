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

use std::io::ErrorKind;
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
            let names = match folder.names() {
                Ok(names) => names,
                // Another process removed the folder, which was empty.
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(self.failed(&folder, error)),
            };
            for file in names {
                let Some((digest, rest)) = file.split_once('.') else {
                    continue;
                };
                if rest == alias::ALIAS {
                    if alias::of(&folder, digest).is_none_or(|other| goes(&other)) {
                        gone(folder.remove_file(&file))
                            .map_err(|error| self.failed(&folder, error))?;
                    }
                    continue;
                }
                let ours =
                    [eviction::ENTRY, eviction::LOCK].contains(&rest) || rest.ends_with(UNFINISHED);
                if !ours || !goes(digest) {
                    continue;
                }
                let lock = match EntryLock::try_take(&folder, digest) {
                    Ok(Some(lock)) => lock,
                    Ok(None) => continue,
                    Err(error) if error.kind() == Some(ErrorKind::NotFound) => break,
                    Err(error) => return Err(self.unusable(error)),
                };
                let removed = match rest {
                    eviction::LOCK => Ok(()),
                    _ => gone(folder.remove_file(&file)),
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
    /// the code if the same component is made again. If another process is compiling it again, its code stays.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn move_code(&self, engine: &Engine, from: &str, to: &str) -> Result<(), CacheError> {
        self.share(engine, from, to)?;
        let failed = |problem| self.unusable(problem);
        if let Some(cache) = self.open(engine, false)?
            && let Some(lock) = cache.try_lock(from).map_err(failed)?
        {
            let put = cache.put_alias(from, to);
            cache.unlock(lock);
            put.map_err(failed)?;
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

/// The result of a removal. Another process may have removed the file first.
fn gone(removed: std::io::Result<()>) -> std::io::Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

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

    /// Puts code under a name into the cache, as a process does that compiles the component.
    fn put(cache: &CodeCache, engine: &Engine, digest: &str) {
        let open = cache.open(engine, true).expect("a folder").expect("made");
        let Some(lock) = open.try_lock(digest).expect("a folder") else {
            return;
        };
        let mut code = tempfile::tempfile().expect("a file");
        code.write_all(b"code").expect("it is written");
        open.put(digest, &mut code).expect("it is put");
        open.unlock(lock);
    }

    #[test]
    fn processes_that_remove_code_at_the_same_time_do_not_disturb_each_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let (cache, engine) = (CodeCache::new(folder.path().join("code")), Engine::new());
        for number in 0..100 {
            put(&cache, &engine, &digest(&[number]));
        }
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| cache.remove(&|_| true).expect("it is removed"));
            }
        });
        assert_eq!(cache.entries().expect("entries"), []);
    }

    #[test]
    fn code_is_moved_while_another_process_makes_it_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let (cache, engine) = (CodeCache::new(folder.path().join("code")), Engine::new());
        let (from, to) = (digest(b"from"), digest(b"to"));
        put(&cache, &engine, &from);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..500 {
                    cache.move_code(&engine, &from, &to).expect("it is moved");
                }
            });
            scope.spawn(|| (0..500).for_each(|_| put(&cache, &engine, &from)));
        });
        cache.move_code(&engine, &from, &to).expect("it is moved");
        let entries = cache.entries().expect("entries");
        let digests: Vec<&str> = entries.iter().map(|code| code.digest.as_str()).collect();
        assert_eq!(digests, [&to]);
    }

    #[test]
    fn code_that_cannot_be_removed_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let (cache, engine) = (CodeCache::new(folder.path().join("code")), Engine::new());
        let code = digest(b"code");
        put(&cache, &engine, &code);
        let lock = cache.folder().join(engine.fingerprint());
        std::fs::create_dir(lock.join(format!("{code}.lock"))).expect("a folder");
        let error = cache.remove(&|_| true).expect_err("no lock").to_string();
        assert!(error.contains("cannot be used"), "{error}");
        assert_eq!(cache.entries().expect("entries").len(), 1);
    }
}
