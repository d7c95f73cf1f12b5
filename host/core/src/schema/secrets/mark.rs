//! Marks values as secret by the schema.

use crate::schema::model::named_types::Types;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::{Type, UnionType};
use crate::schema::values::member::{self, Choice};
use crate::value::{PropertyMap, PropertyValue};

/// Marks a value as secret in place, unless it already is.
pub(crate) fn wrap(value: &mut PropertyValue) {
    if !value.is_secret() {
        let inner = std::mem::replace(value, PropertyValue::Null);
        *value = inner.into_secret();
    }
}

/// Marks the secret properties inside a value of a type, at any depth.
pub(crate) fn secrets(types: &Types, expected: &Type, value: &mut PropertyValue) {
    if expected.is_plain() {
        return;
    }
    match (expected, value) {
        // Everything inside is secret already.
        (_, PropertyValue::Secret(_)) => {}
        (Type::Array(items), PropertyValue::Array(values)) => {
            values
                .iter_mut()
                .for_each(|value| secrets(types, items, value));
        }
        (Type::Map(items), PropertyValue::Object(map)) => {
            map.values_mut()
                .for_each(|value| secrets(types, items, value));
        }
        (Type::Object(id), PropertyValue::Object(map)) => {
            secrets_of(types, &types.object(*id).schema, map);
        }
        (Type::Union(union), value) => match member::choose(types, union, value) {
            Choice::Member(member) => secrets(types, member, value),
            // Whichever it turns out to be, its secrets are hidden by then.
            Choice::Open | Choice::Undeclared(_) | Choice::None => {
                secrets_of_any(types, union, value);
            }
        },
        _ => {}
    }
}

/// Marks the secrets in a value that was derived from another value: the same part if it can be identified, else the
/// whole value.
///
/// Parts of objects are identified by their names. Elements of lists are identified only if no element was moved, added
/// or removed.
pub(crate) fn secrets_as_in(given: &PropertyValue, value: &mut PropertyValue) {
    if !given.contains_secret() || member::is_null(value) {
        return;
    }
    let is_alike = match (given, &*value) {
        (PropertyValue::Object(given), PropertyValue::Object(parts)) => given
            .iter()
            .all(|(name, given)| parts.contains_key(name) || !given.contains_secret()),
        (PropertyValue::Array(_), PropertyValue::Array(_)) => holds(given, value),
        _ => false,
    };
    match (given, &mut *value) {
        (PropertyValue::Object(given), PropertyValue::Object(parts)) if is_alike => {
            for (name, part) in parts {
                if let Some(given) = given.get(name) {
                    secrets_as_in(given, part);
                }
            }
        }
        (PropertyValue::Array(given), PropertyValue::Array(parts)) if is_alike => {
            given
                .iter()
                .zip(parts)
                .for_each(|(given, part)| secrets_as_in(given, part));
        }
        _ => wrap(value),
    }
}

/// Whether a value contains everything that the given value contains, at the same places, apart from secret marks.
fn holds(given: &PropertyValue, value: &PropertyValue) -> bool {
    match (given.reveal(), value.reveal()) {
        (PropertyValue::Object(given), PropertyValue::Object(parts)) => {
            given.iter().all(|(name, given)| {
                let part = parts.get(name).unwrap_or(&PropertyValue::Null);
                holds(given, part)
            })
        }
        (PropertyValue::Array(given), PropertyValue::Array(parts)) => {
            given.len() == parts.len()
                && given
                    .iter()
                    .zip(parts)
                    .all(|(given, part)| holds(given, part))
        }
        (given, value) => given == value,
    }
}

/// Marks what is secret in any member of a union.
pub(crate) fn secrets_of_any(types: &Types, union: &UnionType, value: &mut PropertyValue) {
    union
        .members
        .iter()
        .for_each(|member| secrets(types, member, value));
}

/// Marks the secret properties of an object.
pub(crate) fn secrets_of(types: &Types, object: &ObjectSchema, map: &mut PropertyMap) {
    for (key, value) in map {
        match object.properties.get(key) {
            Some(property) if property.secret && !member::is_null(value) => wrap(value),
            Some(property) => secrets(types, &property.value_type, value),
            None => {}
        }
    }
}
