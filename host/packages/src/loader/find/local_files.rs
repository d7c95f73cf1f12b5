//! Finds recorded components that are not in the store in other files of this machine: at the recorded path, in the project, and in
//! folders with copies that an operator keeps for machines without a network.
//!
//! The digest alone identifies a file.

use std::path::{Path, PathBuf};

use pulumi_wasm_platform::env as environment;

use crate::loader::Loader;
use crate::loader::candidate::{Candidate, Found, Loading};
use crate::loader::find::arguments::read_blocking;
use crate::loader::judge::requirements::Required;
use crate::operator_sources::OperatorSources;
use crate::{ComponentReference, Declared, Digest, ParameterValue, Source, SourceError, project};

/// The folder of a project for components that stacks were deployed with, beside those that packages are made of.
const CARRIED: &str = "wasm-components";
/// So many files of that folder are looked at. Each of them is read, and far fewer are needed.
const MOST_CARRIED: usize = 200;

/// What came of looking for a component.
pub(crate) enum Elsewhere {
    Found(Candidate),
    /// The places that were looked at, in words for people.
    Missing(Vec<String>),
}

impl Loader {
    /// Looks for a component by its digest at its recorded path, and among those that the project carries. A file with
    /// another digest is not taken, wherever it is.
    pub(crate) async fn find_elsewhere(
        &self,
        reference: &ComponentReference,
        value: &ParameterValue,
        loading: &Loading<'_>,
    ) -> Result<Elsewhere, SourceError> {
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
                    self.bring_beside(&file, &digest, loading).await;
                    return Ok(Elsewhere::Found(Candidate::of(bytes, reference)));
                }
                Ok((_, digest)) => format!("now is {digest}"),
                Err(_) => "is missing or unusable".to_owned(),
            };
            looked.push(format!("`{}`{origin}, which {found}", file.display()));
        }
        for folder in self.carried_folders() {
            for file in wasm_files(&folder) {
                let read = read_blocking(&file, limits).await;
                if let Ok((bytes, digest)) = read
                    && digest == reference.digest
                {
                    self.bring_beside(&file, &digest, loading).await;
                    return Ok(Elsewhere::Found(Candidate::of(bytes, reference)));
                }
            }
            looked.push(format!("the folder `{}`", folder.display()));
        }
        Ok(match self.find_copy(reference, loading).await? {
            Ok(candidate) => Elsewhere::Found(candidate),
            Err(folders) => {
                looked.extend(folders);
                Elsewhere::Missing(looked)
            }
        })
    }

    /// The files of that name that the project's file gives to the package, which may lie outside of the project, but for those at
    /// the recorded path.
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
            // Without the `./` in the middle, which people read over.
            .map(|path| folder.join(path).components().collect());
        let recorded = self.recorded_files(reference);
        files.filter(|file| !recorded.contains(file)).collect()
    }

    /// The folders of carried components that are there.
    fn carried_folders(&self) -> Vec<PathBuf> {
        let folders = self.recorded_folders().into_iter();
        let folders = folders.map(|folder| folder.join(CARRIED));
        folders.filter(|folder| folder.is_dir()).collect()
    }

    /// Why a component is not to be had, and what helps.
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
        // Where the project's file says how the package is added, nothing has to be typed again.
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
            project.join(CARRIED).display(),
        ))
    }
}

/// The component files of a folder, by name, as many as are looked at.
fn wasm_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|end| end == "wasm"))
        .take(MOST_CARRIED)
        .collect();
    files.sort();
    files
}

/// The names that a copy may have in a folder: its digest, or that in an image layout of OCI.
fn files(folder: &Path, digest: &Digest) -> [PathBuf; 2] {
    let blobs = folder.join("blobs").join("sha256");
    [
        folder.join(format!("{}.wasm", digest.hex())),
        blobs.join(digest.hex()),
    ]
}

/// The folders that the operator names, with the name of the setting: those of the environment come first.
fn folders() -> Result<Vec<(PathBuf, String)>, SourceError> {
    let of_environment = environment::component_folders().into_iter();
    let of_environment = of_environment.map(|folder| (folder, environment::FOLDERS.to_owned()));
    let sources = OperatorSources::of_environment()?;
    let of_files = sources.folders();
    let of_files = of_files.map(|(folder, file)| (folder.to_owned(), file.display().to_string()));
    Ok(of_environment.chain(of_files).collect())
}

impl Loader {
    /// A copy of a component in the folders that the operator names, whose signatures are brought with it. The inner error is the places that were looked at, in words for
    /// people.
    pub(crate) async fn find_copy(
        &self,
        reference: &ComponentReference,
        loading: &Loading<'_>,
    ) -> Result<Result<Candidate, Vec<String>>, SourceError> {
        let mut looked = Vec::new();
        for (folder, named_by) in folders()? {
            if !folder.is_absolute() {
                // It would be another folder for each command, so that no operator means it.
                looked.push(format!(
                    "the folder `{}` of `{named_by}`, which is passed over, since it is not an absolute path",
                    folder.display(),
                ));
                continue;
            }
            let mut reason = "";
            for file in files(&folder, &reference.digest) {
                match read_blocking(&file, loading.limits).await {
                    Ok((bytes, digest)) if digest == reference.digest => {
                        self.bring_beside(&file, &digest, loading).await;
                        self.bring_laid_out(&folder, &digest, loading).await?;
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

    /// The component of a reference, from the store or else from the operator's folders.
    pub(crate) async fn kept_or_copied(
        &self,
        reference: &ComponentReference,
        loading: &Loading<'_>,
    ) -> Result<Option<Found>, SourceError> {
        if let Some(found) = self.kept(reference, loading).await? {
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
