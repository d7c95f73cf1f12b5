//! A package's schema as the host uses it: names looked up, references resolved, defaults converted.

use serde::{Deserialize, Serialize};

use super::import_id::ImportId;
use super::named_types::Types;
use super::object::ObjectSchema;
use super::rules::ResourceTraits;
use super::table::Table;
use super::types::Type;

/// All that the host knows about one package. Made by [`PackageSchema::parse`]; written down, it has the parts that a
/// start needs, and the entries of its tables are written one by one.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct PackageSchema {
    /// The package's name, the first part of every token.
    pub name: String,
    /// The package's version, strict semantic versioning without a leading `v`.
    pub version: String,
    /// The provider's configuration.
    pub config: ObjectSchema,
    /// Custom resources and components by type token.
    pub resources: Table<ResourceSchema>,
    /// Functions by token.
    pub functions: Table<FunctionSchema>,
    /// The named types that all of the above refer to.
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

/// One resource type.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ResourceSchema {
    /// The properties that a program may set.
    pub inputs: ObjectSchema,
    /// The properties of an existing resource.
    pub outputs: ObjectSchema,
    /// The manifest's rules for it beside the schema.
    pub traits: ResourceTraits,
    /// The form of an import's id; `None` if any id will do.
    pub import_id: Option<ImportId>,
    /// The properties that a program may give beside the id to look the thing up; `None` if the id alone will do.
    pub state_inputs: Option<ObjectSchema>,
    /// The members of a query for things of the type; `None` if they are listed without one.
    pub list_inputs: Option<ObjectSchema>,
    /// Whether this is a component: made of other resources, without an id.
    pub is_component: bool,
    /// Why the resource should not be used any more.
    pub deprecation: Option<String>,
}

/// One function.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct FunctionSchema {
    /// The arguments.
    pub inputs: ObjectSchema,
    /// The result.
    pub outputs: FunctionOutputs,
    /// Why the function should not be used any more.
    pub deprecation: Option<String>,
}

/// The results of a function.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub enum FunctionOutputs {
    /// Nothing that the schema tells of.
    #[default]
    Nothing,
    /// Named results.
    Object(ObjectSchema),
    /// A bare value.
    Value(Type),
}
