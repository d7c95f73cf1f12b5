//! The types of a package by their names in Terraform's form.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::package::Package;

use super::block::Block;
use super::names;

/// The types of a package.
pub(crate) struct Catalog {
    package: Arc<Package>,
    /// The tokens of resource types.
    pub(crate) resources: BTreeMap<String, String>,
    /// The tokens of functions.
    pub(crate) data_sources: BTreeMap<String, String>,
    /// The blocks that were asked for.
    blocks: Mutex<BTreeMap<(Kind, String), Arc<Block>>>,
}

/// The kinds of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Resource,
    DataSource,
}

impl Kind {
    fn describe(self) -> &'static str {
        match self {
            Self::Resource => "resource type",
            Self::DataSource => "data source",
        }
    }
}

impl Catalog {
    /// # Errors
    /// If two types have the same name.
    pub(crate) fn of(package: &Arc<Package>) -> Result<Self, CallError> {
        let mut resources = BTreeMap::new();
        let mut data_sources = BTreeMap::new();
        for component in package.components() {
            let schema = &component.manifest().schema;
            for token in schema.resources.keys() {
                claim(&mut resources, names::resource_type(token), token)?;
            }
            for token in schema.functions.keys() {
                // A method is called on its resource.
                let owner = token.rsplit_once('/').map(|(owner, _)| owner);
                let is_method = owner.is_some_and(|owner| schema.resources.contains_key(owner));
                if !is_method {
                    claim(&mut data_sources, names::data_source(token), token)?;
                }
            }
        }
        Ok(Self {
            package: Arc::clone(package),
            resources,
            data_sources,
            blocks: Mutex::default(),
        })
    }

    /// The token and the block of a type.
    ///
    /// # Errors
    /// If the type is unknown, or its schema cannot be shown.
    pub(crate) fn find(&self, kind: Kind, name: &str) -> Result<(&str, Arc<Block>), CallError> {
        let table = match kind {
            Kind::Resource => &self.resources,
            Kind::DataSource => &self.data_sources,
        };
        let Some(token) = table.get(name) else {
            return Err(CallError::Refused {
                reason: format!("there is no {} `{name}`", kind.describe()),
                hint: None,
            });
        };
        let key = (kind, name.to_owned());
        if let Some(block) = self.blocks.lock().get(&key) {
            return Ok((token, Arc::clone(block)));
        }
        let block = Arc::new(self.read(kind, name, token)?);
        self.blocks.lock().insert(key, Arc::clone(&block));
        Ok((token, block))
    }

    /// Whether a resource type consists of other resources.
    ///
    /// # Errors
    /// If the manifest can no longer be read.
    pub(crate) fn is_component(&self, token: &str) -> Result<bool, CallError> {
        for component in self.package.components() {
            if let Some((_, schema)) = component.manifest().resource(token)? {
                return Ok(schema.is_component);
            }
        }
        Ok(false)
    }

    fn read(&self, kind: Kind, name: &str, token: &str) -> Result<Block, CallError> {
        let collision = |collision| CallError::Unusable {
            reason: format!(
                "the {} `{name}` cannot be shown: {collision}",
                kind.describe()
            ),
            hint: Some("rename one of them in the component".to_owned()),
        };
        for component in self.package.components() {
            let manifest = component.manifest();
            match kind {
                Kind::Resource => {
                    if let Some((_, schema)) = manifest.resource(token)? {
                        return Block::of_resource(schema, &manifest.schema).map_err(collision);
                    }
                }
                Kind::DataSource => {
                    if let Some(schema) = manifest.function_schema(token)? {
                        return Block::of_function(schema, &manifest.schema).map_err(collision);
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
    /// If two configuration values have the same name.
    pub(crate) fn configuration(&self) -> Result<Block, CallError> {
        let schemas: Vec<_> = self
            .package
            .components()
            .iter()
            .map(|component| &component.manifest().schema)
            .collect();
        Block::of_configuration(&schemas).map_err(|collision| CallError::Unusable {
            reason: format!("the provider's configuration cannot be shown: {collision}"),
            hint: Some("rename one of them in the component".to_owned()),
        })
    }

    pub(crate) fn package(&self) -> &Arc<Package> {
        &self.package
    }
}

fn claim(table: &mut BTreeMap<String, String>, name: String, token: &str) -> Result<(), CallError> {
    match table.insert(name.clone(), token.to_owned()) {
        None => Ok(()),
        Some(first) => Err(CallError::Unusable {
            reason: format!("`{first}` and `{token}` are both the type `{name}` in Terraform"),
            hint: Some("rename one of them in the component".to_owned()),
        }),
    }
}
