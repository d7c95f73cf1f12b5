//! Finds the components that a user named on the command line.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::text::{Excerpt, quoted};

use crate::loader::blocking::run_blocking;
use crate::loader::candidate::{Candidate, LoadContext, ResolvedComponent};
use crate::loader::judge::requirements::Required;
use crate::loader::judge::requirements::require_pinned;
use crate::loader::judge::{grant_report, policy_check};
use crate::loader::keep::compile::LastingLog;
use crate::loader::report::sdk_names;
use crate::loader::{Loaded, Loader};
use crate::{
    Arguments, ComponentReference, Digest, ParameterValue, Place, Source, SourceError, fetch_hint,
    project, read_component,
};

/// Reads a component's file while other requests are answered.
pub(crate) async fn read_blocking(
    file: &Path,
    limits: &Limits,
) -> Result<(Vec<u8>, Digest), SourceError> {
    let (file, limits) = (file.to_owned(), limits.clone());
    run_blocking(move || read_component(&file, &limits)).await?
}

impl Loader {
    /// Loads the components that a user named, and puts them into the store.
    ///
    /// # Errors
    /// When the arguments are wrong, a file is not a component, components do not fit together, or a required grant is
    /// missing; each with advice.
    pub async fn load_arguments(
        &self,
        words: &[String],
        log: &Arc<dyn LogSink>,
    ) -> Result<Loaded, SourceError> {
        let mut arguments = Arguments::parse(words)?;
        let policy = self.policy()?;
        policy.cap(&mut arguments.limits);
        let (grants, limits) = (&arguments.grants, &arguments.limits);
        policy_check::refuse_excess(&policy, grants, limits, log.as_ref())?;
        let loading = LoadContext {
            policy: &policy,
            limits,
            log,
        };
        let found = self.keep_named(&arguments, &loading).await?;
        let uses = self.uses_of(&found, &policy, log).await;
        let report = grant_report::GrantReport::new(&found, &uses, &arguments.grants)?;
        report.show(log.as_ref());
        sdk_names::warn(&found, log).await?;
        policy_check::refuse_uses(&policy, &found, &uses)?;
        report.require(&policy, &arguments)?;
        self.warn_of_place(&arguments.components, log.as_ref());
        let (grants, limits) = (arguments.grants.clone(), limits.clone());
        let loaded = self
            .assemble(found.clone(), &uses, grants, limits, &policy)
            .await?;
        self.compile_ahead(&found, &loading).await;
        Ok(loaded)
    }

    /// Stores the components in the arguments.
    pub(crate) async fn keep_named(
        &self,
        arguments: &Arguments,
        loading: &LoadContext<'_>,
    ) -> Result<Vec<ResolvedComponent>, SourceError> {
        let project = project::nearest(&self.folder);
        let mut found: Vec<ResolvedComponent> = Vec::new();
        let slow: Arc<dyn LogSink> = Arc::new(LastingLog::new(loading.log));
        for typed in &arguments.components {
            let component = match typed {
                Source::File(file) => {
                    let found = (found.as_slice(), project.as_deref());
                    self.keep_typed(file, arguments, found, loading).await?
                }
                Source::Registry(_) | Source::Web(_) => {
                    let loading = LoadContext {
                        log: &slow,
                        ..*loading
                    };
                    let pins = &arguments.pins;
                    let component = self.keep_fetched(typed, pins, &loading).await?;
                    refuse_twice(&found, &component.reference.digest, typed)?;
                    component
                }
            };
            let package = (component.manifest.name(), component.manifest.version());
            let place = &component.reference.place;
            policy_check::require_allowed_place(loading.policy, Some(package), place)?;
            found.push(component);
        }
        Ok(found)
    }

    /// Fetches a component that a user named in a registry, on a web server or in a release.
    pub(crate) async fn keep_fetched(
        &self,
        typed: &Source,
        pins: &[Digest],
        loading: &LoadContext<'_>,
    ) -> Result<ResolvedComponent, SourceError> {
        match typed {
            Source::Registry(reference) => self.keep_referenced(reference, pins, loading).await,
            Source::Web(file) => self.keep_from_web(file, pins, loading).await,
            Source::File(file) => Err(SourceError::new(format!(
                "`{}` is a file, and is not fetched",
                file.display()
            ))
            .hint(fetch_hint(file).unwrap_or_else(|| {
                "`pulumi-wasm cache add FILE` keeps a file in the store".to_owned()
            }))),
        }
    }

    /// Stores a file of the arguments. Fails if the arguments name the same component twice.
    async fn keep_typed(
        &self,
        file: &Path,
        arguments: &Arguments,
        (found, project): (&[ResolvedComponent], Option<&Path>),
        loading: &LoadContext<'_>,
    ) -> Result<ResolvedComponent, SourceError> {
        let typed = Source::File(file.to_owned());
        let file = self.find_typed(file, project)?;
        let (bytes, digest) = read_blocking(&file, loading.limits).await?;
        require_pinned(&arguments.pins, &typed, &digest)?;
        refuse_twice(found, &digest, &typed)?;
        let path = project::recorded_path(&file, project);
        let place = Place::recorded(&path).ok_or_else(|| {
            SourceError::new(format!(
                "`{}` has a name with characters that cannot be recorded",
                Excerpt::name(&path)
            ))
            .hint("rename the file or its folder")
        })?;
        policy_check::require_allowed_place(loading.policy, None, &place)?;
        self.store_bundle_beside(&file, &digest, loading).await;
        let candidate = Candidate {
            bytes,
            reference: ComponentReference { digest, place },
            shown: typed.to_string(),
        };
        self.keep(candidate, &Required::Place, loading).await
    }

    /// Finds the file that a user named. If the command runs in another folder, the lock file of the package has the
    /// file's place in the project.
    fn find_typed(&self, typed: &Path, project: Option<&Path>) -> Result<PathBuf, SourceError> {
        // Removes a `./` in the middle, which is hard to see in messages.
        let direct: PathBuf = self.folder.join(typed).components().collect();
        if direct.exists() {
            return Ok(direct);
        }
        let mut looked = vec![direct.display().to_string()];
        if let (Some(project), Some(name)) = (project, typed.file_name()) {
            let from_lock_files = project::locked_values(project)
                .into_iter()
                .filter_map(|bytes| ParameterValue::parse(&bytes).ok());
            for reference in from_lock_files.flat_map(|value| value.components) {
                let Some(path) = reference.place.path() else {
                    continue;
                };
                let file = project.join(path);
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

    /// Warns if a typed path names no file at the project's root: the engine writes the path into Pulumi.yaml as it
    /// was typed, and resolves it there.
    fn warn_of_place(&self, typed: &[Source], log: &dyn LogSink) {
        let project = project::nearest(&self.folder).filter(|project| *project != self.folder);
        let Some(project) = project.as_deref() else {
            return;
        };
        let lost = typed
            .iter()
            .filter_map(Source::file)
            .filter(|path| path.is_relative() && !project.join(path).exists());
        for path in lost {
            let file = self.folder.join(path);
            let at_root = project::recorded_path(&file, Some(project));
            if !project.join(&at_root).exists() {
                // The file is outside of the project, so no path is right on every machine.
                continue;
            }
            let message = format!(
                "`{}` is a path from `{}`, and `Pulumi.yaml` keeps it as it was typed: without the generated files in \
                 `sdks`, `pulumi install` will not find it\nhint: run it in `{}`: `pulumi package add wasm {}`, with the \
                 same flags",
                path.display(),
                self.folder.display(),
                project.display(),
                quoted(&format!("./{at_root}")),
            );
            log.log(Severity::Warning, "", &message, false);
        }
    }
}

/// Fails if a component was already named.
fn refuse_twice(
    found: &[ResolvedComponent],
    digest: &Digest,
    typed: &Source,
) -> Result<(), SourceError> {
    if found.iter().any(|other| other.reference.digest == *digest) {
        Err(SourceError::new(format!("`{typed}` was given twice")))
    } else {
        Ok(())
    }
}
