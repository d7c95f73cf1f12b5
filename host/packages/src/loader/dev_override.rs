//! The component that its author is building. It is served under its package's name, for any recorded digest.

use std::sync::Arc;

use parking_lot::RwLock;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::manifest::Manifest;

use crate::loader::candidate::ResolvedComponent;
use crate::loader::uses::Uses;
use crate::{ComponentReference, Digest, Store};

/// The served component. Clones share it.
#[derive(Clone)]
pub struct DevOverride {
    /// The store for served builds. Each build replaces the previous one, and no stack records them.
    store: Store,
    current: Arc<RwLock<Option<Version>>>,
}

/// The latest build of the component.
#[derive(Clone)]
pub(crate) struct Version {
    /// Counts from 1.
    number: u64,
    found: ResolvedComponent,
    /// The uses of the component when the build was first served.
    uses: Arc<Uses>,
}

/// A component that began to be served.
#[derive(Debug, Clone)]
pub struct ServedComponent {
    pub manifest: Arc<Manifest>,
    pub digest: Digest,
    /// Whether the component differs from the last served one.
    pub is_new: bool,
}

impl DevOverride {
    /// An override without a build. Components are stored in `store`.
    #[must_use]
    pub fn new(store: Store) -> Self {
        Self {
            store,
            current: Arc::default(),
        }
    }

    /// The store of its components.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Serves a component from now on. Returns whether it differs from the last served component.
    pub(crate) fn serve(&self, found: ResolvedComponent, uses: Uses) -> bool {
        let mut current = self.current.write();
        let number = current.as_ref().map_or(0, |version| version.number);
        let digest = &found.reference.digest;
        let is_same = |version: &Version| version.found.reference.digest == *digest;
        let is_new = !current.as_ref().is_some_and(is_same);
        if is_new {
            *current = Some(Version {
                number: number + 1,
                found,
                uses: Arc::new(uses),
            });
        }
        is_new
    }

    /// The component that is served.
    pub(crate) fn current(&self) -> Option<Version> {
        self.current.read().clone()
    }
}

impl Version {
    pub(crate) fn found(&self) -> ResolvedComponent {
        self.found.clone()
    }

    pub(crate) fn uses(&self) -> &Uses {
        &self.uses
    }

    /// The package that it is served as.
    pub(crate) fn package(&self) -> &str {
        self.found.manifest.name()
    }

    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Tells the user that the served build runs instead of the recorded components, unless it is one of them.
    pub(crate) fn tell(&self, asked: &[ComponentReference], log: &dyn LogSink) {
        let found = &self.found.reference.digest;
        if asked.iter().any(|reference| reference.digest == *found) {
            return;
        }
        let asked: Vec<String> = asked
            .iter()
            .map(|reference| reference.digest.to_string())
            .collect();
        let message = format!(
            "`pulumi-wasm dev` serves `{}` ({found}) instead of the added {}",
            self.found.shown,
            asked.join(", ")
        );
        log.log(Severity::Info, "", &message, false);
    }
}
