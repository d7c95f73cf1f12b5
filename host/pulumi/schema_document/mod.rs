//! The schema document that the engine asks for: the schemas of all components merged, with the parameter that names
//! the components.

mod filter;
mod snippets;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeSet;

use pulumi_wasm_core::schema::names_for_dotnet;
use pulumi_wasm_packages::{DOWNLOAD_URL, Loaded, parameterization};
use serde_json::{Map, Value, json};

/// The schema of a loaded package. A package with a parameter includes it in its schema; a plugin with the provider's
/// name accepts none. `documents` are the schemas of its components.
#[must_use]
pub fn of_package(loaded: &Loaded, documents: &[&Value]) -> String {
    let variables = loaded.variables();
    match loaded.own_download_url() {
        Some(address) => merge_own(documents, variables, address),
        None => {
            let parameter = loaded.parameter().to_bytes();
            merge(documents, variables, &parameter, DOWNLOAD_URL)
        }
    }
}

/// Merges the filtered schemas of the components. [`pulumi_wasm_core::package::Package::assemble`] has checked that
/// they are consistent. A member that a package has only once (description, license, …) is taken from the first
/// component that has it. `variables` are the environment variables that the package may read. The address is the
/// address of this plugin.
#[must_use]
fn merge(
    documents: &[&Value],
    variables: &BTreeSet<String>,
    parameter: &[u8],
    download_url: &str,
) -> String {
    let address = Some(download_url).filter(|address| !address.is_empty());
    let mut merged = with_address(combined(documents, variables), address);
    merged.insert("parameterization".to_owned(), parameterization(parameter));
    Value::Object(merged).to_string()
}

/// Merges like [`merge`] for a plugin with the provider's name, which has no parameter. The author of the bundle gave
/// the download address: a component does not choose where native programs come from.
#[must_use]
fn merge_own(
    documents: &[&Value],
    variables: &BTreeSet<String>,
    download_url: Option<&str>,
) -> String {
    Value::Object(with_address(combined(documents, variables), download_url)).to_string()
}

fn with_address(mut merged: Map<String, Value>, download_url: Option<&str>) -> Map<String, Value> {
    if let Some(address) = download_url {
        merged.insert("pluginDownloadURL".to_owned(), address.into());
    }
    merged
}

fn combined(documents: &[&Value], variables: &BTreeSet<String>) -> Map<String, Value> {
    let mut merged = Map::new();
    for document in documents {
        for (key, value) in filter::package(document, variables) {
            match merged.get_mut(&key) {
                None => {
                    merged.insert(key, value);
                }
                Some(known) => combine(&key, known, &value),
            }
        }
    }
    with_containers_for_go(named_for_dotnet(merged))
}

/// Makes the generator for Go generate types for lists and maps of each resource, unless a component sets the option
/// itself. An SDK with a list of resources, of this package or of another, does not compile without them.
fn with_containers_for_go(mut merged: Map<String, Value>) -> Map<String, Value> {
    let resources = merged.get("resources").and_then(Value::as_object);
    if resources.is_none_or(Map::is_empty) {
        return merged;
    }
    let languages = merged.entry("language").or_insert_with(|| json!({}));
    if let Value::Object(languages) = languages
        && let Value::Object(go) = languages.entry("go").or_insert_with(|| json!({}))
    {
        let key = "generateResourceContainerTypes".to_owned();
        go.entry(key).or_insert(true.into());
    }
    merged
}

/// Sets a .NET name for properties whose generated name would be the name of their class or of another member.
fn named_for_dotnet(merged: Map<String, Value>) -> Map<String, Value> {
    let mut document = Value::Object(merged);
    for (place, name) in names_for_dotnet(&document) {
        if let Some(Value::Object(property)) = document.pointer_mut(&place) {
            let languages = property.entry("language").or_insert_with(|| json!({}));
            if let Value::Object(languages) = languages {
                languages.insert("csharp".to_owned(), json!({ "name": name }));
            }
        }
    }
    match document {
        Value::Object(merged) => merged,
        _ => Map::new(),
    }
}

/// Merges a key of another component's schema.
fn combine(key: &str, known: &mut Value, value: &Value) {
    match (key, known, value) {
        ("resources" | "functions" | "types", Value::Object(known), Value::Object(more)) => {
            for (token, definition) in more {
                known
                    .entry(token.clone())
                    .or_insert_with(|| definition.clone());
            }
        }
        ("config" | "provider", Value::Object(known), Value::Object(more)) => {
            for (part, value) in more {
                match (known.get_mut(part), value) {
                    (Some(Value::Object(known)), Value::Object(more)) => {
                        for (name, property) in more {
                            known
                                .entry(name.clone())
                                .or_insert_with(|| property.clone());
                        }
                    }
                    (Some(Value::Array(known)), Value::Array(more)) => {
                        let names: BTreeSet<&str> =
                            known.iter().filter_map(Value::as_str).collect();
                        let new: Vec<Value> = more
                            .iter()
                            .filter(|name| name.as_str().is_some_and(|name| !names.contains(name)))
                            .cloned()
                            .collect();
                        known.extend(new);
                    }
                    (Some(_), _) => {}
                    (None, value) => {
                        known.insert(part.clone(), value.clone());
                    }
                }
            }
        }
        _ => {}
    }
}
