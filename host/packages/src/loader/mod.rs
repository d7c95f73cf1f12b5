//! From a user's arguments, or from a recorded value, to a package that can serve.

mod add_to_store;
mod blocking;
mod by_address;
mod by_arguments;
mod by_bundle;
mod by_folder;
mod by_reference;
mod by_value;
mod conflicting_builds;
mod copies;
mod declaring;
mod describing;
mod dev_override;
mod fetch_once;
mod fetch_recorded;
mod lasting_log;
mod loaded;
mod looking_up;
mod missing_component;
mod newer;
mod origin;
mod own_network;
mod pins;
mod policy_check;
mod precompile;
mod reads;
mod recorded_limits;
mod registries;
mod sdks;
mod signatures;
mod signed_file;
mod stand_in;
mod system;
mod to_bundle;
mod turn;
mod wants;
mod ways;

use std::path::PathBuf;
use std::sync::Arc;

pub use add_to_store::{KeptReference, StoredComponent};
use blocking::run_blocking;
pub use dev_override::{DevOverride, ServedComponent};
pub use looking_up::{RegistryLookUp, SignedManifest};
pub use newer::Newer;
use pulumi_wasm_capability::env::Variables;
use pulumi_wasm_capability::grant_policy::GrantWay;
use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_capability::record::SystemSource;
use pulumi_wasm_capability::system::System;
use pulumi_wasm_capability::{Capabilities, Grants};
use pulumi_wasm_core::call::LogSink;
use pulumi_wasm_core::component::{Component, Origin};
use pulumi_wasm_core::manifest::{Bound, Bounds, Manifest, ManifestError};
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::recovery::journal::Journal;
use pulumi_wasm_network::{NetworkSettings, ProxySettings, machine};
use pulumi_wasm_platform::env as environment;
use pulumi_wasm_sandbox::engine::{Compiler, Engine};
use pulumi_wasm_sandbox::guest::{WasmComponent, WasmSettings};
pub use reads::provider_to_add;
pub use registries::{NotFetched, offline, registry_context};
pub use signatures::{bundle_beside, evidence_beside};
pub use signed_file::SignedFile;
use stand_in::StandIn;

use super::value::{ComponentReference, ParameterValue, command};
use super::{
    Place, Source, SourceError, Store, folders_from_environment, manifest_index, manifest_section,
    project,
};
use crate::evidence::EvidenceFolder;
use crate::journal::FileJournal;
use crate::own_package::OwnPackage;
use crate::policy::{Policy, PolicyFiles};

/// Finds components and makes packages of them.
#[derive(Clone)]
pub struct Loader {
    store: Store,
    /// Of this machine, also where components are kept apart.
    evidence: EvidenceFolder,
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
}

/// A package, and its sources.
pub struct Loaded {
    pub package: Arc<Package>,
    pub value: ParameterValue,
    loader: Loader,
    /// The number of its served version, or `None` if it was found as usual.
    served: Option<u64>,
    /// Where it only looks after what another build made.
    stand_in: Option<StandIn>,
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

/// The circumstances of a load.
struct Loading<'a> {
    policy: &'a Policy,
    limits: &'a Limits,
    log: &'a Arc<dyn LogSink>,
}

/// What has to hold of a component before anything of it is kept.
#[derive(Debug, Clone, Default)]
enum Required {
    /// It was carried here or recorded, and its place is judged when a package needs it.
    #[default]
    Nothing,
    /// It may come from its place, as its package and in its version.
    Place,
    /// The same, and it is of the version that its source says, if that says one.
    Version(Source),
}

/// A component whose bytes were read.
struct Candidate {
    bytes: Vec<u8>,
    reference: ComponentReference,
    /// As the user named it.
    shown: String,
}

impl Candidate {
    /// The bytes of a component that is named by its digest.
    fn of(bytes: Vec<u8>, reference: &ComponentReference) -> Self {
        Self {
            bytes,
            reference: reference.clone(),
            shown: reference.place.to_string(),
        }
    }
}

/// A component that was found.
#[derive(Clone)]
struct Found {
    reference: ComponentReference,
    /// As the user named it.
    shown: String,
    file: PathBuf,
    manifest: Arc<Manifest>,
}

impl Required {
    /// Fails if it does not hold.
    fn judge(
        &self,
        manifest: &Manifest,
        place: &Place,
        policy: &Policy,
    ) -> Result<(), SourceError> {
        if let Self::Version(typed) = self {
            by_reference::require_version(manifest.version(), typed)?;
        }
        match self {
            Self::Nothing => Ok(()),
            Self::Place | Self::Version(_) => {
                let package = (manifest.name(), manifest.version());
                policy_check::may_come(policy, Some(package), place)
            }
        }
    }
}

/// A manifest's text, and the result of reading it.
type Judged = (String, Result<Manifest, ManifestError>);

fn judge(text: String, bounds: &Bounds) -> Judged {
    let manifest = Manifest::parse_within(&text, bounds);
    (text, manifest)
}

/// Why a component with that manifest is not used.
fn refusal(shown: &str, error: &ManifestError, limits: &Limits) -> SourceError {
    let hint = match error {
        ManifestError::TooLarge { bound, .. } => {
            let limit = match bound {
                Bound::Size => Limit::ManifestSize,
                Bound::Entries => Limit::ManifestEntries,
                Bound::Patterns => Limit::ManifestPatterns,
            };
            format!("raise it with {}", limits.knob(limit))
        }
        error => error.hint(),
    };
    SourceError::new(format!("`{shown}` cannot be used: {error}")).hint(hint)
}

/// This machine, with the environment's network settings.
#[must_use]
pub fn machine_from_environment() -> System {
    machine(NetworkSettings {
        ca_file: environment::ca_file(),
        authorities: None,
        proxy: environment::proxies().map(|proxies| ProxySettings {
            http: proxies.http,
            https: proxies.https,
            except: proxies.except,
        }),
        judges_names_of_proxies: false,
    })
}

impl Loader {
    pub fn new(store: Store, compiler: Compiler, folder: PathBuf, policies: PolicyFiles) -> Self {
        Self {
            evidence: EvidenceFolder::beside(&store),
            store,
            compiler,
            folder,
            policies,
            journal: None,
            system: SystemSource::Given(machine(NetworkSettings::default())),
            served: None,
            own: None,
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

    /// The same in other surroundings.
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

    /// A loader with the folders that the environment names, which compiles in a child process of this program.
    ///
    /// # Errors
    /// When the home folder is unknown.
    pub fn from_environment() -> Result<Self, SourceError> {
        let (store, cache) = folders_from_environment()?;
        let compiler = Compiler::new(Engine::new(), cache, std::env::current_exe().ok());
        let folder = std::env::current_dir().map_err(|error| {
            SourceError::new(format!(
                "the folder of the command cannot be found: {error}"
            ))
        })?;
        let policies =
            PolicyFiles::of_machine(environment::named_policy(), environment::user_policy());
        let project = project::nearest(&folder);
        let journal = environment::journal_folder().map(|journal| {
            let project = project.as_deref().unwrap_or(&folder);
            let backend = environment::backend();
            Arc::new(FileJournal::new(journal, project, backend.as_deref())) as Arc<dyn Journal>
        });
        let system = system::from_environment(machine_from_environment())?;
        Ok(Self {
            journal,
            system,
            ..Self::new(store, compiler, folder, policies)
        })
    }

    /// Puts a component that may run into the store, with its manifest: the embedded one, else the component's answer.
    async fn keep(
        &self,
        candidate: Candidate,
        required: &Required,
        loading: &Loading<'_>,
    ) -> Result<Found, SourceError> {
        let Candidate {
            bytes,
            reference,
            shown,
        } = candidate;
        let digest = &reference.digest;
        // Nothing of a component runs that may not run under any name.
        policy_check::may_run(loading.policy, None, digest, &shown)?;
        if !matches!(required, Required::Nothing) {
            policy_check::may_come(loading.policy, None, &reference.place)?;
        }
        let known = self.store.open(digest)?;
        let bounds = manifest_section::bounds(loading.limits);
        let (bytes, judged) = run_blocking(move || {
            let judged = match (manifest_section::find(&bytes), known) {
                (Some(embedded), _) => Some(judge(embedded, &bounds)),
                (None, known) => {
                    let text = known.map(|entry| entry.text()).transpose()?.flatten();
                    let judged = text.map(|text| judge(text, &bounds));
                    judged.filter(|(_, manifest)| manifest.is_ok())
                }
            };
            Ok::<_, SourceError>((bytes, judged))
        })
        .await??;
        let (text, manifest) = match judged {
            Some(judged) => judged,
            None => {
                self.require_signed_by_any(loading.policy, &reference)?;
                let text = self.ask(&bytes, digest, &shown, loading).await?;
                run_blocking(move || judge(text, &bounds)).await?
            }
        };
        let manifest = manifest.map_err(|error| refusal(&shown, &error, loading.limits))?;
        policy_check::may_run(loading.policy, Some(manifest.name()), digest, &shown)?;
        required.judge(&manifest, &reference.place, loading.policy)?;
        self.require_signed(loading.policy, manifest.name(), &reference)?;
        let (store, digest) = (self.store.clone(), digest.clone());
        let (file, manifest) = run_blocking(move || {
            let entry = store.put(&digest, &bytes, &text)?;
            manifest_index::make(&entry, &manifest, &text);
            Ok::<_, SourceError>((entry.component(), manifest))
        })
        .await??;
        Ok(Found {
            reference,
            shown,
            file,
            manifest: Arc::new(manifest),
        })
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

    fn assemble(
        &self,
        found: Vec<Found>,
        grants: Grants,
        limits: Limits,
        policy: &Policy,
    ) -> Result<Loaded, SourceError> {
        for Found {
            reference,
            manifest,
            ..
        } in &found
        {
            let package = (manifest.name(), manifest.version());
            policy_check::may_come(policy, Some(package), &reference.place)?;
            self.require_signed(policy, manifest.name(), reference)?;
        }
        let places = found.iter().map(|found| &found.reference.place);
        let way = match self.own {
            Some(OwnPackage::Bundle(_)) => GrantWay::Bundle,
            Some(OwnPackage::Folder(_)) => GrantWay::Folder,
            None => GrantWay::Command(command(places, &grants, &limits, &[])),
        };
        let grant_policy = policy_check::grant_policy(policy, &found, &grants, way);
        let forbidden_uses = policy_check::forbidden_uses(policy, &found);
        let references: Vec<ComponentReference> =
            found.iter().map(|found| found.reference.clone()).collect();
        let system = self.system_of(&found)?;
        let components: Vec<Arc<dyn Component>> = found
            .into_iter()
            .map(|found| {
                let settings = WasmSettings {
                    origin: Origin {
                        file: found.shown,
                        digest: found.reference.digest.hex().to_owned(),
                    },
                    manifest: found.manifest,
                    file: found.file,
                    limits: limits.clone(),
                    capabilities: Capabilities::under_policy(
                        system.clone(),
                        &grants,
                        &limits,
                        &grant_policy,
                    ),
                    compiler: self.compiler.clone(),
                };
                Arc::new(WasmComponent::new(settings)) as Arc<dyn Component>
            })
            .collect();
        let granted = Variables::new(grants.env.clone(), &grant_policy);
        let variables = system.environment;
        let environment =
            Box::new(move |name: &str| granted.get(variables.as_ref(), None, name).ok().flatten());
        let package = Package::assemble(components, environment)
            .map_err(|error| SourceError::new(error.to_string()))?
            .without_uses(forbidden_uses);
        let package = match &self.journal {
            Some(journal) => package.with_journal(Arc::clone(journal)),
            None => package,
        };
        let value = ParameterValue {
            name: package.name().to_owned(),
            version: package.version().to_owned(),
            components: references,
            grants,
            limits,
        };
        Ok(Loaded {
            package: Arc::new(package),
            value,
            loader: self.clone(),
            served: None,
            stand_in: None,
            own: None,
        })
    }
}
