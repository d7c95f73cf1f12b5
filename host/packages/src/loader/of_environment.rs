//! A loader for this machine, as its environment sets it.

use std::sync::Arc;

use pulumi_wasm_capability::system::System;
use pulumi_wasm_core::recovery::journal::Journal;
use pulumi_wasm_network::{NetworkSettings, ProxySettings, machine};
use pulumi_wasm_platform::env as environment;
use pulumi_wasm_sandbox::engine::{Compiler, Engine};

use super::{Loader, system};
use crate::journal::FileJournal;
use crate::policy::PolicyFiles;
use crate::{SourceError, folders_from_environment, project};

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
}
