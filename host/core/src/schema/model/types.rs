//! The types of values.
//!
//! A named type is referred to by its index in the package's [`Types`](super::named_types::Types), so types can be
//! recursive, and following a reference is cheap.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The type of a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Type {
    /// A boolean, number or string.
    Primitive(Primitive),
    /// Any value, also for a type of another package.
    Any,
    /// A string with JSON text.
    Json,
    /// An asset; an archive is accepted as well, as in the SDKs.
    Asset,
    /// A tree of blobs.
    Archive,
    /// A resource.
    ResourceReference,
    Array(Box<Type>),
    /// A map from strings to values of one type.
    Map(Box<Type>),
    Object(ObjectId),
    Enum(EnumId),
    Union(Box<UnionType>),
}

/// The types that are a single word in a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Primitive {
    Boolean,
    /// A number without a fraction.
    Integer,
    Number,
    String,
}

/// A union of types.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnionType {
    pub members: Vec<Type>,
    pub discriminator: Option<Discriminator>,
}

/// The property that selects the member of a union.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discriminator {
    pub property: String,
    /// Maps the property's value to an index in [`UnionType::members`]. Values that the schema does not map are matched
    /// by constants and type names.
    pub mapping: BTreeMap<String, usize>,
}

/// The index of an object type in its package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ObjectId(pub(crate) usize);

/// The index of an enum in its package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnumId(pub(crate) usize);

impl Primitive {
    /// The name of a value of the type in messages to people, with its article.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Primitive::Boolean => "a boolean",
            Primitive::Integer => "a whole number",
            Primitive::Number => "a number",
            Primitive::String => "a string",
        }
    }
}

impl Type {
    /// Whether no value of the type contains properties with a schema, so that there is nothing to default, mark or
    /// remove.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Type::Array(items) | Type::Map(items) => items.is_plain(),
            Type::Object(_) => false,
            Type::Union(union) => union.members.iter().all(Type::is_plain),
            _ => true,
        }
    }
}
