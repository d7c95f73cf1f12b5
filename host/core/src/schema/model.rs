//! A package's schema as the host uses it: names looked up, references resolved, defaults converted.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::import_id::ImportId;
use super::rules::{Constraint, ResourceTraits, Rules};
use super::table::Table;
use super::types::{Type, Types};
use crate::value::PropertyValue;

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

/// Properties, and which of them there must be.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ObjectSchema {
    pub properties: BTreeMap<String, PropertySchema>,
    pub required: BTreeSet<String>,
    /// The manifest's constraints between the properties.
    pub constraints: Vec<Constraint>,
}

/// One property.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PropertySchema {
    pub value_type: Type,
    /// For people; may be empty.
    pub description: String,
    /// Whether every value is a secret.
    pub secret: bool,
    /// Whether a change cannot be made in place: `replaceOnChanges` or `willReplaceOnChanges`.
    pub replace_on_changes: bool,
    /// Taken if the property is absent, converted to the property's type.
    pub default: Option<PropertyValue>,
    /// Environment variables that may hold a default; the first that is set wins over `default`.
    pub environment: Vec<String>,
    /// The only value allowed.
    pub constant: Option<PropertyValue>,
    /// Whether the value is never read back: always secret, and never among outputs.
    pub write_only: bool,
    /// Whether the server chooses the value if the program does not: optional, and computed.
    pub computed: bool,
    /// The manifest's rules for the value beside its type.
    pub rules: Rules,
    /// Why the property should not be used any more.
    pub deprecation: Option<String>,
}

impl Default for PropertySchema {
    /// An optional property of any type.
    fn default() -> Self {
        Self {
            value_type: Type::Any,
            description: String::new(),
            secret: false,
            replace_on_changes: false,
            default: None,
            environment: Vec::new(),
            constant: None,
            write_only: false,
            computed: false,
            rules: Rules::default(),
            deprecation: None,
        }
    }
}

impl ObjectSchema {
    /// The value that an absent property stands for without an environment: its default, or the constant that it must
    /// be.
    pub(super) fn implied<'a>(
        &self,
        name: &str,
        property: &'a PropertySchema,
    ) -> Option<&'a PropertyValue> {
        match (&property.default, &property.constant) {
            (Some(default), _) => Some(default),
            (None, Some(constant)) if self.required.contains(name) => Some(constant),
            _ => None,
        }
    }
}
