//! Files that name the plugin of an SDK: `package.json`, `pulumi-plugin.json`, a declaration in YAML.
//!
//! Their contents are compared with the values that were found in them, because other text may be beside the value that
//! counts.

use std::path::Path;

use memchr::memmem;
use serde::Deserialize;

use super::members::Node;
use super::values;
use crate::plugin_reference::PLUGIN;
use crate::yaml::in_plain_words;

/// The key that marks a declaration for Pulumi's YAML runtime.
const DECLARATION: &[u8] = b"packageDeclarationVersion";

/// The kind of a file, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// The `package.json` of an SDK.
    NodePackage,
    /// A `pulumi-plugin.json`.
    Plugin,
    /// YAML, which may declare a package.
    Yaml,
    Other,
}

impl Kind {
    pub(super) fn of(file: &Path) -> Self {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        match name.to_lowercase().as_str() {
            "package.json" => Self::NodePackage,
            "pulumi-plugin.json" => Self::Plugin,
            name if name.ends_with(".yaml") || name.ends_with(".yml") => Self::Yaml,
            _ => Self::Other,
        }
    }
}

/// A declaration in YAML.
#[derive(Deserialize)]
struct Declaration {
    #[serde(default)]
    name: String,
    #[serde(default)]
    parameterization: Option<Parameterization>,
}

#[derive(Deserialize)]
struct Parameterization {
    value: String,
}

/// Compares the value that a file declares with the values that were found in it.
///
/// # Errors
/// A sentence with the reason, if it is damaged or has another form.
pub(super) fn understand(
    file: &Path,
    bytes: &[u8],
    in_sdks: bool,
    found: &[Vec<u8>],
) -> Result<(), String> {
    let value = match Kind::of(file) {
        Kind::Other => None,
        Kind::Yaml => declared(bytes)?,
        kind => described(bytes, kind, in_sdks)?,
    };
    let Some(value) = value.filter(|value| !value.is_empty()) else {
        return Ok(());
    };
    let said = values::find(value.as_bytes())?;
    if !said.is_empty() && said.iter().all(|value| found.contains(value)) {
        Ok(())
    } else {
        Err("it has a parameter for this plugin that cannot be read".to_owned())
    }
}

/// The value in a description in JSON, if it is for this plugin.
fn described(bytes: &[u8], kind: Kind, in_sdks: bool) -> Result<Option<String>, String> {
    let text = String::from_utf8_lossy(bytes);
    let document: Node = match serde_json::from_str(&text) {
        Ok(document) => document,
        // Packages contain such files as test data.
        Err(_) if !in_sdks && !text.contains("parameterization") => return Ok(None),
        Err(error) => return Err(format!("it is damaged: {error}")),
    };
    let plugin = match kind {
        Kind::NodePackage => document.member("pulumi")?,
        _ => match &document {
            Node::Object(_) => Some(&document),
            _ if in_sdks => return Err("it is damaged: not an object".to_owned()),
            _ => None,
        },
    };
    let Some(plugin) = plugin else {
        return Ok(None);
    };
    if plugin.text("name")? != Some(PLUGIN) {
        return Ok(None);
    }
    let value = match plugin.member("parameterization")? {
        Some(parameterization) => parameterization.text("value")?,
        None => None,
    };
    Ok(value.map(str::to_owned))
}

/// The value in a declaration in YAML, if it is for this plugin.
fn declared(bytes: &[u8]) -> Result<Option<String>, String> {
    if memmem::find(bytes, DECLARATION).is_none() {
        return Ok(None);
    }
    let damaged = |error: String| format!("it declares a package, and is damaged: {error}");
    let text = std::str::from_utf8(bytes).map_err(|error| damaged(error.to_string()))?;
    // A tag changes a scalar, and a merge key a mapping. No lock file has either.
    if text.contains('!') || text.contains("<<") {
        return Err("it declares a package, and has a tag or a merge key".to_owned());
    }
    let declaration: Declaration = serde_saphyr::from_str(text)
        .map_err(|error| damaged(in_plain_words(&error.without_snippet().to_string())))?;
    let ours = (declaration.name == PLUGIN).then_some(declaration.parameterization);
    Ok(ours
        .flatten()
        .map(|parameterization| parameterization.value))
}
