//! The places of credentials, and the order in which they are searched.

use std::fmt;
use std::io;
use std::path::PathBuf;

use pulumi_wasm_core::text::Excerpt;

use super::credential::FoundCredential;
use super::file::{self, Document};
use super::helper;
use crate::RegistryError;

/// A place where credentials may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CredentialFile {
    /// A file that this variable names. It must exist.
    Named {
        file: PathBuf,
        variable: &'static str,
    },
    /// A file at a default place, which may be missing.
    Usual(PathBuf),
    /// The content of a credentials file, in this variable.
    Text {
        text: Secret,
        variable: &'static str,
    },
}

/// A text that debug output does not show.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}

/// The places of credentials in the order of search, and the folders of helpers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CredentialFiles {
    pub files: Vec<CredentialFile>,
    /// The folders to search for helpers.
    pub programs: Vec<PathBuf>,
}

impl CredentialFiles {
    /// The credentials for a repository, from the first place that has an entry for it.
    ///
    /// # Errors
    /// If a place cannot be read or parsed, or a helper fails. Such a place is not treated as empty.
    pub(crate) async fn find(
        &self,
        registry: &str,
        repository: &str,
    ) -> Result<Option<FoundCredential>, RegistryError> {
        for place in &self.files {
            let (text, shown) = match place {
                CredentialFile::Text { text, variable } => (
                    text.0.clone().into_bytes(),
                    format!("the variable `{variable}`"),
                ),
                CredentialFile::Named { file, variable } => {
                    let shown = format!("`{}`, which `{variable}` names,", file.display());
                    let text =
                        file::read(file).map_err(|error| unreadable(&shown, &error.to_string()))?;
                    (text, shown)
                }
                CredentialFile::Usual(file) => {
                    let shown = format!("`{}`", file.display());
                    match file::read(file) {
                        Ok(text) => (text, shown),
                        Err(error) if is_missing(&error) => continue,
                        Err(error) => return Err(unreadable(&shown, &error.to_string())),
                    }
                }
            };
            let document = Document::parse(&text).map_err(|reason| unreadable(&shown, &reason))?;
            if let Some(found) = self
                .find_in(&document, &shown, registry, repository)
                .await?
            {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    async fn find_in(
        &self,
        document: &Document,
        shown: &str,
        registry: &str,
        repository: &str,
    ) -> Result<Option<FoundCredential>, RegistryError> {
        let names = file::names(registry);
        for name in &names {
            if let Some(helper) = document.helper(name) {
                return helper::request(helper, name, &self.programs).await;
            }
        }
        let entry = document.entry(registry, repository);
        let credential = entry.map_err(|reason| unreadable(shown, &reason))?;
        if let Some(credential) = credential {
            let place = shown.to_owned();
            return Ok(Some(FoundCredential { credential, place }));
        }
        let Some(store) = document.store() else {
            return Ok(None);
        };
        for name in &names {
            if let Some(found) = helper::request(store, name, &self.programs).await? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// Whether the file does not exist. Below `HOME=/dev/null`, the path of the folder leads to a file.
fn is_missing(error: &io::Error) -> bool {
    let kind = error.kind();
    [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&kind)
}

fn unreadable(place: &str, reason: &str) -> RegistryError {
    let place = place.trim_end_matches(',');
    RegistryError::new(format!(
        "credentials cannot be read from {place}: {}",
        Excerpt::reason(reason)
    ))
    .hint("correct it, or remove it and log in again")
}
