//! Asking a component without an embedded manifest for it.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Arc;

use pulumi_wasm_sandbox::guest::describe;

use super::Loader;
use super::found::Loading;
use crate::TemporaryFolder;
use crate::{Digest, SourceError};

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
        // It enters the store only together with its manifest; until then it runs from a temporary file.
        let folder = TemporaryFolder::new().map_err(failed)?;
        let file = folder.path().join("component.wasm");
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
