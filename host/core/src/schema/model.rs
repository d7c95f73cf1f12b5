//! A package's schema in the form that the host uses: names are indexed, references are resolved and defaults are
//! converted.

pub(super) mod expected;
pub(super) mod named_types;
pub(super) mod object;
pub(super) mod references;
pub(super) mod table;
pub(super) mod types;

use serde::{Deserialize, Serialize};

use super::import_id::ImportId;
use super::rules::ResourceTraits;
use named_types::Types;
use object::ObjectSchema;
use table::Table;
use types::Type;

/// Everything that the host knows about a package, from [`PackageSchema::parse`]. The stored form contains only the
/// parts that a start needs; the entries of its tables are stored one by one.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct PackageSchema {
    /// The package's name, the first part of every token.
    pub name: String,
    /// The package's version in semantic versioning, without a leading `v`.
    pub version: String,
    /// The provider's configuration.
    pub config: ObjectSchema,
    /// Custom resources and components by type token.
    pub resources: Table<ResourceSchema>,
    pub functions: Table<FunctionSchema>,
    /// The named types that all of them refer to.
    pub types: Types,
    /// Whether a property or the value of an enum is deprecated anywhere: nearly always not, and then the search is
    /// skipped.
    pub(super) has_deprecations: bool,
}

impl PackageSchema {
    /// Whether a property or the value of an enum is deprecated anywhere.
    pub(super) fn finds_deprecations(&self) -> bool {
        let inputs = self.resources.values().map(|resource| &resource.inputs);
        let arguments = self.functions.values().map(|function| &function.inputs);
        let parts = self.types.objects().map(|object| &object.schema);
        let mut properties = inputs
            .chain(arguments)
            .chain(parts)
            .chain([&self.config])
            .flat_map(|object| object.properties.values());
        let mut enums = self.types.enumerations();
        properties.any(|property| property.deprecation.is_some())
            || enums.any(|enumeration| !enumeration.deprecations.is_empty())
    }
}

/// A resource type.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ResourceSchema {
    /// The properties that a program can set.
    pub inputs: ObjectSchema,
    /// The properties of an existing resource.
    pub outputs: ObjectSchema,
    /// The manifest's rules for the resource type.
    pub traits: ResourceTraits,
    /// The form of an import's id; `None` if any id is valid.
    pub import_id: Option<ImportId>,
    /// The properties that a program can pass with the id for a lookup; `None` if only the id is needed.
    pub state_inputs: Option<ObjectSchema>,
    /// The properties of a list query; `None` if a list needs no query.
    pub list_inputs: Option<ObjectSchema>,
    /// Whether this is a component: it consists of other resources, and has no id.
    pub is_component: bool,
    /// Why the resource is deprecated.
    pub deprecation: Option<String>,
}

/// A function.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct FunctionSchema {
    pub inputs: ObjectSchema,
    pub outputs: FunctionOutputs,
    /// Why the function is deprecated.
    pub deprecation: Option<String>,
}

/// The results of a function.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub enum FunctionOutputs {
    /// The schema says nothing.
    #[default]
    Nothing,
    /// Named results.
    Object(ObjectSchema),
    /// A bare value.
    Value(Type),
}
