//! From what a user typed, or from what was recorded, to a package that can serve.

mod by_arguments;
mod by_value;
mod loaded;

use std::path::PathBuf;
use std::sync::Arc;

use super::value::{ComponentReference, ParameterValue};
use super::{Digest, SourceError, Store, manifest_section, project, schema_document};
use crate::capability::surroundings::Surroundings;
use crate::capability::{Capabilities, Grants, env};
use crate::engine::{CodeCache, Compiler, Engine};
use crate::env as environment;
use crate::guest::{WasmComponent, WasmSettings, describe};
use crate::limits::Limits;
use crate::provider::call::LogSink;
use crate::provider::component::{Component, Origin};
use crate::provider::manifest::Manifest;
use crate::provider::package::Package;

/// Finds components and makes packages of them.
#[derive(Clone)]
pub struct Loader {
    store: Store,
    compiler: Compiler,
    /// Where the engine started the plugin: relative paths begin here.
    folder: PathBuf,
}

/// A package, and what it was made from.
pub struct Loaded {
    pub package: Arc<Package>,
    pub value: ParameterValue,
    loader: Loader,
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Loaded")
            .field("value", &self.value)
            .finish_non_exhaustive()
    }
}

/// A component that was found.
struct Found {
    reference: ComponentReference,
    /// As the user named it.
    shown: String,
    file: PathBuf,
    manifest: Arc<Manifest>,
}

impl Loader {
    pub fn new(store: Store, compiler: Compiler, folder: PathBuf) -> Self {
        Self {
            store,
            compiler,
            folder,
        }
    }

    /// A loader with the folders that the environment names, which compiles in a child process of this program.
    ///
    /// # Errors
    /// When there is no folder to keep components in, or the Wasm engine cannot be started.
    pub fn from_environment() -> Result<Self, SourceError> {
        let homeless = || {
            SourceError::new("there is no home folder to keep components in")
                .hint("set `PULUMI_HOME`")
        };
        let store = Store::new(environment::store_folder().ok_or_else(homeless)?);
        let cache = CodeCache::new(environment::cache_folder().ok_or_else(homeless)?);
        let engine = Engine::new().map_err(|error| SourceError::new(error.to_string()))?;
        let compiler = Compiler::new(engine, cache, std::env::current_exe().ok());
        let folder = std::env::current_dir().map_err(|error| {
            SourceError::new(format!(
                "the folder of the command cannot be found: {error}"
            ))
        })?;
        Ok(Self::new(store, compiler, folder))
    }

    /// The schema of a plugin that was given no component.
    #[must_use]
    pub fn empty_schema() -> String {
        schema_document::empty()
    }

    /// Puts a component that was read into the store, with its manifest: the embedded one, else its own answer.
    async fn keep(
        &self,
        bytes: Vec<u8>,
        reference: ComponentReference,
        shown: String,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<Found, SourceError> {
        let digest = &reference.digest;
        let known = self.store.get(digest)?;
        let text = match (known, manifest_section::find(&bytes)) {
            (Some(entry), _) => entry.manifest,
            (None, Some(embedded)) => embedded,
            (None, None) => self.ask(&bytes, digest, &shown, limits, log).await?,
        };
        let manifest = Manifest::parse(&text).map_err(|error| {
            SourceError::new(format!("`{shown}` cannot be used: {error}")).hint(error.hint())
        })?;
        let entry = self.store.put(digest, &bytes, &text)?;
        Ok(Found {
            reference,
            shown,
            file: entry.component,
            manifest: Arc::new(manifest),
        })
    }

    /// Asks a component without an embedded manifest for it.
    async fn ask(
        &self,
        bytes: &[u8],
        digest: &Digest,
        shown: &str,
        limits: &Limits,
        log: &Arc<dyn LogSink>,
    ) -> Result<String, SourceError> {
        let failed = |error: std::io::Error| {
            SourceError::new(format!("cannot write a temporary file: {error}"))
        };
        // It enters the store only together with its manifest; until then it runs from a file of its own.
        let folder = std::env::temp_dir().join(format!(
            "pulumi-wasm-{}-{}",
            std::process::id(),
            digest.hex()
        ));
        std::fs::create_dir_all(&folder).map_err(failed)?;
        let file = folder.join("component.wasm");
        std::fs::write(&file, bytes).map_err(failed)?;
        let answer = describe(&self.compiler, &file, digest.hex(), limits, Arc::clone(log)).await;
        drop(std::fs::remove_dir_all(&folder));
        answer.map_err(|error| SourceError::from_call(shown, &error))
    }

    /// Where a recorded file may be: in the project, else beside the folder of the command.
    fn recorded_files(&self, reference: &ComponentReference) -> Vec<PathBuf> {
        let mut files = Vec::new();
        if let Some(project) = project::nearest(&self.folder) {
            files.push(project.join(&reference.path));
        }
        let beside = self.folder.join(&reference.path);
        if !files.contains(&beside) {
            files.push(beside);
        }
        files
    }

    fn assemble(
        &self,
        found: Vec<Found>,
        grants: Grants,
        limits: Limits,
    ) -> Result<Loaded, SourceError> {
        let references: Vec<ComponentReference> =
            found.iter().map(|found| found.reference.clone()).collect();
        // One for all components, so that they share its connections.
        let surroundings = Surroundings::machine();
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
                    capabilities: Capabilities::within(surroundings.clone(), &grants, &limits),
                    compiler: self.compiler.clone(),
                };
                Arc::new(WasmComponent::new(settings)) as Arc<dyn Component>
            })
            .collect();
        let granted = grants.env.clone();
        let variables = surroundings.environment;
        let environment = Box::new(move |name: &str| {
            env::get(&granted, variables.as_ref(), None, name)
                .ok()
                .flatten()
        });
        let package = Package::assemble(components, environment)
            .map_err(|error| SourceError::new(error.to_string()))?;
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
        })
    }
}
