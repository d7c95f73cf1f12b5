//! What a component says about itself. The format is described in `docs/manifest.md`.
//!
//! A manifest is read once, when a component is loaded: the schema first, then what stands beside it, into the same
//! tables. All mistakes are told at once, each with its place.

mod hooks;
mod mapping;
mod net;
mod resources;
#[cfg(test)]
mod tests;
mod wants;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

pub use hooks::Hook;
pub use mapping::Mapping;
pub use net::{BasicUser, Credential, CredentialForm, ReadingRequest};
pub use resources::FunctionTraits;
pub use wants::{EnvWant, NetWant, Wants};

use super::schema::PackageSchema;
use super::schema::reader::{Members, Reader};

/// The format that this host reads and writes.
pub const FORMAT: u32 = 1;

/// What built a component.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sdk {
    pub name: String,
    pub version: String,
}

/// A manifest that was read and found consistent.
#[derive(Debug, Clone)]
pub struct Manifest {
    pub sdk: Sdk,
    pub schema: PackageSchema,
    /// The package's Pulumi schema as the component gave it.
    pub schema_document: Value,
    pub wants: Wants,
    /// What `GetMapping` answers.
    pub mappings: Vec<Mapping>,
    provider_hooks: BTreeSet<Hook>,
    resource_hooks: BTreeMap<String, BTreeSet<Hook>>,
    functions: BTreeMap<String, FunctionTraits>,
}

/// Why a manifest was refused.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    #[error("the manifest is not JSON of the expected form: {0}")]
    Malformed(#[from] serde_json::Error),
    #[error("the manifest has format {found}, and this host reads format {FORMAT}")]
    Format { found: u64 },
    #[error("the manifest has mistakes:\n{}", .0.iter().map(|mistake| format!("  - {mistake}")).collect::<Vec<_>>().join("\n"))]
    Mistakes(Vec<String>),
}

impl ManifestError {
    /// What the user can do.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        match self {
            ManifestError::Format { found } if *found > u64::from(FORMAT) => {
                "install a newer version of the `wasm` plugin"
            }
            _ => {
                "this is a mistake in the component; tell its author, or build it with a newer SDK"
            }
        }
    }
}

impl Manifest {
    /// Reads a manifest and checks it as a whole.
    ///
    /// # Errors
    /// When it is not a manifest of a known format, or with all mistakes in it at once, each with its place.
    pub fn parse(text: &str) -> Result<Self, ManifestError> {
        // The format first: a newer one may have any form.
        #[derive(Deserialize)]
        struct Probe {
            manifest: u64,
        }
        let probe: Probe = serde_json::from_str(text)?;
        if probe.manifest != u64::from(FORMAT) {
            return Err(ManifestError::Format {
                found: probe.manifest,
            });
        }
        let mut root: Members = serde_json::from_str(text)?;
        let Some(schema_document) = root.remove("schema") else {
            let mistake = "/schema: the package's schema is missing".to_owned();
            return Err(ManifestError::Mistakes(vec![mistake]));
        };
        let schema = PackageSchema::parse(&schema_document).map_err(|mistakes| {
            let in_schema = mistakes.iter().map(|mistake| format!("/schema{mistake}"));
            ManifestError::Mistakes(in_schema.collect())
        })?;
        beside(&root, schema, schema_document)
    }

    /// The package's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.schema.name
    }

    /// The package's version.
    #[must_use]
    pub fn version(&self) -> &str {
        &self.schema.version
    }

    /// Whether the author wrote a hook of the provider itself.
    #[must_use]
    pub fn provider_has(&self, hook: Hook) -> bool {
        self.provider_hooks.contains(&hook)
    }

    /// Whether the author wrote a hook for a resource type.
    #[must_use]
    pub fn resource_has(&self, token: &str, hook: Hook) -> bool {
        self.resource_hooks
            .get(token)
            .is_some_and(|hooks| hooks.contains(&hook))
    }

    /// The environment variables that stand for the configuration values whose addresses are wanted: generated SDKs read
    /// them.
    pub fn variables_of_addresses(&self) -> impl Iterator<Item = &str> {
        let keys = self.wants.net.iter().filter_map(NetWant::configuration_key);
        keys.filter_map(|key| self.schema.config.properties.get(key))
            .flat_map(|property| &property.environment)
            .map(String::as_str)
    }

    /// What is known about a function; nothing special where the manifest is silent.
    #[must_use]
    pub fn function(&self, token: &str) -> FunctionTraits {
        self.functions.get(token).copied().unwrap_or_default()
    }
}

/// Everything beside the schema.
fn beside(
    root: &Members,
    schema: PackageSchema,
    schema_document: Value,
) -> Result<Manifest, ManifestError> {
    const KNOWN: [&str; 9] = [
        "manifest",
        "sdk",
        "schema",
        "provider",
        "resources",
        "types",
        "functions",
        "mappings",
        "wants",
    ];
    let mut schema = schema;
    let mut reader = Reader::default();
    reader.only(root, &KNOWN, "");
    let sdk = sdk(&mut reader, root);
    // Types first: what is said of them holds wherever they are used.
    resources::types(&mut reader, root, &mut schema);
    let provider_hooks = resources::provider(&mut reader, root, &mut schema);
    let resource_hooks = resources::resources(&mut reader, root, &mut schema);
    let functions = resources::functions(&mut reader, root, &mut schema);
    let mappings = mapping::read(&mut reader, root);
    let wants = wants::read(&mut reader, root, &schema);
    if !reader.mistakes.is_empty() {
        let mistakes = reader.mistakes.iter().map(ToString::to_string).collect();
        return Err(ManifestError::Mistakes(mistakes));
    }
    Ok(Manifest {
        sdk,
        schema,
        schema_document,
        wants,
        mappings,
        provider_hooks,
        resource_hooks,
        functions,
    })
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
