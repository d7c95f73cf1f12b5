//! The part of a value at a path: parts of lists and objects, and what a reference says of its resource.

use crate::property_path::PathElement;
use crate::value::{PropertyValue, ResourceReference};

/// The part of a value at a path: null where it has no such part. A part of a secret is secret, and one of an unknown value
/// is unknown.
pub(super) fn value_at(value: &PropertyValue, elements: &[PathElement]) -> PropertyValue {
    let Some((first, rest)) = elements.split_first() else {
        return value.clone();
    };
    match (value, first) {
        (PropertyValue::Secret(inner), _) => value_at(inner, elements).into_secret(),
        (PropertyValue::Unknown, _) => PropertyValue::Unknown,
        (PropertyValue::Object(map), PathElement::Key(key)) => map
            .get(key)
            .map_or(PropertyValue::Null, |member| value_at(member, rest)),
        (PropertyValue::Array(items), PathElement::Index(index)) => items
            .get(*index)
            .map_or(PropertyValue::Null, |item| value_at(item, rest)),
        (PropertyValue::ResourceReference(reference), PathElement::Key(key)) if rest.is_empty() => {
            of_reference(reference, key)
        }
        _ => PropertyValue::Null,
    }
}

/// What a reference says of its resource.
fn of_reference(reference: &ResourceReference, key: &str) -> PropertyValue {
    match (key, &reference.id) {
        ("urn", _) => reference.urn.as_str().into(),
        ("id", Some(Some(id))) => id.as_str().into(),
        ("id", Some(None)) => PropertyValue::Unknown,
        _ => PropertyValue::Null,
    }
}
