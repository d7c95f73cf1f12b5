//! The shape of a property: its type on the wire, and the property names behind the names of attributes.

use std::collections::{BTreeMap, BTreeSet};

use pulumi_wasm_core::schema::{ObjectId, Primitive, PropertySchema, Type, Types};

use super::names::{self, Place};
use crate::convert::value_type::ValueType;

/// The shape of a property's values.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    Bool,
    Number,
    String,
    /// Any value; members keep their names.
    Any,
    Asset,
    Archive,
    List(Box<Shape>),
    Map(Box<Shape>),
    Object(Vec<Field>),
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    /// The name on the wire.
    pub(crate) name: String,
    pub(crate) property: String,
    pub(crate) shape: Shape,
    pub(crate) required: bool,
    pub(crate) secret: bool,
}

/// The members of an asset on the wire: one of them is set.
pub(crate) const ASSET: [&str; 3] = ["path", "text", "uri"];
/// The members of an archive on the wire: one of them is set.
pub(crate) const ARCHIVE: [&str; 2] = ["path", "uri"];

impl Shape {
    /// The shape of a type. A type inside itself is any value.
    pub(crate) fn of(value_type: &Type, types: &Types) -> Self {
        Self::inside(value_type, types, &mut Vec::new())
    }

    fn inside(value_type: &Type, types: &Types, around: &mut Vec<ObjectId>) -> Self {
        match value_type {
            Type::Primitive(primitive) => Self::of_primitive(*primitive),
            Type::Enum(id) => Self::of_primitive(types.enumeration(*id).element),
            Type::Json | Type::ResourceReference => Self::String,
            Type::Any => Self::Any,
            Type::Asset => Self::Asset,
            Type::Archive => Self::Archive,
            Type::Array(element) => {
                Self::collection(Self::List, Self::inside(element, types, around))
            }
            Type::Map(element) => Self::collection(Self::Map, Self::inside(element, types, around)),
            Type::Union(union) => {
                let mut members = union.members.iter();
                let first = members
                    .next()
                    .map(|member| Self::inside(member, types, around));
                // Members of one form, such as a text and an enum of texts, have that form.
                match first {
                    Some(first)
                        if members.all(|member| Self::inside(member, types, around) == first) =>
                    {
                        first
                    }
                    _ => Self::Any,
                }
            }
            Type::Object(id) => {
                if around.contains(id) {
                    return Self::Any;
                }
                around.push(*id);
                let schema = &types.object(*id).schema;
                let mut seen = BTreeSet::new();
                let mut fields = Vec::new();
                for (property, declared) in &schema.properties {
                    let name = names::attribute(property, Place::Nested);
                    if !seen.insert(name.clone()) {
                        // Two members of one name: the object is taken as it is.
                        around.pop();
                        return Self::Any;
                    }
                    fields.push(Field {
                        name,
                        property: property.clone(),
                        shape: Self::inside(&declared.value_type, types, around),
                        required: schema.required.contains(property)
                            && !has_implied_value(declared),
                        secret: declared.secret || declared.write_only,
                    });
                }
                around.pop();
                Self::Object(fields)
            }
        }
    }

    fn of_primitive(primitive: Primitive) -> Self {
        match primitive {
            Primitive::Boolean => Self::Bool,
            Primitive::Integer | Primitive::Number => Self::Number,
            Primitive::String => Self::String,
        }
    }

    /// The core makes elements of any type alike, so a collection of them is one value of any type.
    fn collection(kind: fn(Box<Self>) -> Self, element: Self) -> Self {
        if element.contains_any() {
            Self::Any
        } else {
            kind(Box::new(element))
        }
    }

    fn contains_any(&self) -> bool {
        match self {
            Self::Any => true,
            Self::List(element) | Self::Map(element) => element.contains_any(),
            Self::Object(fields) => fields.iter().any(|field| field.shape.contains_any()),
            Self::Bool | Self::Number | Self::String | Self::Asset | Self::Archive => false,
        }
    }

    /// Whether a member is always secret.
    pub(crate) fn contains_secret(&self) -> bool {
        match self {
            Self::List(element) | Self::Map(element) => element.contains_secret(),
            Self::Object(fields) => fields
                .iter()
                .any(|field| field.secret || field.shape.contains_secret()),
            _ => false,
        }
    }

    /// The type on the wire.
    pub(crate) fn value_type(&self) -> ValueType {
        let texts = |names: &[&str]| ValueType::Object {
            attributes: names
                .iter()
                .map(|name| ((*name).to_owned(), ValueType::String))
                .collect(),
            optional: names.iter().map(|name| (*name).to_owned()).collect(),
        };
        match self {
            Self::Bool => ValueType::Bool,
            Self::Number => ValueType::Number,
            Self::String => ValueType::String,
            Self::Any => ValueType::Dynamic,
            Self::Asset => texts(&ASSET),
            Self::Archive => texts(&ARCHIVE),
            Self::List(element) => ValueType::List(Box::new(element.value_type())),
            Self::Map(element) => ValueType::Map(Box::new(element.value_type())),
            Self::Object(fields) => {
                let attributes: BTreeMap<String, ValueType> = fields
                    .iter()
                    .map(|field| (field.name.clone(), field.shape.value_type()))
                    .collect();
                let optional = fields.iter().filter(|field| !field.required);
                ValueType::Object {
                    attributes,
                    optional: optional.map(|field| field.name.clone()).collect(),
                }
            }
        }
    }
}

/// Whether the host fills the property in if the program does not.
pub(crate) fn has_implied_value(property: &PropertySchema) -> bool {
    property.default.is_some() || property.constant.is_some() || !property.environment.is_empty()
}
