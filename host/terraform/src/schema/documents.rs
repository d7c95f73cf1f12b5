//! The parts of the components' schemas that only people read, and those that only this protocol needs.

use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::package::Package;
use serde_json::Value as Json;

use super::names;

/// The schemas of all components as documents.
pub(crate) struct Documents<'a>(Vec<&'a Json>);

impl<'a> Documents<'a> {
    pub(crate) fn of(package: &'a Package) -> Self {
        let components = package.components().iter();
        Self::of_manifests(components.map(|component| component.manifest()))
    }

    /// Ignores a document that can no longer be read.
    pub(super) fn of_manifests(manifests: impl Iterator<Item = &'a Manifest>) -> Self {
        let documents = manifests.filter_map(|manifest| manifest.documents().ok());
        Self(documents.map(|documents| &documents.schema).collect())
    }

    /// The description of a type or function; `kind` is the part of the schema that has it.
    pub(crate) fn description(&self, kind: &str, token: &str) -> &'a str {
        self.text(&[kind, token, "description"])
    }

    pub(crate) fn description_of_package(&self) -> &'a str {
        self.text(&["description"])
    }

    /// The arguments of a function in the order of its author; empty if the author gave none.
    pub(crate) fn argument_order(&self, token: &str) -> Vec<&'a str> {
        self.texts(&["functions", token, "multiArgumentInputs"], |item| {
            item.as_str()
        })
    }

    /// The types that a resource type had before, in Terraform's form.
    pub(crate) fn earlier_types(&self, token: &str) -> Vec<String> {
        let aliases = self.texts(&["resources", token, "aliases"], |item| {
            item.get("type").and_then(Json::as_str)
        });
        aliases.into_iter().map(names::resource_type).collect()
    }

    fn text(&self, path: &[&str]) -> &'a str {
        let mut found = self.found(path);
        found.find_map(Json::as_str).unwrap_or_default()
    }

    fn texts(&self, path: &[&str], read: fn(&Json) -> Option<&str>) -> Vec<&'a str> {
        let lists = self.found(path).filter_map(Json::as_array);
        lists.flatten().filter_map(read).collect()
    }

    fn found(&self, path: &[&str]) -> impl Iterator<Item = &'a Json> {
        self.0.iter().filter_map(|document| {
            let start: &'a Json = document;
            path.iter()
                .try_fold(start, |document, name| document.get(name))
        })
    }
}
