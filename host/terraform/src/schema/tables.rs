//! The tables of a package's types and functions by their names in Terraform's form.

use std::collections::BTreeMap;

use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::manifest::{Hook, Manifest};

use super::block::{Block, Collision};
use super::catalog::Kind;
use super::names;

/// The hint if two names are the same in Terraform's form.
const RENAME: &str = "rename one of them in the component";

/// Tokens by names.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// Resource types, component resources among them.
    pub(crate) resources: BTreeMap<String, String>,
    /// Functions, as data sources and as ephemeral resources.
    pub(crate) data_sources: BTreeMap<String, String>,
    /// Pure functions, which a configuration can call in expressions.
    pub(crate) functions: BTreeMap<String, String>,
    /// Methods, which have no name here.
    pub(crate) methods: Vec<String>,
}

impl Tables {
    /// # Errors
    /// If two types have the same name.
    pub(crate) fn of<'a>(manifests: impl Iterator<Item = &'a Manifest>) -> Result<Self, CallError> {
        let mut tables = Self::default();
        for manifest in manifests {
            let schema = &manifest.schema;
            for token in schema.resources.keys() {
                claim(&mut tables.resources, names::resource_type(token), token)?;
            }
            for token in schema.functions.keys() {
                // A method is called on its resource.
                let owner = token.rsplit_once('/').map(|(owner, _)| owner);
                if owner.is_some_and(|owner| schema.resources.contains_key(owner)) {
                    tables.methods.push(token.to_owned());
                    continue;
                }
                claim(&mut tables.data_sources, names::data_source(token), token)?;
                if manifest.function(token).pure {
                    claim(&mut tables.functions, names::function(token), token)?;
                }
            }
        }
        Ok(tables)
    }

    pub(crate) fn of_kind(&self, kind: Kind) -> &BTreeMap<String, String> {
        match kind {
            Kind::Resource | Kind::List => &self.resources,
            Kind::DataSource | Kind::Ephemeral => &self.data_sources,
            Kind::Function => &self.functions,
        }
    }
}

/// The block of a type with this name and token.
///
/// # Errors
/// If no manifest has the type, it can no longer be read, or two properties are one attribute.
pub(crate) fn block<'a>(
    manifests: impl Iterator<Item = &'a Manifest>,
    kind: Kind,
    (name, token): (&str, &str),
    nests: bool,
) -> Result<Block, CallError> {
    let collision = |collision| collided(&format!("the {} `{name}`", kind.describe()), &collision);
    for manifest in manifests {
        let package = &manifest.schema;
        match kind {
            Kind::Resource => {
                if let Some((_, schema)) = manifest.resource(token)? {
                    return Block::of_resource(schema, package, nests).map_err(collision);
                }
            }
            Kind::List => {
                if let Some((_, schema)) = manifest.resource(token)? {
                    return Block::of_query(schema, package, nests).map_err(collision);
                }
            }
            Kind::DataSource | Kind::Ephemeral | Kind::Function => {
                if let Some(schema) = manifest.function_schema(token)? {
                    return Block::of_function(schema, package, nests).map_err(collision);
                }
            }
        }
    }
    Err(CallError::Refused {
        reason: format!("no component serves `{token}`"),
        hint: None,
    })
}

/// The provider's block.
///
/// # Errors
/// If two configuration values are one attribute.
pub(crate) fn configuration<'a>(
    manifests: impl Iterator<Item = &'a Manifest>,
    nests: bool,
) -> Result<Block, CallError> {
    let schemas: Vec<_> = manifests.map(|manifest| &manifest.schema).collect();
    let block = Block::of_configuration(&schemas, nests);
    block.map_err(|collision| collided("the provider's configuration", &collision))
}

/// Whether a resource type consists of other resources.
///
/// # Errors
/// If a manifest can no longer be read.
pub(crate) fn is_component<'a>(
    mut manifests: impl Iterator<Item = &'a Manifest>,
    token: &str,
) -> Result<bool, CallError> {
    manifests.try_fold(false, |found, manifest| {
        let resource = manifest.resource(token)?;
        Ok(found || resource.is_some_and(|(_, schema)| schema.is_component))
    })
}

/// Whether the component can list resources of a type.
pub(crate) fn can_list<'a>(mut manifests: impl Iterator<Item = &'a Manifest>, token: &str) -> bool {
    manifests.any(|manifest| manifest.resource_has(token, Hook::List))
}

fn collided(subject: &str, collision: &Collision) -> CallError {
    CallError::Unusable {
        reason: format!("{subject} cannot be shown: {collision}"),
        hint: Some(RENAME.to_owned()),
    }
}

fn claim(table: &mut BTreeMap<String, String>, name: String, token: &str) -> Result<(), CallError> {
    match table.insert(name.clone(), token.to_owned()) {
        None => Ok(()),
        Some(first) => Err(CallError::Unusable {
            reason: format!("`{first}` and `{token}` are both the type `{name}` in Terraform"),
            hint: Some(RENAME.to_owned()),
        }),
    }
}
