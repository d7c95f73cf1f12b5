//! How much two elements have in common.

use super::matcher::Matcher;
use crate::schema::diff;
use crate::schema::expected::Expected;
use crate::schema::member;
use crate::schema::types::Type;
use crate::value::PropertyValue;

/// How much two values have in common: for objects the number of properties that are the same.
pub(in crate::schema) fn likeness(
    matcher: &Matcher,
    given: &PropertyValue,
    found: &PropertyValue,
) -> usize {
    let types = matcher.types;
    match (matcher.items.value_type, given.reveal(), found.reveal()) {
        (Type::Object(id), PropertyValue::Object(given), PropertyValue::Object(found)) => {
            let properties = &types.object(*id).schema.properties;
            let is_alike = |(name, given): &(&String, &PropertyValue)| {
                let both = properties.get(*name).zip(found.get(*name));
                !member::is_null(given)
                    && both.is_some_and(|(property, found)| {
                        let matcher = Matcher {
                            items: Expected::of(property),
                            ..*matcher
                        };
                        matcher.covers(given, found)
                    })
            };
            given.iter().filter(is_alike).count()
        }
        (_, given, found) => usize::from(diff::is_same_within(
            types,
            matcher.items,
            given,
            found,
            matcher.depth.saturating_add(1),
        )),
    }
}
