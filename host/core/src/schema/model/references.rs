//! The named types that a part of a schema refers to. These types are parsed together with it.

use super::object::ObjectSchema;
use super::types::Type;
use super::{FunctionOutputs, FunctionSchema, ResourceSchema};

/// A named type's place in [`crate::schema::Types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum NamedType {
    Object(usize),
    Enum(usize),
}

impl Type {
    /// Adds the named types that it refers to itself; not those that these refer to.
    fn refers_to(&self, found: &mut Vec<NamedType>) {
        match self {
            Type::Array(items) | Type::Map(items) => items.refers_to(found),
            Type::Object(id) => found.push(NamedType::Object(id.0)),
            Type::Enum(id) => found.push(NamedType::Enum(id.0)),
            Type::Union(union) => {
                for member in &union.members {
                    member.refers_to(found);
                }
            }
            Type::Primitive(_)
            | Type::Any
            | Type::Json
            | Type::Asset
            | Type::Archive
            | Type::ResourceReference => {}
        }
    }
}

impl ObjectSchema {
    /// Adds the named types that its properties refer to.
    pub(crate) fn refers_to(&self, found: &mut Vec<NamedType>) {
        for property in self.properties.values() {
            property.value_type.refers_to(found);
        }
    }
}

impl ResourceSchema {
    /// Adds the named types that its properties refer to.
    pub(crate) fn refers_to(&self, found: &mut Vec<NamedType>) {
        let more = [&self.state_inputs, &self.list_inputs];
        let objects = [&self.inputs, &self.outputs].into_iter();
        for object in objects.chain(more.into_iter().flatten()) {
            object.refers_to(found);
        }
    }
}

impl FunctionSchema {
    /// Adds the named types that its arguments and results refer to.
    pub(crate) fn refers_to(&self, found: &mut Vec<NamedType>) {
        self.inputs.refers_to(found);
        match &self.outputs {
            FunctionOutputs::Nothing => {}
            FunctionOutputs::Object(outputs) => outputs.refers_to(found),
            FunctionOutputs::Value(value) => value.refers_to(found),
        }
    }
}
