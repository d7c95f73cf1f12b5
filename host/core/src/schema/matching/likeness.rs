//! A measure of the similarity of two elements.

use std::ops::Add;

use super::matcher::Matcher;
use crate::schema::diff;
use crate::schema::model::expected::Expected;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::Type;
use crate::schema::values::member;
use crate::value::{PropertyMap, PropertyValue};

/// The similarity of two values: for objects, the number of equal properties.
pub(in crate::schema) fn likeness(
    matcher: &Matcher,
    given: &PropertyValue,
    found: &PropertyValue,
) -> usize {
    Likeness::of(matcher, given, found).common
}

/// How much two values have in common, the most important measure first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::schema) struct Likeness {
    /// The number of equal properties and entries. A pair of equal values without parts adds 1.
    common: usize,
    /// The number of equal properties that cannot change in place.
    fixed: usize,
    /// How much their inner objects have in common if these are not equal.
    within: usize,
}

impl Add for Likeness {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            common: self.common + other.common,
            fixed: self.fixed + other.fixed,
            within: self.within + other.within,
        }
    }
}

impl Likeness {
    pub(in crate::schema) fn of(
        matcher: &Matcher,
        given: &PropertyValue,
        found: &PropertyValue,
    ) -> Self {
        let types = matcher.types;
        match (matcher.items.value_type, given.reveal(), found.reveal()) {
            (Type::Object(id), PropertyValue::Object(given), PropertyValue::Object(found)) => {
                Self::of_objects(matcher, &types.object(*id).schema, given, found)
            }
            (Type::Map(items), PropertyValue::Object(given), PropertyValue::Object(found)) => {
                let matcher = matcher.of(matcher.items.items(items));
                let is_alike = |(key, given): &(&String, &PropertyValue)| {
                    let found = found.get(*key);
                    !member::is_null(given)
                        && found.is_some_and(|found| matcher.covers(given, found))
                };
                Self {
                    common: given.iter().filter(is_alike).count(),
                    ..Self::default()
                }
            }
            (Type::Union(union), given, found) => {
                match member::common(types, union, given, found) {
                    Some(member) => {
                        Self::of(&matcher.of(matcher.items.as_type(member)), given, found)
                    }
                    None => Self::of_whole(matcher, given, found),
                }
            }
            (_, given, found) => Self::of_whole(matcher, given, found),
        }
    }

    /// Compares two values as a whole, because none of their parts could be equal alone.
    fn of_whole(matcher: &Matcher, given: &PropertyValue, found: &PropertyValue) -> Self {
        let depth = matcher.depth.saturating_add(1);
        let is_same = diff::is_same_within(matcher.types, matcher.items, given, found, depth);
        Self {
            common: usize::from(is_same),
            ..Self::default()
        }
    }

    fn of_objects(
        matcher: &Matcher,
        object: &ObjectSchema,
        given: &PropertyMap,
        found: &PropertyMap,
    ) -> Self {
        let mut likeness = Self::default();
        for (name, given) in given {
            let both = object.properties.get(name).zip(found.get(name));
            let Some((property, found)) = both.filter(|_| !member::is_null(given)) else {
                continue;
            };
            let matcher = matcher.of(Expected::of(property));
            if matcher.covers(given, found) {
                likeness.common += 1;
                likeness.fixed += usize::from(property.replace_on_changes);
            } else if matches!(property.value_type, Type::Object(_) | Type::Union(_)) {
                let parts = Self::of(&matcher, given, found);
                likeness.within += parts.common + parts.within;
            }
        }
        likeness
    }
}
