//! Folders of the repository, and the folder that all clones share.

use std::env;
use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

pub(crate) struct Paths {
    /// The root of the repository.
    pub(crate) root: PathBuf,
    /// The target directory of the workspace.
    pub(crate) target: PathBuf,
}

impl Paths {
    /// Finds the repository that this xtask was compiled in.
    pub(crate) fn find() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .context("the folder xtask/ has no parent")?
            .to_owned();
        let target = match env::var_os("CARGO_TARGET_DIR") {
            // Cargo resolves a relative path in the current directory.
            Some(target) => env::current_dir()
                .context("the current directory cannot be read")?
                .join(target),
            None => root.join("target"),
        };
        Ok(Self { root, target })
    }

    /// The workspace of the example components.
    pub(crate) fn examples(&self) -> PathBuf {
        self.root.join("examples")
    }

    /// The folder that all clones share: the built engine, Pulumi's SDKs.
    pub(crate) fn cache() -> Result<PathBuf> {
        let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        if let Some(directory) = variable("PULUMI_WASM_CACHE") {
            return Ok(directory.into());
        }
        let base = match variable("XDG_CACHE_HOME") {
            Some(directory) => PathBuf::from(directory),
            None => PathBuf::from(variable("HOME").context(
                "the Pulumi engine cannot be cached, because neither PULUMI_WASM_CACHE, nor XDG_CACHE_HOME, nor HOME is set",
            )?)
            .join(".cache"),
        };
        Ok(base.join("pulumi-wasm"))
    }
}

/// Creates a folder with this mode, whatever the settings of the user say, and its parents. On Windows, the parent decides who enters it.
pub(crate) fn create_folder(folder: &Path, mode: u32) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, mode);
    #[cfg(not(unix))]
    let _ = mode;
    builder.recursive(true).create(folder)
}
