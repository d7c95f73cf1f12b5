//! The kinds of values that a type accepts, for the rules.

use crate::schema::model::named_types::Types;
use crate::schema::model::types::{Primitive, Type};

/// The kind of value that a rule applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Text,
    List,
    Map,
    /// Text that holds JSON, or a value that a check turns into it.
    Json,
    Anything,
}

impl Kind {
    /// The name of the values, for a message.
    pub(super) fn plural(self) -> &'static str {
        match self {
            Kind::Number => "numbers",
            Kind::Text => "strings",
            Kind::List => "lists",
            Kind::Map => "maps",
            Kind::Json => "JSON text",
            Kind::Anything => "all values",
        }
    }
}

/// Whether values of a type can be of a kind.
pub(super) fn takes(types: &Types, expected: &Type, kind: Kind) -> bool {
    match expected {
        Type::Any => true,
        _ if kind == Kind::Anything => true,
        Type::Primitive(primitive) => applies_to_primitive(*primitive, kind),
        Type::Enum(id) => applies_to_primitive(types.enumeration(*id).element, kind),
        Type::Json => matches!(kind, Kind::Text | Kind::Json),
        Type::Array(_) => kind == Kind::List,
        Type::Map(_) => kind == Kind::Map,
        Type::Union(union) => union
            .members
            .iter()
            .any(|member| takes(types, member, kind)),
        Type::Object(_) | Type::Asset | Type::Archive | Type::ResourceReference => false,
    }
}

fn applies_to_primitive(primitive: Primitive, kind: Kind) -> bool {
    match primitive {
        Primitive::String => matches!(kind, Kind::Text | Kind::Json),
        Primitive::Integer | Primitive::Number => kind == Kind::Number,
        Primitive::Boolean => false,
    }
}

/// The type of a type's elements, or `None` for a type without elements.
pub(super) fn element(expected: &Type) -> Option<&Type> {
    match expected {
        Type::Array(items) | Type::Map(items) => Some(items),
        Type::Any => Some(&Type::Any),
        Type::Union(union) => union.members.iter().find_map(element),
        _ => None,
    }
}
