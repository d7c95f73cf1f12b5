//! A component's manifest: its description of itself. The format is documented in `docs/author/manifest.md`.
//!
//! The host reads a manifest when it first sees a component: the schema first, then the other members, into the same
//! tables. It reports all mistakes at once, each with its place. It then stores a good manifest as [`ManifestParts`],
//! so that later starts read only the parts that their calls need.

mod bounds;
mod default_variables;
mod documents;
mod error;
mod format;
mod hooks;
mod items;
mod mapping;
mod parts;
mod permissions;
mod resources;
#[cfg(test)]
mod tests;
mod uses;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

pub use bounds::{Bound, Bounds};
pub use documents::Documents;
pub use error::ManifestError;
pub use format::FORMAT;
pub use hooks::Hook;
use hooks::Hooks;
pub use mapping::Mapping;
pub use parts::{ManifestParts, Unreadable};
pub use permissions::configured::{ConfiguredPath, Step};
pub use permissions::net::{BasicUser, Credential, CredentialForm, SafeRequest};
pub use permissions::route::{ClientCertificateNames, TlsWant};
pub use permissions::{EnvPermission, NetPermission, Permissions};
pub use resources::FunctionTraits;
use serde::{Deserialize, Serialize};
use serde_json::Value;
pub use uses::{Parameter, UsedPackage};

use super::schema::PackageSchema;
use crate::schema::parse::reader::{Members, Reader};

/// The SDK that built a component.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sdk {
    pub name: String,
    pub version: String,
}

/// A manifest that was read and checked.
///
/// It is stored in two forms: this value for a start, and the entries of its tables one by one as [`ManifestParts`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Manifest {
    pub sdk: Sdk,
    pub schema: PackageSchema,
    pub permissions: Permissions,
    /// The packages whose resources the package's components may register, by name.
    pub uses: BTreeMap<String, UsedPackage>,
    provider_hooks: Hooks,
    /// In the order of the schema's resources.
    resource_hooks: Vec<Hooks>,
    /// In the order of the schema's functions.
    functions: Vec<FunctionTraits>,
    /// The schema's declaration of each configuration value, as JSON text.
    declarations: BTreeMap<String, String>,
    #[serde(skip)]
    documents: OnceLock<Documents>,
    /// The source of entries that were not read yet; `None` if all were read.
    #[serde(skip)]
    parts: Option<Arc<dyn ManifestParts>>,
}

impl Manifest {
    /// Reads and checks a manifest within the default bounds.
    ///
    /// # Errors
    /// If it is too large, is not a manifest of a known format, or contains mistakes. Each mistake has its place.
    pub fn parse(text: &str) -> Result<Self, ManifestError> {
        Self::parse_within(text, &Bounds::default())
    }

    /// Parses and validates a manifest within the given bounds. A manifest of the maximum default size takes up to some
    /// seconds, so do not call it on a thread that serves requests.
    ///
    /// # Errors
    /// Like [`Self::parse`].
    pub fn parse_within(text: &str, bounds: &Bounds) -> Result<Self, ManifestError> {
        bounds::measure(text, bounds)?;
        let (root, schema_document) = documents::parts_of(text)?;
        let schema = PackageSchema::parse(&schema_document).map_err(|mistakes| {
            let in_schema = mistakes.iter().map(|mistake| format!("/schema{mistake}"));
            ManifestError::Mistakes(in_schema.collect())
        })?;
        beside(&root, schema, schema_document, bounds)
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.schema.name
    }

    #[must_use]
    pub fn version(&self) -> &str {
        &self.schema.version
    }

    /// Whether the manifest lists a hook of the provider itself.
    #[must_use]
    pub fn provider_has(&self, hook: Hook) -> bool {
        self.provider_hooks.contains(hook)
    }

    /// Whether the manifest lists a hook for a resource type.
    #[must_use]
    pub fn resource_has(&self, token: &str, hook: Hook) -> bool {
        let position = self.schema.resources.position(token);
        position
            .and_then(|index| self.resource_hooks.get(index))
            .is_some_and(|hooks| hooks.contains(hook))
    }

    /// Whether the manifest lists the hook `construct` for any resource type.
    #[must_use]
    pub fn constructs(&self) -> bool {
        let mut all = self.resource_hooks.iter();
        all.any(|hooks| hooks.contains(Hook::Construct))
    }

    /// The environment variables of configuration values whose addresses are permissions. Generated SDKs read these
    /// variables.
    pub fn variables_of_addresses(&self) -> impl Iterator<Item = &str> {
        let paths = self
            .permissions
            .net
            .iter()
            .filter_map(NetPermission::configured);
        paths
            .filter_map(|path| path.property(&self.schema))
            .flat_map(|property| &property.environment)
            .map(String::as_str)
    }

    /// The environment variables that give a configuration value which the host keeps from the component, each with the name of that
    /// value.
    #[must_use]
    pub fn withheld_variables(&self) -> BTreeMap<String, String> {
        default_variables::withheld(&self.permissions, &self.schema)
            .map(|(variable, property)| (variable.to_owned(), property.to_owned()))
            .collect()
    }

    /// The traits of a function, or the defaults.
    #[must_use]
    pub fn function(&self, token: &str) -> FunctionTraits {
        let position = self.schema.functions.position(token);
        position
            .and_then(|index| self.functions.get(index))
            .copied()
            .unwrap_or_default()
    }

    /// The schema's declaration of a configuration value as JSON text; `None` if it is not declared.
    pub(super) fn declaration(&self, key: &str) -> Option<&str> {
        self.declarations.get(key).map(String::as_str)
    }
}

/// Reads everything outside the schema.
fn beside(
    root: &Members,
    schema: PackageSchema,
    schema_document: Value,
    bounds: &Bounds,
) -> Result<Manifest, ManifestError> {
    const KNOWN: [&str; 10] = [
        "manifest",
        "sdk",
        "schema",
        "provider",
        "resources",
        "types",
        "functions",
        "mappings",
        "permissions",
        "packages",
    ];
    let mut schema = schema;
    let mut reader = Reader::with_patterns(bounds.patterns);
    reader.only(root, &KNOWN, "");
    format::check(&mut reader, root);
    let sdk = sdk(&mut reader, root);
    // Types come first, because their rules apply at each use of the type.
    resources::types(&mut reader, root, &mut schema);
    let provider_hooks = resources::provider(&mut reader, root, &mut schema);
    let resource_hooks = resources::resources(&mut reader, root, &mut schema);
    let functions = resources::functions(&mut reader, root, &mut schema);
    let mappings = mapping::read(&mut reader, root);
    let permissions = permissions::read(&mut reader, root, &schema);
    default_variables::check(&mut reader, &permissions, &schema, &schema_document);
    let uses = uses::read(&mut reader, root, &schema.name);
    if reader.has_too_many_patterns() {
        return Err(ManifestError::TooLarge {
            bound: Bound::Patterns,
            most: bounds.patterns,
        });
    }
    documents::require_no_mistakes(reader)?;
    Ok(Manifest {
        sdk,
        schema,
        permissions,
        uses,
        provider_hooks,
        resource_hooks,
        functions,
        declarations: declarations(&schema_document),
        documents: OnceLock::from(Documents {
            schema: schema_document,
            mappings,
        }),
        parts: None,
    })
}

fn declarations(schema_document: &Value) -> BTreeMap<String, String> {
    let provider = schema_document.get("provider");
    let properties = provider.and_then(|provider| provider.get("inputProperties"));
    let properties = properties.and_then(Value::as_object).into_iter().flatten();
    properties
        .map(|(key, declared)| (key.clone(), declared.to_string()))
        .collect()
}

fn sdk(reader: &mut Reader, root: &Members) -> Sdk {
    let Some(spec) = reader.object_member(root, "sdk", "") else {
        return Sdk::default();
    };
    reader.only(spec, &["name", "version"], "/sdk");
    let mut text = |key: &str| {
        let text = reader.text(spec, key, "/sdk");
        text.unwrap_or_default().to_owned()
    };
    Sdk {
        name: text("name"),
        version: text("version"),
    }
}
