//! The shape of a property: its type on the wire, and the property names behind the names of attributes.

use std::collections::{BTreeMap, BTreeSet};

use pulumi_wasm_core::schema::{ObjectId, Primitive, PropertySchema, Type, Types};

use super::names::{self, Place};
use super::presence::Presence;
use crate::convert::value_type::ValueType;

/// The shape of a property's values.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    Bool,
    Number,
    String,
    /// Any value; members keep their names.
    Any {
        /// Whether the schema has a secret in it.
        secret: bool,
    },
    /// A value that carries its type, because a part of it can be any value. Members have the names of the shape.
    Dynamic(Box<Shape>),
    Asset,
    Archive,
    List(Box<Shape>),
    Map(Box<Shape>),
    /// An object that is one value.
    Object(Vec<Field>),
    /// An object whose members are attributes with their own presence and secrecy. Protocol 5 does not have it.
    Nested(Vec<Field>),
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    /// The name on the wire.
    pub(crate) name: String,
    pub(crate) property: String,
    pub(crate) shape: Shape,
    pub(crate) presence: Presence,
    pub(crate) secret: bool,
    /// Whether the value stays in the configuration; in nested objects alone.
    pub(crate) write_only: bool,
    /// Whether a change replaces the resource.
    pub(crate) replaces: bool,
    pub(crate) description: String,
    pub(crate) deprecation: Option<String>,
}

#[cfg(test)]
impl Field {
    /// A plain field, for tests.
    pub(crate) fn example(name: &str, shape: Shape, presence: Presence) -> Self {
        Self {
            name: name.to_owned(),
            property: name.to_owned(),
            shape,
            presence,
            secret: false,
            write_only: false,
            replaces: false,
            description: String::new(),
            deprecation: None,
        }
    }
}

/// The view of a type: the protocol's objects, and the side that gives the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct View {
    /// Whether members of objects are attributes, as in protocol 6.
    pub(crate) nests: bool,
    /// Whether the provider alone gives the values.
    pub(crate) computed: bool,
    /// Whether write-only values are as others, because only the state of a resource leaves values out.
    pub(crate) stores_all: bool,
}

/// The members of an asset on the wire: one of them is set.
pub(crate) const ASSET: [&str; 3] = ["path", "text", "uri"];
/// The members of an archive on the wire: one of them is set.
pub(crate) const ARCHIVE: [&str; 2] = ["path", "uri"];

impl Shape {
    /// The shape of a type. A type inside itself is any value.
    pub(crate) fn of(value_type: &Type, types: &Types, view: View) -> Self {
        let reader = ShapeReader { types, view };
        reader.shape(value_type, &mut Vec::new(), view.nests)
    }

    fn of_primitive(primitive: Primitive) -> Self {
        match primitive {
            Primitive::Boolean => Self::Bool,
            Primitive::Integer | Primitive::Number => Self::Number,
            Primitive::String => Self::String,
        }
    }

    /// This shape, with the members that only the shape of the outputs has. The provider gives their values.
    pub(crate) fn with_outputs(&mut self, outputs: &Shape) {
        match (self, outputs) {
            (Self::Nested(fields), Self::Nested(others)) => {
                for other in others {
                    let is_same = |field: &&mut Field| field.property == other.property;
                    if let Some(field) = fields.iter_mut().find(is_same) {
                        field.shape.with_outputs(&other.shape);
                        field.secret |= other.secret;
                    } else if !fields.iter().any(|field| field.name == other.name) {
                        fields.push(other.clone());
                    }
                }
            }
            (Self::List(element), Self::List(other)) | (Self::Map(element), Self::Map(other)) => {
                element.with_outputs(other);
            }
            _ => {}
        }
    }

    /// Whether any member is always secret.
    pub(crate) fn has_secret_member(&self) -> bool {
        match self {
            Self::Any { secret } => *secret,
            Self::List(element) | Self::Map(element) | Self::Dynamic(element) => {
                element.has_secret_member()
            }
            Self::Object(fields) | Self::Nested(fields) => fields
                .iter()
                .any(|field| field.secret || field.shape.has_secret_member()),
            _ => false,
        }
    }

    /// A collection whose elements may have any type is one dynamic value, because the core would convert all elements to one
    /// type.
    fn collection(kind: fn(Box<Self>) -> Self, element: Self) -> Self {
        if element.contains_any() {
            Self::Dynamic(Box::new(kind(Box::new(element))))
        } else {
            kind(Box::new(element))
        }
    }

    /// The shape of a value that carries its type; otherwise this shape.
    pub(crate) fn of_dynamic(&self) -> &Self {
        match self {
            Self::Dynamic(inner) => inner.of_dynamic(),
            other => other,
        }
    }

    fn contains_any(&self) -> bool {
        match self {
            Self::Any { .. } | Self::Dynamic(_) => true,
            Self::List(element) | Self::Map(element) => element.contains_any(),
            Self::Object(fields) | Self::Nested(fields) => {
                fields.iter().any(|field| field.shape.contains_any())
            }
            Self::Bool | Self::Number | Self::String | Self::Asset | Self::Archive => false,
        }
    }

    /// Whether a part is an asset or an archive.
    pub(crate) fn contains_file(&self) -> bool {
        match self {
            Self::Asset | Self::Archive => true,
            Self::List(element) | Self::Map(element) | Self::Dynamic(element) => {
                element.contains_file()
            }
            Self::Object(fields) | Self::Nested(fields) => {
                fields.iter().any(|field| field.shape.contains_file())
            }
            Self::Bool | Self::Number | Self::String | Self::Any { .. } => false,
        }
    }

    /// Whether a member is always secret and the schema cannot say so for the member alone.
    pub(crate) fn contains_secret(&self) -> bool {
        match self {
            Self::Any { secret } => *secret,
            Self::List(element) | Self::Map(element) => element.contains_secret(),
            Self::Dynamic(inner) => inner.has_secret_member(),
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
            Self::Any { .. } | Self::Dynamic(_) => ValueType::Dynamic,
            Self::Asset => texts(&ASSET),
            Self::Archive => texts(&ARCHIVE),
            Self::List(element) => ValueType::List(Box::new(element.value_type())),
            Self::Map(element) => ValueType::Map(Box::new(element.value_type())),
            Self::Object(fields) | Self::Nested(fields) => {
                let attributes: BTreeMap<String, ValueType> = fields
                    .iter()
                    .map(|field| (field.name.clone(), field.shape.value_type()))
                    .collect();
                let optional = fields
                    .iter()
                    .filter(|field| field.presence != Presence::Required);
                ValueType::Object {
                    attributes,
                    optional: optional.map(|field| field.name.clone()).collect(),
                }
            }
        }
    }
}

/// Reads the shapes of types.
struct ShapeReader<'a> {
    types: &'a Types,
    view: View,
}

impl ShapeReader<'_> {
    /// `around` has the objects around the type. `nests` is whether an object at this place can have attributes.
    fn shape(&self, value_type: &Type, around: &mut Vec<ObjectId>, nests: bool) -> Shape {
        match value_type {
            Type::Primitive(primitive) => Shape::of_primitive(*primitive),
            Type::Enum(id) => Shape::of_primitive(self.types.enumeration(*id).element),
            Type::Json | Type::ResourceReference => Shape::String,
            Type::Any => Shape::Any { secret: false },
            Type::Asset => Shape::Asset,
            Type::Archive => Shape::Archive,
            Type::Array(element) => self.collection(Shape::List, element, around, nests),
            Type::Map(element) => self.collection(Shape::Map, element, around, nests),
            Type::Union(union) => {
                let mut members = union.members.iter();
                let first = members
                    .next()
                    .map(|member| self.shape(member, around, nests));
                // Members of one form, such as a text and an enum of texts, have that form.
                match first {
                    Some(first)
                        if members.all(|member| self.shape(member, around, nests) == first) =>
                    {
                        first
                    }
                    _ => self.any(value_type),
                }
            }
            Type::Object(id) => self.object(*id, around, nests),
        }
    }

    /// A collection. Its elements have attributes if they are objects themselves, and not collections of objects.
    fn collection(
        &self,
        kind: fn(Box<Shape>) -> Shape,
        element: &Type,
        around: &mut Vec<ObjectId>,
        nests: bool,
    ) -> Shape {
        let is_object = matches!(element, Type::Object(_));
        Shape::collection(kind, self.shape(element, around, nests && is_object))
    }

    /// Any value, for a type that has no shape.
    fn any(&self, value_type: &Type) -> Shape {
        Shape::Any {
            secret: self.holds_secret(value_type, &mut BTreeSet::new()),
        }
    }

    /// Whether a value of the type can have a secret member. `seen` has the objects that were looked at.
    fn holds_secret(&self, value_type: &Type, seen: &mut BTreeSet<String>) -> bool {
        match value_type {
            Type::Array(element) | Type::Map(element) => self.holds_secret(element, seen),
            Type::Union(union) => {
                let mut members = union.members.iter();
                members.any(|member| self.holds_secret(member, seen))
            }
            Type::Object(id) => {
                let object = self.types.object(*id);
                seen.insert(object.token.clone())
                    && object.schema.properties.values().any(|property| {
                        property.secret
                            || property.write_only
                            || self.holds_secret(&property.value_type, seen)
                    })
            }
            _ => false,
        }
    }

    fn object(&self, id: ObjectId, around: &mut Vec<ObjectId>, nests: bool) -> Shape {
        if around.contains(&id) {
            return self.any(&Type::Object(id));
        }
        around.push(id);
        let schema = &self.types.object(id).schema;
        let mut seen = BTreeSet::new();
        let mut fields = Vec::new();
        for (property, declared) in &schema.properties {
            let name = names::attribute(property, Place::Nested);
            if !seen.insert(name.clone()) {
                // Two members of one name: the object is taken as it is.
                around.pop();
                return self.any(&Type::Object(id));
            }
            let is_computed = self.view.computed;
            fields.push(Field {
                name,
                property: property.clone(),
                shape: self.shape(&declared.value_type, around, nests),
                presence: match Presence::of_member(schema, property, declared) {
                    Presence::Required if !(is_computed && nests) => Presence::Required,
                    _ if is_computed => Presence::Computed,
                    presence => presence,
                },
                secret: declared.secret || declared.write_only,
                write_only: declared.write_only && nests && !is_computed && !self.view.stores_all,
                replaces: declared.replace_on_changes,
                description: declared.description.clone(),
                deprecation: declared.deprecation.clone(),
            });
        }
        around.pop();
        if nests {
            Shape::Nested(fields)
        } else {
            Shape::Object(fields)
        }
    }
}

/// Whether the host fills the property in if the program does not.
pub(crate) fn has_implied_value(property: &PropertySchema) -> bool {
    property.default.is_some() || property.constant.is_some() || !property.environment.is_empty()
}
