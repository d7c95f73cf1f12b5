//! Loads packages from a user's arguments or a recorded value: finds, fetches, judges and stores their components.

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
mod uses;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use pulumi_wasm_capability::record::SystemSource;
use pulumi_wasm_capability::system::System;
use pulumi_wasm_core::package::{ConfigurationName, Package};
use pulumi_wasm_core::recovery::journal::Journal;
use pulumi_wasm_network::{NetworkSettings, machine};
use pulumi_wasm_sandbox::engine::Compiler;

pub use crate::loader::dev_override::{DevOverride, ServedComponent};
pub use crate::loader::environment::machine_from_environment;
pub use crate::loader::fetch::context::{NotFetched, offline, registry_context};
pub use crate::loader::fetch::look_up::{RegistryLookUp, SignedFile, SignedManifest};
pub use crate::loader::fetch::newer::Newer;
pub use crate::loader::judge::review::{ValueReview, ValueReviewer};
pub use crate::loader::judge::signatures::{bundle_beside, evidence_beside};
pub use crate::loader::judge::used_packages::require_usable;
pub use crate::loader::keep::store::{KeptReference, StoredComponent};
use crate::loader::replacement::ReplacementBuild;
pub use crate::loader::report::reads::provider_to_add;
use crate::loader::review_notes::ReviewNotes;
use crate::own_package::OwnPackage;
use crate::policy::PolicyFiles;
use crate::signatures::store::SignatureStore;
use crate::value::{ComponentReference, ParameterValue};
use crate::{Declared, Store, project};

/// Finds components and builds packages from them.
#[derive(Clone)]
pub struct Loader {
    store: Store,
    /// The signatures of this machine. They stay in this store even if components are stored elsewhere.
    signature_store: SignatureStore,
    compiler: Compiler,
    /// The folder that the engine started the plugin in: relative paths begin here.
    folder: PathBuf,
    /// The places of the operator's policy.
    policies: PolicyFiles,
    journal: Option<Arc<dyn Journal>>,
    /// The system for all packages, which share its connections.
    system: SystemSource,
    served: Option<DevOverride>,
    /// The only package that this program serves, if it was started for one package.
    own: Option<OwnPackage>,
    /// The name of a package's configuration value for the user.
    configuration_name: ConfigurationName,
    /// Set in a review, which judges values and loads no package.
    review: Option<Arc<ReviewNotes>>,
    /// Whether no engine creates the resources of other packages.
    is_simulation: bool,
}

/// A package, and its sources.
pub struct Loaded {
    pub package: Arc<Package>,
    pub value: ParameterValue,
    /// The environment variables that were granted and that the operator's policy allows.
    variables: BTreeSet<String>,
    loader: Loader,
    /// The number of the served build, or `None` if the package is not served by `pulumi-wasm dev`.
    served: Option<u64>,
    /// Set if this build replaces a missing one, and only reads and deletes resources.
    replacement: Option<ReplacementBuild>,
    /// Set if the program was started for the package, so that it has no value.
    own: Option<Own>,
}

/// The settings of a package that this program was started for.
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
            configuration_name: |package, key| format!("{package}:{key}"),
            review: None,
            is_simulation: false,
        }
    }

    /// This loader for a program that was started for one package.
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

    /// This loader for users who set configuration values by other names than `PACKAGE:KEY`. The function gets the package and the key.
    #[must_use]
    pub fn naming_configuration(mut self, name: ConfigurationName) -> Self {
        self.configuration_name = name;
        self
    }

    /// This loader on another system.
    #[must_use]
    pub fn within(mut self, system: System) -> Self {
        self.system = SystemSource::Given(system);
        self
    }

    /// This loader for packages that run without an engine. Without an engine, the resources of other packages are not
    /// created, so the components that a package uses are not read.
    #[must_use]
    pub fn for_simulation(mut self) -> Self {
        self.is_simulation = true;
        self
    }

    /// This loader with another store for components, for example a temporary store.
    #[must_use]
    pub fn keeping_in(mut self, store: Store) -> Self {
        self.store = store;
        self
    }

    /// This loader without a journal.
    #[must_use]
    pub fn without_journal(mut self) -> Self {
        self.journal = None;
        self
    }

    /// This loader with a journal of interrupted creates.
    #[must_use]
    pub fn with_journal(mut self, journal: Arc<dyn Journal>) -> Self {
        self.journal = Some(journal);
        self
    }

    /// The folders that recorded paths may be relative to: the project, and the folder of the command.
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

    /// The command that adds a package again, with the pins of the project's file.
    pub(crate) fn command(&self, value: &ParameterValue) -> String {
        let declared = Declared::nearest(&self.folder).ok().flatten();
        let pins = declared.map(|declared| declared.pins(&value.name));
        value.pinned_command(&pins.unwrap_or_default())
    }
}
