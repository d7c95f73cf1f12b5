//! Marks all values that may be secret by the schema, even if they do not have the type in the schema.
//!
//! Refused inputs contain mistakes: a secret member may be in a string instead of an object, or under a misspelt name.

use std::collections::BTreeSet;

use super::mark;
use crate::schema::model::PackageSchema;
use crate::schema::model::named_types::Types;
use crate::schema::model::object::{ObjectSchema, PropertySchema};
use crate::schema::model::types::{ObjectId, Type};
use crate::schema::values::member::{self, Choice};
use crate::text::suggest;
use crate::value::{PropertyMap, PropertyValue};

/// Marks the values that may be secret by the schema.
#[must_use]
pub fn exposed(schema: &PackageSchema, object: &ObjectSchema, inputs: PropertyMap) -> PropertyMap {
    let mut inputs = inputs;
    hide_in(&schema.types, object, &mut inputs);
    inputs
}

fn hide_in(types: &Types, object: &ObjectSchema, map: &mut PropertyMap) {
    let secret = || {
        let properties = object.properties.iter();
        let secret = properties.filter(|(_, property)| property.secret);
        secret.map(|(name, _)| name.as_str())
    };
    for (key, value) in map {
        match object.properties.get(key) {
            Some(property) if property.secret => mark::wrap(value),
            Some(property) => hide(types, &property.value_type, value),
            // It may be the name of a secret, written wrongly.
            None if suggest::nearest(key, secret()).is_some() => mark::wrap(value),
            None => {}
        }
    }
}

fn hide(types: &Types, expected: &Type, value: &mut PropertyValue) {
    if expected.is_plain() {
        return;
    }
    match (expected, &mut *value) {
        (_, PropertyValue::Secret(_) | PropertyValue::Null | PropertyValue::Unknown) => {}
        (Type::Array(items), PropertyValue::Array(values)) => {
            values
                .iter_mut()
                .for_each(|value| hide(types, items, value));
        }
        (Type::Map(items), PropertyValue::Object(map)) => {
            map.values_mut().for_each(|value| hide(types, items, value));
        }
        (Type::Object(id), PropertyValue::Object(map)) => {
            hide_in(types, &types.object(*id).schema, map);
        }
        (Type::Union(union), _) => match member::choose(types, union, value) {
            Choice::Member(member) => hide(types, member, value),
            // Whichever was meant.
            Choice::Open | Choice::Undeclared(_) | Choice::None => {
                for member in &union.members {
                    hide(types, member, value);
                }
            }
        },
        (expected, _) => {
            if holds_secret(types, expected, &mut BTreeSet::new()) {
                mark::wrap(value);
            }
        }
    }
}

/// Whether a value of a type may have a secret in it by the schema.
fn holds_secret(types: &Types, expected: &Type, seen: &mut BTreeSet<ObjectId>) -> bool {
    match expected {
        Type::Array(items) | Type::Map(items) => holds_secret(types, items, seen),
        Type::Union(union) => union
            .members
            .iter()
            .any(|member| holds_secret(types, member, seen)),
        Type::Object(id) => {
            let mut properties = types.object(*id).schema.properties.values();
            seen.insert(*id)
                && properties.any(|property| {
                    property.secret || holds_secret(types, &property.value_type, seen)
                })
        }
        _ => false,
    }
}

/// Whether the schema makes a property of an object, or a part of it, secret.
pub(crate) fn has_secrets(schema: &PackageSchema, object: &ObjectSchema) -> bool {
    let mut seen = BTreeSet::new();
    let mut properties = object.properties.values();
    properties.any(|property| is_secret_in_part(&schema.types, property, &mut seen))
}

/// Whether a property, or a part of it, is a secret by the schema.
pub(crate) fn may_be_secret(types: &Types, property: &PropertySchema) -> bool {
    is_secret_in_part(types, property, &mut BTreeSet::new())
}

fn is_secret_in_part(
    types: &Types,
    property: &PropertySchema,
    seen: &mut BTreeSet<ObjectId>,
) -> bool {
    property.secret
        || !property.value_type.is_plain() && holds_secret(types, &property.value_type, seen)
}
