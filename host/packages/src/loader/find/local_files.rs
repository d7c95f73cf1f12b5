//! Finds recorded components that are not in the store in other files of this machine: at the recorded path, in the
//! project, and in folders with copies that an operator keeps for machines without a network.
//!
//! The digest alone identifies a file.

use std::path::{Path, PathBuf};

use pulumi_wasm_platform::env as environment;

use crate::loader::Loader;
use crate::loader::candidate::{Candidate, LoadContext, ResolvedComponent};
use crate::loader::find::arguments::read_blocking;
use crate::loader::judge::requirements::Required;
use crate::operator_sources::OperatorSources;
use crate::{ComponentReference, Declared, Digest, ParameterValue, Source, SourceError, project};

/// The folder of a project for components that its stacks were deployed with.
const PROJECT_COMPONENTS: &str = "wasm-components";
/// The number of files that are searched in that folder. Each of them is read.
const MAX_PROJECT_COMPONENTS: usize = 200;

/// The result of looking for a component in the files of this machine.
pub(crate) enum LocalSearch {
    Found(Candidate),
    /// A description of each place that was searched.
    Missing(Vec<String>),
}

impl Loader {
    /// Looks for a component by its digest at its recorded path, in the project's folder of components, and in the
    /// operator's folders. A file with another digest is never used.
    pub(crate) async fn find_elsewhere(
        &self,
        reference: &ComponentReference,
        value: &ParameterValue,
        loading: &LoadContext<'_>,
    ) -> Result<LocalSearch, SourceError> {
        let limits = loading.limits;
        let mut looked = Vec::new();
        let recorded = self.recorded_files(reference).into_iter();
        let declared = self.declared_files(reference, value).into_iter();
        let files = recorded
            .map(|file| (file, ""))
            .chain(declared.map(|file| (file, " from `Pulumi.yaml`")));
        for (file, origin) in files {
            let found = match read_blocking(&file, limits).await {
                Ok((bytes, digest)) if digest == reference.digest => {
                    self.store_bundle_beside(&file, &digest, loading).await;
                    return Ok(LocalSearch::Found(Candidate::of(bytes, reference)));
                }
                Ok((_, digest)) => format!("now is {digest}"),
                Err(_) => "is missing or unusable".to_owned(),
            };
            looked.push(format!("`{}`{origin}, which {found}", file.display()));
        }
        for folder in self.project_component_folders() {
            for file in wasm_files(&folder) {
                let read = read_blocking(&file, limits).await;
                if let Ok((bytes, digest)) = read
                    && digest == reference.digest
                {
                    self.store_bundle_beside(&file, &digest, loading).await;
                    return Ok(LocalSearch::Found(Candidate::of(bytes, reference)));
                }
            }
            looked.push(format!("the folder `{}`", folder.display()));
        }
        Ok(match self.find_copy(reference, loading).await? {
            Ok(candidate) => LocalSearch::Found(candidate),
            Err(folders) => {
                looked.extend(folders);
                LocalSearch::Missing(looked)
            }
        })
    }

    /// The files with the recorded name that the project's file lists for the package, except files at the recorded
    /// path. They may be outside of the project.
    fn declared_files(
        &self,
        reference: &ComponentReference,
        value: &ParameterValue,
    ) -> Vec<PathBuf> {
        let Ok(Some(declared)) = Declared::nearest(&self.folder) else {
            return Vec::new();
        };
        let Some(name) = reference
            .place
            .path()
            .map(|path| Path::new(path).file_name())
        else {
            return Vec::new();
        };
        let folder = declared.file.parent().unwrap_or(Path::new(""));
        let sources = declared.components(&value.name);
        let files = sources
            .iter()
            .filter_map(Source::file)
            .filter(|path| path.file_name() == name)
            // Removes a `./` in the middle, which is hard to see in messages.
            .map(|path| folder.join(path).components().collect());
        let recorded = self.recorded_files(reference);
        files.filter(|file| !recorded.contains(file)).collect()
    }

    /// The project's existing folders of components.
    fn project_component_folders(&self) -> Vec<PathBuf> {
        let folders = self.recorded_folders().into_iter();
        let folders = folders.map(|folder| folder.join(PROJECT_COMPONENTS));
        folders.filter(|folder| folder.is_dir()).collect()
    }

    /// The error for a component that was not found, with a hint.
    pub(crate) fn missing(
        &self,
        reference: &ComponentReference,
        value: &ParameterValue,
        looked: &[String],
    ) -> SourceError {
        let project = project::nearest(&self.folder);
        let project = project.as_ref().unwrap_or(&self.folder);
        let is_declared = |declared: &Declared| declared.names(&value.name);
        let declared = Declared::nearest(&self.folder).ok().flatten();
        // If the project's file names the package, `pulumi install` adds it again.
        let command = match declared.filter(is_declared) {
            Some(_) => "pulumi install".to_owned(),
            None => self.command(value),
        };
        SourceError::new(format!(
            "the component `{}` of package `{}` ({}) is not on this machine; looked at {}",
            reference.place,
            value.name,
            reference.digest,
            looked.join(", and ")
        ))
        .hint(format!(
            "get the file with that digest, from your builds or the machine that deployed last, and run `pulumi-wasm cache add FILE`, or put it into the folder `{}`. If the program's SDK names that digest, and not only the stack's state, `{command}` with a new build replaces it",
            project.join(PROJECT_COMPONENTS).display(),
        ))
    }
}

/// The component files of a folder by name, at most [`MAX_PROJECT_COMPONENTS`].
fn wasm_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|end| end == "wasm"))
        .take(MAX_PROJECT_COMPONENTS)
        .collect();
    files.sort();
    files
}

/// The names that a copy may have in a folder: its digest, or its path in an OCI layout.
fn files(folder: &Path, digest: &Digest) -> [PathBuf; 2] {
    let blobs = folder.join("blobs").join("sha256");
    [
        folder.join(format!("{}.wasm", digest.hex())),
        blobs.join(digest.hex()),
    ]
}

/// The folders that the operator names, each with the name of its setting. Folders from the environment come first.
fn folders() -> Result<Vec<(PathBuf, String)>, SourceError> {
    let from_environment = environment::component_folders().into_iter();
    let from_environment = from_environment.map(|folder| (folder, environment::FOLDERS.to_owned()));
    let sources = OperatorSources::from_environment()?;
    let of_files = sources.folders();
    let of_files = of_files.map(|(folder, file)| (folder.to_owned(), file.display().to_string()));
    Ok(from_environment.chain(of_files).collect())
}

impl Loader {
    /// Looks for a copy of a component in the operator's folders, and stores its signatures. The inner error
    /// describes each place that was searched.
    pub(crate) async fn find_copy(
        &self,
        reference: &ComponentReference,
        loading: &LoadContext<'_>,
    ) -> Result<Result<Candidate, Vec<String>>, SourceError> {
        let mut looked = Vec::new();
        for (folder, named_by) in folders()? {
            if !folder.is_absolute() {
                // A relative path means another folder in each working folder.
                looked.push(format!(
                    "the folder `{}` of `{named_by}`, which is ignored, because it is not an absolute path",
                    folder.display(),
                ));
                continue;
            }
            let mut reason = "";
            for file in files(&folder, &reference.digest) {
                match read_blocking(&file, loading.limits).await {
                    Ok((bytes, digest)) if digest == reference.digest => {
                        self.store_bundle_beside(&file, &digest, loading).await;
                        self.store_layout_signatures(&folder, &digest, loading)
                            .await?;
                        return Ok(Ok(Candidate::of(bytes, reference)));
                    }
                    Err(_) if !file.exists() => {}
                    _ => reason = ", which has a file of that name with other bytes",
                }
            }
            looked.push(format!(
                "the folder `{}` of `{named_by}`{reason}",
                folder.display(),
            ));
        }
        Ok(Err(looked))
    }

    /// The component of a reference, from the store or from the operator's folders.
    pub(crate) async fn kept_or_copied(
        &self,
        reference: &ComponentReference,
        loading: &LoadContext<'_>,
    ) -> Result<Option<ResolvedComponent>, SourceError> {
        if let Some(found) = self.kept(reference).await? {
            return Ok(Some(found));
        }
        match self.find_copy(reference, loading).await? {
            Ok(candidate) => self
                .keep(candidate, &Required::Place, loading)
                .await
                .map(Some),
            Err(_) => Ok(None),
        }
    }
}
