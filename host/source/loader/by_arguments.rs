//! Loading what a user named on the command line.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{Found, Loaded, Loader};
use crate::provider::call::LogSink;
use crate::source::value::{flags, quoted};
use crate::source::{
    Arguments, ComponentReference, ParameterValue, SourceError, project, read_component,
};

impl Loader {
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

    /// The file that a user named. From another folder than the one where it was typed, the lock file of the package
    /// says where the file is in the project.
    fn find_typed(&self, typed: &Path, project: Option<&Path>) -> Result<PathBuf, SourceError> {
        // Without the `./` in the middle, which people read over.
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
