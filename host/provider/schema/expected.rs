//! What is expected of a value where it stands: its type, and the rules of the manifest.

use super::model::PropertySchema;
use super::rules::Rules;
use super::types::Type;

/// A type with rules.
#[derive(Clone, Copy)]
pub(super) struct Expected<'a> {
    pub(super) value_type: &'a Type,
    pub(super) rules: &'a Rules,
}

impl<'a> Expected<'a> {
    pub(super) fn new(value_type: &'a Type, rules: &'a Rules) -> Self {
        Self { value_type, rules }
    }

    /// A declared property.
    pub(super) fn of(property: &'a PropertySchema) -> Self {
        Self::new(&property.value_type, &property.rules)
    }

    /// A type without rules.
    pub(super) fn plain(value_type: &'a Type) -> Self {
        Self::new(value_type, Rules::none())
    }

    /// A value that no schema knows.
    pub(super) fn any() -> Expected<'static> {
        Expected::plain(&Type::Any)
    }

    /// The elements, when they are of this type.
    pub(super) fn items(self, items: &'a Type) -> Self {
        Self::new(items, self.rules.of_items())
    }

    /// The same rules for another type: a member of a union.
    pub(super) fn as_type(self, value_type: &'a Type) -> Self {
        Self::new(value_type, self.rules)
    }
}
