//! Compiled code on disk, by component digest and engine fingerprint.
//!
//! Loading compiled code is running it, so the folder must be one that only this user can write to; there is no other
//! protection, and none would help (see `docs/security.md`).

use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

use super::Engine;

/// The folder with compiled code.
#[derive(Debug, Clone)]
pub struct CodeCache {
    folder: PathBuf,
}

/// The folder cannot be used, and why.
#[derive(Debug, thiserror::Error)]
#[error("the cache folder `{folder}` cannot be used: {reason}")]
pub struct CacheError {
    folder: String,
    reason: String,
}

impl CodeCache {
    /// A cache in a folder, which is made on first use.
    #[must_use]
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Where a component's compiled code lies, or will lie. Makes the folder, and makes sure that nobody else can
    /// write to it.
    ///
    /// # Errors
    /// When the folder cannot be made or belongs to, or is writable for, anybody else.
    pub fn entry(&self, engine: &Engine, digest: &str) -> Result<PathBuf, CacheError> {
        let folder = self.folder.join(engine.fingerprint());
        make_private(&self.folder)?;
        make_private(&folder)?;
        Ok(folder.join(format!("{digest}.cwasm")))
    }

    /// Loads compiled code, if it is there and fits the engine. Whatever is wrong with it, it is compiled again.
    #[must_use]
    pub fn load(engine: &Engine, entry: &Path) -> Option<wasmtime::component::Component> {
        if !entry.exists() {
            return None;
        }
        // SAFETY: the file was written by this program for this engine (`entry` carries the fingerprint), in a folder
        // that `entry()` found to be writable by this user alone; it is replaced by rename, never changed in place.
        #[allow(unsafe_code)]
        let loaded =
            unsafe { wasmtime::component::Component::deserialize_file(engine.wasmtime(), entry) };
        match loaded {
            Ok(component) => Some(component),
            Err(error) => {
                tracing::debug!(
                    "compiled code in {} is not usable: {error:#}",
                    entry.display()
                );
                None
            }
        }
    }
}

/// Makes a folder that belongs to this user, and makes sure of it.
fn make_private(folder: &Path) -> Result<(), CacheError> {
    let failed = |reason: String| CacheError {
        folder: folder.display().to_string(),
        reason,
    };
    if !folder.exists() {
        std::fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)
            .map_err(|error| failed(error.to_string()))?;
    }
    let metadata = std::fs::metadata(folder).map_err(|error| failed(error.to_string()))?;
    if !metadata.is_dir() {
        return Err(failed("it is not a folder".to_owned()));
    }
    if metadata.uid() != rustix::process::geteuid().as_raw() {
        return Err(failed("it belongs to another user".to_owned()));
    }
    if metadata.mode() & 0o022 != 0 {
        return Err(failed(
            "others may write to it (`chmod go-w` it)".to_owned(),
        ));
    }
    Ok(())
}
