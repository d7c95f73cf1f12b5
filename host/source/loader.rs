//! From what a user typed, or from what was recorded, to a package that can serve.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::value::{ComponentReference, ParameterValue, flags, quoted};
use super::{
    Arguments, Digest, SourceError, Store, manifest_section, project, read_component,
    schema_document,
};
use crate::capability::{Capabilities, Grants, env};
use crate::engine::{CodeCache, Compiler, Engine};
use crate::env as environment;
use crate::guest::{WasmComponent, WasmSettings, describe};
use crate::limits::Limits;
use crate::provider::call::{LogSink, Severity};
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
    /// A loader that keeps components in `store`.
    #[must_use]
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

    /// Loads the components that a user named, and puts them into the store.
    ///
    /// # Errors
    /// When the arguments are wrong, a file is no component, components do not fit together, or a required grant is
    /// missing; each with what to do.
    pub async fn load_arguments(
        &self,
        words: &[String],
        log: &Arc<dyn LogSink>,
    ) -> Result<Loaded, SourceError> {
        let arguments = Arguments::parse(words)?;
        let project = project::nearest(&self.folder);
        let mut found: Vec<Found> = Vec::new();
        for typed in &arguments.components {
            let file = self.find_typed(typed, project.as_deref())?;
            let (bytes, digest) = read_component(&file, &arguments.limits)?;
            if found.iter().any(|other| other.reference.digest == digest) {
                return Err(SourceError::new(format!(
                    "`{}` was given twice",
                    typed.display()
                )));
            }
            let path = project::recorded_path(&file, project.as_deref());
            found.push(
                self.keep(
                    bytes,
                    ComponentReference { digest, path },
                    typed.display().to_string(),
                    &arguments.limits,
                    log,
                )
                .await?,
            );
        }
        require_grants(&found, &arguments)?;
        self.assemble(found, arguments.grants, arguments.limits)
    }

    /// Loads what a parameter value names: from the store, else from the recorded path if the file there is still the
    /// same.
    ///
    /// # Errors
    /// When the value is not ours or does not fit the request, or a component is nowhere to be had.
    pub async fn load_value(
        &self,
        name: &str,
        version: &str,
        bytes: &[u8],
        log: &Arc<dyn LogSink>,
    ) -> Result<Loaded, SourceError> {
        let value = ParameterValue::parse(bytes)?;
        if value.name != name {
            return Err(SourceError::new(format!(
                "the parameter is that of the package `{}`, and the engine asked for `{name}`",
                value.name
            ))
            .hint(format!("add the package again: `{}`", value.command())));
        }
        let mut found = Vec::new();
        for reference in &value.components {
            found.push(self.find_recorded(reference, &value, log).await?);
        }
        let mut loaded = self.assemble(found, value.grants.clone(), value.limits.clone())?;
        // An explicit provider sends the plugin's own version here: the engine wants to hear its own word again, and
        // the digests say what runs.
        loaded.value.version = version.to_owned();
        Ok(loaded)
    }

    /// The schema of a plugin that was given no component.
    #[must_use]
    pub fn empty_schema() -> String {
        schema_document::empty()
    }

    /// The file that a user named. From another folder than the one where it was typed, the lock file of the package
    /// says where the file is in the project.
    fn find_typed(&self, typed: &Path, project: Option<&Path>) -> Result<PathBuf, SourceError> {
        let direct = self.folder.join(typed);
        if direct.exists() {
            return Ok(direct);
        }
        let mut looked = vec![direct.display().to_string()];
        if let (Some(project), Some(name)) = (project, typed.file_name()) {
            let from_lock_files = project::locked_values(project)
                .into_iter()
                .filter_map(|bytes| ParameterValue::parse(&bytes).ok());
            for reference in from_lock_files.flat_map(|value| value.components) {
                let file = project.join(&reference.path);
                if file.file_name() == Some(name) && !looked.contains(&file.display().to_string()) {
                    if file.exists() {
                        return Ok(file);
                    }
                    looked.push(file.display().to_string());
                }
            }
        }
        Err(SourceError::new(format!(
            "there is no file `{}`; looked at {}",
            typed.display(),
            looked.join(", ")
        ))
        .hint("build the component, or give the path from the folder where you run the command"))
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
            SourceError::new(format!("`{shown}` cannot be used: {error}")).hint(
                "this is a mistake in the component; tell its author, or build it with a newer SDK",
            )
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

    /// The component that a value names.
    async fn find_recorded(
        &self,
        reference: &ComponentReference,
        value: &ParameterValue,
        log: &Arc<dyn LogSink>,
    ) -> Result<Found, SourceError> {
        let shown = reference.path.clone();
        if let Some(entry) = self.store.get(&reference.digest)? {
            let manifest = Manifest::parse(&entry.manifest).map_err(|error| {
                SourceError::new(format!(
                    "the stored manifest of `{shown}` cannot be used: {error}"
                ))
                .hint(format!(
                    "remove `{}` and add the package again: `{}`",
                    entry
                        .component
                        .parent()
                        .unwrap_or(&entry.component)
                        .display(),
                    value.command()
                ))
            })?;
            return Ok(Found {
                reference: reference.clone(),
                shown,
                file: entry.component,
                manifest: Arc::new(manifest),
            });
        }
        let mut looked = vec![format!("the store `{}`", self.store.folder().display())];
        for file in self.recorded_files(reference) {
            match read_component(&file, &value.limits) {
                Ok((bytes, digest)) if digest == reference.digest => {
                    return self
                        .keep(bytes, reference.clone(), shown, &value.limits, log)
                        .await;
                }
                Ok((_, digest)) => {
                    looked.push(format!("`{}`, which now is {digest}", file.display()))
                }
                Err(_) => looked.push(format!(
                    "`{}`, which is not there or cannot be used",
                    file.display()
                )),
            }
        }
        Err(SourceError::new(format!(
            "the component `{shown}` of package `{}` ({}) is not on this machine; looked at {}",
            value.name,
            reference.digest,
            looked.join(", and ")
        ))
        .hint(format!(
            "bring back the file with that digest (from your builds or the machine that deployed last) and run `{}`; or run that with a new \
             build, which changes what runs",
            value.command()
        )))
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
                    capabilities: Capabilities::new(&grants, &limits),
                    compiler: self.compiler.clone(),
                };
                Arc::new(WasmComponent::new(settings)) as Arc<dyn Component>
            })
            .collect();
        let granted = grants.env.clone();
        let environment = Box::new(move |name: &str| env::get(&granted, name).ok().flatten());
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

impl Loaded {
    /// The package's schema, with the parameter that leads back to it.
    #[must_use]
    pub fn schema(&self) -> String {
        let documents: Vec<&serde_json::Value> = self
            .package
            .components()
            .iter()
            .map(|component| &component.manifest().schema_document)
            .collect();
        let value = ParameterValue {
            version: self.package.version().to_owned(),
            ..self.value.clone()
        };
        schema_document::merge(&documents, &value.to_bytes())
    }

    /// Warns where a recorded file is no longer what runs: somebody rebuilt it and may expect the new one. Reads files,
    /// so it is run beside the calls, not before them.
    pub fn warn_about_changed_files(&self, log: &dyn LogSink) {
        for reference in &self.value.components {
            let Some(file) = self
                .loader
                .recorded_files(reference)
                .into_iter()
                .find(|file| file.is_file())
            else {
                continue;
            };
            let Ok(bytes) = std::fs::read(&file) else {
                continue;
            };
            let found = Digest::of(&bytes);
            if found != reference.digest {
                let message = format!(
                    "`{}` has changed since the package `{}` was added ({}); what runs is still {}\n\
                     hint: to run the new file: `{}`",
                    reference.path,
                    self.value.name,
                    found,
                    reference.digest,
                    self.value.command()
                );
                log.log(Severity::Warning, "", &message, false);
            }
        }
    }
}

/// Makes sure that what the components cannot do without is granted.
fn require_grants(found: &[Found], arguments: &Arguments) -> Result<(), SourceError> {
    let mut missing = Vec::new();
    let mut grants = arguments.grants.clone();
    for component in found {
        let wants = &component.manifest.wants;
        for want in wants
            .net
            .iter()
            .filter(|want| want.required && want.configuration_key().is_none())
        {
            match want.host.parse() {
                Ok(pattern) if !grants.net.contains(&pattern) => {
                    missing.push(format!(
                        "  --allow-net {}   {}",
                        quoted(&want.host),
                        want.reason
                    ));
                    grants.net.push(pattern);
                }
                _ => {}
            }
        }
        for want in wants.env.iter().filter(|want| want.required) {
            if grants.env.insert(want.name.clone()) {
                missing.push(format!("  --allow-env {}   {}", want.name, want.reason));
            }
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let files: Vec<String> = arguments
        .components
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    Err(SourceError::new(format!(
        "the package needs what it was not granted:\n{}",
        missing
            .iter()
            .map(|line| line.trim_end())
            .collect::<Vec<_>>()
            .join("\n")
    ))
    .hint(format!(
        "if you trust it with that: `pulumi package add wasm {} -- {}`",
        files.join(" "),
        flags(&grants, &arguments.limits).join(" ")
    )))
}
