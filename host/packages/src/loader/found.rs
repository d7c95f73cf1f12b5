//! Components on their way into a package.

use std::path::PathBuf;
use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::manifest::Manifest;

use crate::ComponentReference;
use crate::policy::Policy;

/// The circumstances of a load.
pub(super) struct Loading<'a> {
    pub(super) policy: &'a Policy,
    pub(super) limits: &'a Limits,
    pub(super) log: &'a Arc<dyn LogSink>,
}

/// A component whose bytes were read.
pub(super) struct Candidate {
    pub(super) bytes: Vec<u8>,
    pub(super) reference: ComponentReference,
    /// As the user named it.
    pub(super) shown: String,
}

impl Candidate {
    /// The bytes of a component that is named by its digest.
    pub(super) fn of(bytes: Vec<u8>, reference: &ComponentReference) -> Self {
        Self {
            bytes,
            reference: reference.clone(),
            shown: reference.place.to_string(),
        }
    }
}

/// A component that was found.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) reference: ComponentReference,
    /// As the user named it.
    pub(super) shown: String,
    pub(super) file: PathBuf,
    pub(super) manifest: Arc<Manifest>,
}
