//! The places of things in the repository, and the place of the engine outside of it.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

pub(crate) struct Paths {
    /// The root of the repository.
    pub(crate) root: PathBuf,
    /// The target directory of the workspace.
    pub(crate) target: PathBuf,
}

impl Paths {
    /// Finds the repository that this very xtask was compiled in.
    pub(crate) fn find() -> Result<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .context("the folder xtask/ has no parent")?
            .to_owned();
        let target = match env::var_os("CARGO_TARGET_DIR") {
            // Cargo takes a relative one from the directory that it is called in.
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

    /// The folder of things that survive between clones: the built engine, Pulumi's SDKs.
    pub(crate) fn cache() -> Result<PathBuf> {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        if let Some(directory) = set("PULUMI_WASM_CACHE") {
            return Ok(directory.into());
        }
        let base = match set("XDG_CACHE_HOME") {
            Some(directory) => PathBuf::from(directory),
            None => PathBuf::from(set("HOME").context(
                "neither PULUMI_WASM_CACHE, nor XDG_CACHE_HOME, nor HOME is set: \
                 there is no place to keep the Pulumi engine",
            )?)
            .join(".cache"),
        };
        Ok(base.join("pulumi-wasm"))
    }
}
