//! The named resources of a package, in the form that all writers of modules share.

use serde_json::Value;

/// A package with the resources that a module is written for.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Package {
    pub(super) name: String,
    /// Empty if the schema has none.
    pub(super) version: String,
    /// Sorted by token.
    pub(super) resources: Vec<Resource>,
    /// The object types that inputs need, sorted by token.
    pub(super) types: Vec<ObjectType>,
    /// Those that outputs have, likewise. A type may be in both.
    pub(super) output_types: Vec<ObjectType>,
    /// What a module cannot have, a sentence each.
    pub(super) left_out: Vec<String>,
}

/// A resource type.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Resource {
    pub(super) token: String,
    /// The last part of the token; resources of one package may share it.
    pub(super) name: String,
    pub(super) description: String,
    pub(super) is_component: bool,
    pub(super) inputs: Vec<Property>,
    pub(super) outputs: Vec<Property>,
}

/// An object in inputs or outputs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ObjectType {
    pub(super) token: String,
    pub(super) name: String,
    pub(super) description: String,
    pub(super) properties: Vec<Property>,
}

/// A property, sorted by name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) kind: Kind,
    pub(super) is_required: bool,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Kind {
    Text,
    Bool,
    Integer,
    Number,
    /// Anything that JSON has, and what modules have no type for.
    Any,
    Archive,
    AssetOrArchive,
    /// One of some texts or whole numbers, and the kind that all of them are.
    Choice(Box<Kind>, Vec<Value>),
    /// One of several kinds. None of them is an object type.
    OneOf(Vec<Kind>),
    List(Box<Kind>),
    Map(Box<Kind>),
    /// An object type by its token.
    Object(String),
}
