//! The result of a build.

use std::path::PathBuf;

use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_packages::Digest;

use crate::component::Finished;
use crate::language::{Language, Workshop};

/// A component that was built.
#[derive(Debug)]
pub(crate) struct Built {
    /// The file.
    pub(crate) component: PathBuf,
    pub(crate) manifest: Manifest,
    pub(crate) digest: Digest,
    /// In bytes.
    pub(crate) size: usize,
    pub(crate) language: Language,
    /// Nothing has changed since the last build, so this is its component.
    pub(crate) is_reused: bool,
}

impl Built {
    /// A component in this file, as it was made or found.
    pub(super) fn of(
        workshop: &Workshop,
        component: PathBuf,
        finished: Finished,
        is_reused: bool,
    ) -> Self {
        Self {
            component,
            size: finished.bytes.len(),
            digest: finished.digest,
            manifest: finished.manifest,
            language: workshop.language,
            is_reused,
        }
    }
}
