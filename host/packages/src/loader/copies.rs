//! Folders with copies of components, which an operator keeps for machines without a network.
//!
//! A copy is known by its digest, so that nothing else of a folder is trusted.

use std::path::{Path, PathBuf};

use pulumi_wasm_platform::env as environment;

use super::Loader;
use super::by_arguments::read_blocking;
use super::found::{Candidate, Found, Loading};
use super::required::Required;
use crate::operator_sources::OperatorSources;
use crate::{ComponentReference, Digest, SourceError};

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
    pub(super) async fn find_copy(
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
    pub(super) async fn kept_or_copied(
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
