//! A loaded package: its schema for the engine, and its description.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use pulumi_wasm_capability::asset::hash_at_path;
use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::schema::MissingKey;
use pulumi_wasm_core::value::{Archive, ArchiveContent, AssetContent, PropertyValue};
use serde_json::Value;

use crate::loader::Loaded;
use crate::loader::blocking::run_blocking;
use crate::{ParameterValue, SourceError};

impl Loaded {
    /// How long running calls may continue after a cancel.
    #[must_use]
    pub fn cancel_grace(&self) -> Duration {
        self.value.limits.time(Limit::CancelGrace)
    }

    /// Makes the text of a schema from the schemas of all components, on a thread that may block.
    ///
    /// # Errors
    /// When a component's manifest cannot be read any more.
    pub async fn schema(
        self: Arc<Self>,
        make: impl FnOnce(&Self, &[&Value]) -> String + Send + 'static,
    ) -> Result<String, SourceError> {
        run_blocking(move || {
            let mut documents = Vec::new();
            for component in self.package.components() {
                documents.push(&component.manifest().documents()?.schema);
            }
            Ok(make(&self, &documents))
        })
        .await?
    }

    /// The files and folders that values name by their paths, with their hashes, in the order of the values, for an engine that sends
    /// none; see [`hash_at_path`]. A file that cannot be read has an empty hash.
    ///
    /// # Errors
    /// When the process ends before the files are read.
    pub async fn files_at_paths(
        &self,
        values: Vec<PropertyValue>,
    ) -> Result<Vec<PropertyValue>, SourceError> {
        let limits = self.value.limits.clone();
        let read = move |value: PropertyValue| {
            let mut value = of_its_kind(value);
            let found = hash_at_path(&value, &limits).unwrap_or_default();
            match &mut value {
                PropertyValue::Asset(asset) => asset.hash = found,
                PropertyValue::Archive(archive) => archive.hash = found,
                _ => {}
            }
            value
        };
        run_blocking(move || values.into_iter().map(read).collect()).await
    }

    /// The environment variables that were granted and that the operator's policy allows.
    #[must_use]
    pub fn variables(&self) -> &BTreeSet<String> {
        &self.variables
    }

    /// The address that Pulumi downloads the plugin from, if this program was started for the package: `Some(None)` if
    /// the bundle has no address. `None` if the package has a parameter.
    #[must_use]
    pub fn own_download_url(&self) -> Option<Option<&str>> {
        Some(self.own.as_ref()?.download_url.as_deref())
    }

    /// Reads the parts that no lifecycle call needs, if they were not read yet, while other requests are answered.
    ///
    /// # Errors
    /// When a component's manifest cannot be read any more.
    pub async fn read_documents(self: Arc<Self>) -> Result<(), SourceError> {
        run_blocking(move || {
            for component in self.package.components() {
                component.manifest().documents()?;
            }
            Ok(())
        })
        .await?
    }

    /// The parameter that leads back to the package, as its schema has it.
    #[must_use]
    pub fn parameter(&self) -> ParameterValue {
        ParameterValue {
            version: self.package.version().to_owned(),
            ..self.value.clone()
        }
    }

    /// Adds advice for missing keys: one command that takes all of them from the environment, with the last key that
    /// has a variable.
    #[must_use]
    pub fn explain_missing(&self, mut keys: Vec<MissingKey>) -> Vec<MissingKey> {
        if self.own.is_some() {
            // Its user cannot grant anything.
            return keys;
        }
        let granted = &self.value.grants.env;
        let variables = keys.iter().flat_map(|key| &key.variables);
        let new: BTreeSet<String> = variables
            .filter(|name| !granted.contains(*name))
            .cloned()
            .collect();
        let is_new = |key: &&mut MissingKey| key.variables.iter().any(|name| new.contains(name));
        if let Some(last) = keys.iter_mut().rev().find(is_new) {
            let mut wider = self.value.clone();
            wider.grants.env.extend(new.iter().cloned());
            let them = if new.len() == 1 { "it" } else { "them" };
            last.description.push_str(&format!(
                " To let the package read {them}: `{}`",
                self.loader.command(&wider)
            ));
        }
        keys
    }
}

/// A folder as an archive, because the type for files takes archives as well, and a path alone does not say which is meant.
fn of_its_kind(value: PropertyValue) -> PropertyValue {
    if let PropertyValue::Asset(asset) = &value
        && let AssetContent::Path(path) = &asset.content
        && Path::new(path).is_dir()
    {
        return PropertyValue::Archive(Box::new(Archive {
            hash: String::new(),
            content: ArchiveContent::Path(path.clone()),
        }));
    }
    value
}

#[cfg(test)]
mod tests {
    use pulumi_wasm_core::value::Asset;

    use super::*;

    #[test]
    fn a_folder_is_an_archive() {
        let folder = tempfile::tempdir().expect("a folder");
        let asset = |path: &Path| {
            PropertyValue::Asset(Box::new(Asset {
                hash: String::new(),
                content: AssetContent::Path(path.display().to_string()),
            }))
        };
        let found = of_its_kind(asset(folder.path()));
        assert!(matches!(found, PropertyValue::Archive(_)), "{found:?}");
        let missing = asset(&folder.path().join("none"));
        assert_eq!(of_its_kind(missing.clone()), missing);
    }
}
