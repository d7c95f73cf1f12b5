//! Components on their way into a package: read, then resolved.

use std::path::PathBuf;
use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::manifest::Manifest;

use crate::ComponentReference;
use crate::policy::Policy;

/// The circumstances of a load.
pub(crate) struct Loading<'a> {
    pub(crate) policy: &'a Policy,
    pub(crate) limits: &'a Limits,
    pub(crate) log: &'a Arc<dyn LogSink>,
}

/// A component whose bytes were read.
pub(crate) struct Candidate {
    pub(crate) bytes: Vec<u8>,
    pub(crate) reference: ComponentReference,
    /// As the user named it.
    pub(crate) shown: String,
}

impl Candidate {
    /// The bytes of a component that is named by its digest.
    pub(crate) fn of(bytes: Vec<u8>, reference: &ComponentReference) -> Self {
        Self {
            bytes,
            reference: reference.clone(),
            shown: reference.place.to_string(),
        }
    }
}

/// A component that was found.
#[derive(Clone)]
pub(crate) struct Found {
    pub(crate) reference: ComponentReference,
    /// As the user named it.
    pub(crate) shown: String,
    pub(crate) file: PathBuf,
    pub(crate) manifest: Arc<Manifest>,
}
