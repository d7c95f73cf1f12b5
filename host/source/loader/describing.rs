//! Asking a component without an embedded manifest for it.

use std::fs::{DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Loader, Loading};
use crate::guest::describe;
use crate::source::{Digest, SourceError};

impl Loader {
    /// Runs a component's `describe`, with nothing granted.
    pub(super) async fn ask(
        &self,
        bytes: &[u8],
        digest: &Digest,
        shown: &str,
        loading: &Loading<'_>,
    ) -> Result<String, SourceError> {
        let failed = |error: io::Error| {
            SourceError::new(format!("cannot write a temporary file: {error}"))
                .hint("see that the folder for temporary files can be written to, or set `TMPDIR`")
        };
        // It enters the store only together with its manifest; until then it runs from a file of its own.
        let folder = PrivateFolder::new().map_err(failed)?;
        let file = folder.path.join("component.wasm");
        File::create_new(&file)
            .and_then(|mut file| file.write_all(bytes))
            .map_err(failed)?;
        describe(
            &self.compiler,
            &file,
            digest.hex(),
            loading.limits,
            Arc::clone(loading.log),
        )
        .await
        .map_err(|error| SourceError::from_call(shown, &error))
    }
}

/// A folder among the temporary ones, of this user alone, that is gone with this value.
struct PrivateFolder {
    path: PathBuf,
}

impl PrivateFolder {
    /// Makes it under a name that nobody can foresee. What is there already, a link too, is never used.
    fn new() -> io::Result<Self> {
        let mut random = [0_u8; 16];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let name: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let path = std::env::temp_dir().join(format!("pulumi-wasm-{name}"));
        DirBuilder::new().mode(0o700).create(&path)?;
        Ok(Self { path })
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // Whether it could be removed changes nothing.
        drop(std::fs::remove_dir_all(&self.path));
    }
}
