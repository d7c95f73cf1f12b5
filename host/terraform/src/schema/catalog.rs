//! The types of a package by their names in Terraform's form.

use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::Mutex;
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::text::Excerpt;

use super::block::Block;
use super::tables::{self, Tables};
use crate::handshake::Protocol;

/// The types of a package.
pub(crate) struct Catalog {
    package: Arc<Package>,
    pub(crate) tables: Tables,
    configuration: Arc<Block>,
    /// Whether members of objects are attributes, as in protocol 6.
    nests: bool,
    /// The blocks that were asked for.
    blocks: Mutex<BTreeMap<(Kind, String), Arc<Block>>>,
}

/// The kinds of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Resource,
    DataSource,
    Ephemeral,
    Function,
    /// The query of a list of resources.
    List,
}

impl Kind {
    pub(super) fn describe(self) -> &'static str {
        match self {
            Self::Resource => "resource type",
            Self::DataSource => "data source",
            Self::Ephemeral => "ephemeral resource",
            Self::Function => "function",
            Self::List => "list resource",
        }
    }
}

impl Catalog {
    /// The types of a package for a protocol.
    ///
    /// # Errors
    /// If two types have the same name, or the configuration cannot be shown.
    pub(crate) fn of(package: &Arc<Package>, protocol: Protocol) -> Result<Self, CallError> {
        let nests = protocol == Protocol::Six;
        Ok(Self {
            package: Arc::clone(package),
            tables: Tables::of(manifests(package))?,
            configuration: Arc::new(tables::configuration(manifests(package), nests)?),
            nests,
            blocks: Mutex::default(),
        })
    }

    /// The token and the block of a type.
    ///
    /// # Errors
    /// If the type is unknown, or its schema cannot be shown.
    pub(crate) fn find(&self, kind: Kind, name: &str) -> Result<(&str, Arc<Block>), CallError> {
        let Some(token) = self.tables.of_kind(kind).get(name) else {
            return Err(CallError::Refused {
                reason: format!("there is no {} `{}`", kind.describe(), Excerpt::name(name)),
                hint: Some("`terraform providers schema -json` shows the types".to_owned()),
            });
        };
        // A function has the same block as a data source, an ephemeral resource and a provider function.
        let shared = match kind {
            Kind::Ephemeral | Kind::Function => Kind::DataSource,
            other => other,
        };
        let key = (shared, token.clone());
        if let Some(block) = self.blocks.lock().get(&key) {
            return Ok((token, Arc::clone(block)));
        }
        let block = tables::block(manifests(&self.package), kind, (name, token), self.nests)?;
        let block = Arc::new(block);
        self.blocks.lock().insert(key, Arc::clone(&block));
        Ok((token, block))
    }

    /// Whether a resource type consists of other resources.
    ///
    /// # Errors
    /// If the manifest can no longer be read.
    pub(crate) fn is_component(&self, token: &str) -> Result<bool, CallError> {
        tables::is_component(manifests(&self.package), token)
    }

    /// Whether the component can list resources of a type.
    pub(crate) fn can_list(&self, token: &str) -> bool {
        tables::can_list(manifests(&self.package), token)
    }

    /// The provider's block.
    pub(crate) fn configuration(&self) -> &Arc<Block> {
        &self.configuration
    }

    pub(crate) fn package(&self) -> &Arc<Package> {
        &self.package
    }
}

fn manifests(package: &Package) -> impl Iterator<Item = &Manifest> {
    package
        .components()
        .iter()
        .map(|component| component.manifest())
}
