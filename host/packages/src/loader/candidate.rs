//! Components before they are part of a package: first read, then resolved.

use std::path::PathBuf;
use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::manifest::Manifest;

use crate::ComponentReference;
use crate::policy::Policy;

/// The policy, limits and log of a load.
pub(crate) struct LoadContext<'a> {
    pub(crate) policy: &'a Policy,
    pub(crate) limits: &'a Limits,
    pub(crate) log: &'a Arc<dyn LogSink>,
}

/// A component whose bytes were read.
pub(crate) struct Candidate {
    pub(crate) bytes: Vec<u8>,
    pub(crate) reference: ComponentReference,
    /// The component's name in messages, as the user named it.
    pub(crate) shown: String,
}

impl Candidate {
    /// A candidate with the bytes of a component that `reference` names by its digest.
    pub(crate) fn of(bytes: Vec<u8>, reference: &ComponentReference) -> Self {
        Self {
            bytes,
            reference: reference.clone(),
            shown: reference.place.to_string(),
        }
    }
}

/// A component in the store, with its manifest.
#[derive(Clone)]
pub(crate) struct ResolvedComponent {
    pub(crate) reference: ComponentReference,
    /// The component's name in messages, as the user named it.
    pub(crate) shown: String,
    pub(crate) file: PathBuf,
    pub(crate) manifest: Arc<Manifest>,
}

impl ResolvedComponent {
    /// The component under an engine that creates no resources of other packages: these packages need no judgement.
    pub(crate) fn without_other_packages(mut self) -> Self {
        if !self.manifest.uses.is_empty() {
            Arc::make_mut(&mut self.manifest).uses.clear();
        }
        self
    }
}
