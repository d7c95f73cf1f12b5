//! From a user's arguments, or from a recorded value, to a package that can serve.

mod blocking;
mod candidate;
mod dev_override;
mod environment;
mod fetch;
mod find;
mod judge;
mod keep;
mod loaded;
mod replacement;
mod report;
mod review_notes;

use std::path::PathBuf;
use std::sync::Arc;

pub use dev_override::{DevOverride, ServedComponent};
pub use environment::machine_from_environment;
pub use fetch::context::{NotFetched, offline, registry_context};
pub use fetch::look_up::{RegistryLookUp, SignedFile, SignedManifest};
pub use fetch::newer::Newer;
pub use judge::review::{ValueReview, ValueReviewer};
pub use judge::signatures::{bundle_beside, evidence_beside};
pub use judge::used_packages::{require_usable, unusable_uses};
pub use keep::store::{KeptReference, StoredComponent};
use pulumi_wasm_capability::record::SystemSource;
use pulumi_wasm_capability::system::System;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::recovery::journal::Journal;
use pulumi_wasm_network::{NetworkSettings, machine};
use pulumi_wasm_sandbox::engine::Compiler;
use replacement::ReplacementBuild;
pub use report::reads::provider_to_add;
use review_notes::ReviewNotes;

use super::value::{ComponentReference, ParameterValue};
use super::{Declared, Store, project};
use crate::own_package::OwnPackage;
use crate::policy::PolicyFiles;
use crate::signature_store::SignatureStore;

/// Finds components and makes packages of them.
#[derive(Clone)]
pub struct Loader {
    store: Store,
    /// Of this machine, also where components are kept apart.
    signature_store: SignatureStore,
    compiler: Compiler,
    /// The folder that the engine started the plugin in: relative paths begin here.
    folder: PathBuf,
    /// The places of the operator's policy.
    policies: PolicyFiles,
    journal: Option<Arc<dyn Journal>>,
    /// Those of this machine are one for all packages, so that they share its connections.
    system: SystemSource,
    served: Option<DevOverride>,
    /// The package that this program was started for: then that is all that it serves.
    own: Option<OwnPackage>,
    /// Set if values are judged, and nothing is loaded.
    review: Option<Arc<ReviewNotes>>,
}

/// A package, and its sources.
pub struct Loaded {
    pub package: Arc<Package>,
    pub value: ParameterValue,
    loader: Loader,
    /// The number of its served version, or `None` if it was found as usual.
    served: Option<u64>,
    /// Where it only looks after what another build made.
    replacement: Option<ReplacementBuild>,
    /// Set if the program was started for it, and it came without a value.
    own: Option<Own>,
}

/// What is said of a program's own package.
#[derive(Debug, Default)]
struct Own {
    /// The address that Pulumi downloads the plugin from.
    download_url: Option<String>,
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Loaded")
            .field("value", &self.value)
            .finish_non_exhaustive()
    }
}

impl Loader {
    pub fn new(store: Store, compiler: Compiler, folder: PathBuf, policies: PolicyFiles) -> Self {
        Self {
            signature_store: SignatureStore::beside(&store),
            store,
            compiler,
            folder,
            policies,
            journal: None,
            system: SystemSource::Given(machine(NetworkSettings::default())),
            served: None,
            own: None,
            review: None,
        }
    }

    /// The same for a program that was started for one package, if it was.
    #[must_use]
    pub fn for_own(mut self, own: Option<OwnPackage>) -> Self {
        self.own = own;
        self
    }

    /// The package that this program was started for.
    #[must_use]
    pub fn own(&self) -> Option<&OwnPackage> {
        self.own.as_ref()
    }

    /// The same on another system.
    #[must_use]
    pub fn within(mut self, system: System) -> Self {
        self.system = SystemSource::Given(system);
        self
    }

    /// The same with components kept in another store: components that are only tried need not stay for ever.
    #[must_use]
    pub fn keeping_in(mut self, store: Store) -> Self {
        self.store = store;
        self
    }

    /// The same without notes of creates that were not answered.
    #[must_use]
    pub fn without_journal(mut self) -> Self {
        self.journal = None;
        self
    }

    /// The same with a journal of the creates that were interrupted.
    #[must_use]
    pub fn with_journal(mut self, journal: Arc<dyn Journal>) -> Self {
        self.journal = Some(journal);
        self
    }

    /// The folders at which recorded paths may begin: the project, else the folder of the command.
    fn recorded_folders(&self) -> Vec<PathBuf> {
        let mut folders: Vec<PathBuf> = project::nearest(&self.folder).into_iter().collect();
        if !folders.contains(&self.folder) {
            folders.push(self.folder.clone());
        }
        folders
    }

    /// The possible places of a recorded file.
    fn recorded_files(&self, reference: &ComponentReference) -> Vec<PathBuf> {
        let Some(path) = reference.place.path() else {
            return Vec::new();
        };
        let folders = self.recorded_folders().into_iter();
        folders.map(|folder| folder.join(path)).collect()
    }

    /// The command that adds a package again, held to the same builds as the project's file holds it to.
    pub(crate) fn command(&self, value: &ParameterValue) -> String {
        let declared = Declared::nearest(&self.folder).ok().flatten();
        let pins = declared.map(|declared| declared.pins(&value.name));
        value.pinned_command(&pins.unwrap_or_default())
    }
}
