//! The type and the manifest's rules of a value at its place.

use super::object::PropertySchema;
use super::types::Type;
use crate::schema::rules::{Comparison, Rules};
use crate::schema::values::member;
use crate::value::{PropertyMap, PropertyValue};

/// The member that bridged providers put into every object of recorded inputs: the names of the properties that had
/// their defaults. It is not part of the program's inputs.
const BRIDGE_NOTE: &str = "__defaults";

/// A type with rules.
#[derive(Clone, Copy)]
pub(crate) struct Expected<'a> {
    pub(crate) value_type: &'a Type,
    pub(crate) rules: &'a Rules,
}

impl<'a> Expected<'a> {
    pub(crate) fn new(value_type: &'a Type, rules: &'a Rules) -> Self {
        Self { value_type, rules }
    }

    /// A declared property.
    pub(crate) fn of(property: &'a PropertySchema) -> Self {
        Self::new(&property.value_type, &property.rules)
    }

    /// A type without rules.
    pub(crate) fn plain(value_type: &'a Type) -> Self {
        Self::new(value_type, Rules::none())
    }

    /// The expectation for a value without a schema.
    pub(crate) fn any() -> Expected<'static> {
        Expected::plain(&Type::Any)
    }

    /// Whether the rules treat a value as absent: an empty text, list or map, if they say so.
    pub(crate) fn counts_as_absent(self, value: &PropertyValue) -> bool {
        self.rules.compare.has(Comparison::Empty)
            && match value.reveal() {
                PropertyValue::String(text) => text.is_empty(),
                PropertyValue::Array(items) => items.is_empty(),
                PropertyValue::Object(map) => entries(map).all(|(_, value)| member::is_null(value)),
                _ => false,
            }
    }

    /// The element type, if the value is a list or map.
    pub(crate) fn items(self, items: &'a Type) -> Self {
        Self::new(items, self.rules.of_items())
    }

    /// The same rules for another type: a member of a union.
    pub(crate) fn as_type(self, value_type: &'a Type) -> Self {
        Self::new(value_type, self.rules)
    }
}

/// The entries of a map that come from the program.
pub(crate) fn entries(map: &PropertyMap) -> impl Iterator<Item = (&String, &PropertyValue)> {
    map.iter().filter(|(key, _)| *key != BRIDGE_NOTE)
}
