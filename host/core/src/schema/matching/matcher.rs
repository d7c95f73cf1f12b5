//! The settings of a match: the type of the elements, and the parts that a found element may have in addition to the
//! given element.

use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::model::object::PropertySchema;

/// The further parts that the found element may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::schema) enum Extras {
    /// Parts that the schema calls computed: both sides are inputs.
    Computed,
    /// Objects may have any further parts, because one side comes from a server.
    Any,
}

/// The maximum depth of lists inside elements of lists. Each level takes part in several comparisons of the level
/// above, so the cost grows exponentially.
pub(in crate::schema) const MAX_DEPTH: u8 = 3;

/// Matches elements of one type.
#[derive(Clone, Copy)]
pub(in crate::schema) struct Matcher<'a> {
    pub(super) types: &'a Types,
    /// The expectation for each element.
    pub(super) items: Expected<'a>,
    pub(super) extras: Extras,
    /// The number of surrounding lists that are being matched at the same time.
    pub(super) depth: u8,
}

impl<'a> Matcher<'a> {
    pub(in crate::schema) fn new(types: &'a Types, items: Expected<'a>, extras: Extras) -> Self {
        Self::within(types, items, extras, 0)
    }

    /// Like [`Self::new`], inside this many lists that are being matched.
    pub(in crate::schema) fn within(
        types: &'a Types,
        items: Expected<'a>,
        extras: Extras,
        depth: u8,
    ) -> Self {
        Self {
            types,
            items,
            extras,
            depth,
        }
    }

    /// The same matcher for values of another type.
    pub(super) fn of(&self, items: Expected<'a>) -> Self {
        Matcher { items, ..*self }
    }

    /// Whether a found element cannot have further parts.
    pub(super) fn sees_all(&self) -> bool {
        self.items.value_type.is_plain()
            || self.extras == Extras::Computed && !self.types.has_computed()
    }

    /// Whether the found element may have a property that the given element lacks.
    pub(super) fn may_have(&self, property: &PropertySchema) -> bool {
        match self.extras {
            Extras::Computed => property.computed,
            Extras::Any => true,
        }
    }
}
