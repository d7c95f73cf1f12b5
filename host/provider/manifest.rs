//! What a component says about itself. The format is described in `docs/manifest.md`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::schema::{ImportId, PackageSchema, ResourceTraits};

/// The format that this host reads and writes.
pub const FORMAT: u32 = 1;

/// The document as it is written.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Document {
    manifest: u32,
    #[serde(default)]
    sdk: Sdk,
    schema: serde_json::Value,
    #[serde(default)]
    provider: Hooks,
    #[serde(default)]
    resources: BTreeMap<String, ResourceEntry>,
    #[serde(default)]
    functions: BTreeMap<String, FunctionTraits>,
    #[serde(default)]
    wants: Wants,
    #[serde(default)]
    mappings: Vec<Mapping>,
}

/// How the package corresponds to a provider of another ecosystem, for programs that convert from there.
#[derive(Debug, Clone, Default, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Mapping {
    /// The ecosystem, such as `terraform`.
    pub key: String,
    /// The provider's name there.
    pub provider: String,
    /// In the form of the ecosystem.
    pub data: String,
}

/// What built a component.
#[derive(Debug, Clone, Default, Deserialize, Serialize, PartialEq, Eq)]
pub struct Sdk {
    #[serde(default)]
    pub name: String,
    #[serde(default)]
    pub version: String,
}

#[derive(Debug, Clone, Default, Deserialize, Serialize)]
struct Hooks {
    #[serde(default)]
    hooks: BTreeSet<Hook>,
}

/// What is said of a resource type.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
struct ResourceEntry {
    #[serde(default)]
    hooks: BTreeSet<Hook>,
    #[serde(flatten)]
    traits: ResourceTraits,
}

/// A function that the author of a component wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hook {
    Configure,
    CheckConfig,
    Check,
    Diff,
    Create,
    PreviewCreate,
    Resume,
    Read,
    Update,
    PreviewUpdate,
    Delete,
    Migrate,
    List,
}

/// What is known about a function besides its schema.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize, PartialEq, Eq)]
pub struct FunctionTraits {
    /// It only computes.
    #[serde(default)]
    pub pure: bool,
}

/// What a component wants to reach.
#[derive(Debug, Clone, Default, Deserialize, Serialize, PartialEq, Eq)]
pub struct Wants {
    #[serde(default)]
    pub net: Vec<NetWant>,
    #[serde(default)]
    pub env: Vec<EnvWant>,
}

/// A host that a component wants to reach.
#[derive(Debug, Clone, Default, Deserialize, Serialize, PartialEq, Eq)]
pub struct NetWant {
    /// `HOST`, `HOST:PORT`, `*.DOMAIN`, with or without a scheme, or `config:NAME`.
    pub host: String,
    #[serde(default)]
    pub required: bool,
    #[serde(default)]
    pub reason: String,
}

impl NetWant {
    /// The configuration value whose address is wanted, where the want has that form.
    #[must_use]
    pub fn configuration_key(&self) -> Option<&str> {
        self.host.strip_prefix("config:")
    }
}

/// An environment variable that a component wants to read.
#[derive(Debug, Clone, Default, Deserialize, Serialize, PartialEq, Eq)]
pub struct EnvWant {
    pub name: String,
    #[serde(default)]
    pub required: bool,
    #[serde(default)]
    pub reason: String,
}

/// A manifest that was read and found consistent.
#[derive(Debug, Clone)]
pub struct Manifest {
    pub sdk: Sdk,
    pub schema: PackageSchema,
    /// The package's Pulumi schema as the component gave it.
    pub schema_document: serde_json::Value,
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
        let document: Document = serde_json::from_str(text)?;
        let mut schema = match PackageSchema::parse(&document.schema) {
            Ok(schema) => schema,
            Err(mistakes) => {
                return Err(ManifestError::Mistakes(
                    mistakes
                        .iter()
                        .map(|mistake| format!("/schema{mistake}"))
                        .collect(),
                ));
            }
        };
        let mut mistakes = inconsistencies(&document, &schema);
        for (token, entry) in &document.resources {
            let Some(resource) = schema.resources.get_mut(token) else {
                continue;
            };
            resource.traits = entry.traits.clone();
            if let Some(form) = &entry.traits.import_id {
                match ImportId::parse(form, &schema.types, &resource.inputs) {
                    Ok(form) => resource.import_id = Some(form),
                    Err(reasons) => mistakes.extend(
                        reasons
                            .iter()
                            .map(|reason| format!("/resources/{token}/importId: {reason}")),
                    ),
                }
            }
        }
        if !mistakes.is_empty() {
            return Err(ManifestError::Mistakes(mistakes));
        }
        Ok(Self {
            sdk: document.sdk,
            schema,
            schema_document: document.schema,
            wants: document.wants,
            mappings: document.mappings,
            provider_hooks: document.provider.hooks,
            resource_hooks: document
                .resources
                .into_iter()
                .map(|(token, hooks)| (token, hooks.hooks))
                .collect(),
            functions: document.functions,
        })
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

    /// What is known about a function; nothing special where the manifest is silent.
    #[must_use]
    pub fn function(&self, token: &str) -> FunctionTraits {
        self.functions.get(token).copied().unwrap_or_default()
    }
}

/// What the parts of a manifest say against each other, each with its place.
fn inconsistencies(document: &Document, schema: &PackageSchema) -> Vec<String> {
    let mut mistakes = Vec::new();
    for token in schema.resources.keys() {
        let hooks = document.resources.get(token);
        if !hooks.is_some_and(|hooks| hooks.hooks.contains(&Hook::Create)) {
            mistakes.push(format!("/resources/{token}: the hook `create` is missing"));
        }
    }
    for token in document
        .resources
        .keys()
        .filter(|token| !schema.resources.contains_key(*token))
    {
        mistakes.push(format!(
            "/resources/{token}: the schema has no such resource"
        ));
    }
    for token in document
        .functions
        .keys()
        .filter(|token| !schema.functions.contains_key(*token))
    {
        mistakes.push(format!(
            "/functions/{token}: the schema has no such function"
        ));
    }
    for (index, want) in document.wants.net.iter().enumerate() {
        if let Some(key) = want.configuration_key()
            && !schema.config.properties.contains_key(key)
        {
            mistakes.push(format!(
                "/wants/net/{index}: the configuration has no `{key}`, which `{}` names",
                want.host
            ));
        }
    }
    for (index, want) in document.wants.env.iter().enumerate() {
        if want.name.is_empty() || want.name.contains(['=', '\0']) {
            mistakes.push(format!(
                "/wants/env/{index}: `{}` is no name of a variable",
                want.name
            ));
        }
    }
    mistakes
}
