//! References to resources, in values at any depth.

use std::collections::BTreeSet;

use crate::value::PropertyValue;

/// The URNs of all references in a value.
pub(super) fn references_in<'a>(value: &'a PropertyValue, found: &mut BTreeSet<&'a str>) {
    match value {
        PropertyValue::ResourceReference(reference) => {
            found.insert(&reference.urn);
        }
        PropertyValue::Secret(inner) => references_in(inner, found),
        PropertyValue::Array(items) => items.iter().for_each(|item| references_in(item, found)),
        PropertyValue::Object(map) => map.values().for_each(|item| references_in(item, found)),
        _ => {}
    }
}
