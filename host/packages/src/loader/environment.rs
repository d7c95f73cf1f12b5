//! A loader and its system as the environment of this process sets them.

use std::sync::Arc;

use pulumi_wasm_capability::record::{DEFAULT_LIMIT, HeadComponent, SystemSource};
use pulumi_wasm_capability::system::System;
use pulumi_wasm_core::recovery::journal::Journal;
use pulumi_wasm_network::{NetworkSettings, ProxySettings, machine};
use pulumi_wasm_platform::env as environment;
use pulumi_wasm_sandbox::engine::{Compiler, Engine};

use crate::journal::FileJournal;
use crate::loader::Loader;
use crate::loader::candidate::ResolvedComponent;
use crate::policy::PolicyFiles;
use crate::{SourceError, folders_from_environment, project};

/// This machine, with the network settings of the environment.
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
        let system = system_from_environment(machine_from_environment())?;
        Ok(Self {
            journal,
            system,
            ..Self::new(store, compiler, folder, policies)
        })
    }
}

/// The settings of the environment.
pub(crate) fn system_from_environment(machine: System) -> Result<SystemSource, SourceError> {
    let file = match (environment::record_file(), environment::replay_file()) {
        (None, None) => return Ok(SystemSource::Given(machine)),
        (None, Some(file)) => {
            let environment = machine.environment;
            return Ok(SystemSource::Replayed { file, environment });
        }
        (Some(file), None) => file,
        (Some(_), Some(_)) => {
            return Err(SourceError::new(
                "`PULUMI_WASM_RECORD` and `PULUMI_WASM_REPLAY` are both set",
            )
            .hint("a run is recorded, or replayed: unset one of them"));
        }
    };
    let limit = environment::record_limit().map_err(SourceError::new)?;
    Ok(SystemSource::Recorded {
        system: machine,
        file,
        limit: limit.unwrap_or(DEFAULT_LIMIT),
        redacted: environment::record_redacted(),
    })
}

impl Loader {
    /// The system of a package.
    pub(crate) fn system_of(&self, found: &[ResolvedComponent]) -> Result<System, SourceError> {
        let manifest = found.first().map(|found| &found.manifest);
        let (name, version) = manifest
            .map(|manifest| (manifest.name(), manifest.version()))
            .unwrap_or_default();
        let component = |found: &ResolvedComponent| HeadComponent {
            file: found.shown.clone(),
            digest: found.reference.digest.hex().to_owned(),
        };
        let components = found.iter().map(component).collect();
        let made = self.system.make(name, version, components);
        made.map_err(|error| {
            let refused = SourceError::new(error.to_string());
            match error.advice() {
                Some(hint) => refused.hint(hint),
                None => refused,
            }
        })
    }
}
