//! Properties that are given and never read back, such as passwords.

use super::expected::Expected;
use super::matching::{Extras, Matcher};
use super::member::{self, Choice};
use super::model::{PackageSchema, ResourceSchema};
use super::named_types::Types;
use super::object::ObjectSchema;
use super::rules::Comparison;
use super::types::Type;
use crate::value::{PropertyMap, PropertyValue};

/// Puts write-only properties back into inputs that were read, from the recorded ones: a change of them cannot be seen,
/// so they count as unchanged.
///
/// Elements of lists are found again by all that can be seen of them; if there are
/// as many as before, one that differs in everything counts as the one in its place.
#[must_use]
pub fn keep_write_only(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    recorded: &PropertyMap,
    found: PropertyMap,
) -> PropertyMap {
    let mut found = found;
    restore_object(&schema.types, &resource.inputs, recorded, &mut found);
    found
}

/// Takes what is write-only out of outputs.
pub(super) fn leave_out(types: &Types, object: &ObjectSchema, outputs: &mut PropertyMap) {
    outputs.retain(|name, _| {
        let property = object.properties.get(name);
        property.is_none_or(|property| !property.write_only)
    });
    for (name, value) in outputs {
        if let Some(property) = object.properties.get(name) {
            leave_out_of(types, &property.value_type, value);
        }
    }
}

/// Takes what is write-only out of a value of a type.
pub(super) fn leave_out_of(types: &Types, expected: &Type, value: &mut PropertyValue) {
    if expected.is_plain() {
        return;
    }
    match (expected, value) {
        (expected, PropertyValue::Secret(inner)) => leave_out_of(types, expected, inner),
        (Type::Array(items), PropertyValue::Array(values)) => {
            values
                .iter_mut()
                .for_each(|value| leave_out_of(types, items, value));
        }
        (Type::Map(items), PropertyValue::Object(map)) => {
            map.values_mut()
                .for_each(|value| leave_out_of(types, items, value));
        }
        (Type::Object(id), PropertyValue::Object(map)) => {
            leave_out(types, &types.object(*id).schema, map);
        }
        (Type::Union(union), value) => {
            if let Choice::Member(member) = member::choose(types, union, value) {
                leave_out_of(types, member, value);
            }
        }
        _ => {}
    }
}

fn restore_object(
    types: &Types,
    object: &ObjectSchema,
    recorded: &PropertyMap,
    found: &mut PropertyMap,
) {
    for (name, property) in &object.properties {
        let Some(recorded) = recorded.get(name) else {
            continue;
        };
        if property.write_only {
            found.insert(name.clone(), recorded.clone());
        } else if let Some(found) = found.get_mut(name) {
            restore(types, Expected::of(property), recorded, found);
        }
    }
}

fn restore(types: &Types, expected: Expected, recorded: &PropertyValue, found: &mut PropertyValue) {
    if expected.value_type.is_plain() {
        return;
    }
    match (expected.value_type, recorded.reveal(), found) {
        (_, recorded, PropertyValue::Secret(found)) => {
            restore(types, expected, recorded, found);
        }
        (Type::Array(items), PropertyValue::Array(recorded), PropertyValue::Array(found)) => {
            let partners = partners(types, expected, items, recorded, found);
            for (found, partner) in found.iter_mut().zip(partners) {
                if let Some(recorded) = partner.and_then(|at| recorded.get(at)) {
                    restore(types, expected.items(items), recorded, found);
                }
            }
        }
        (Type::Map(items), PropertyValue::Object(recorded), PropertyValue::Object(found)) => {
            for (key, found) in found {
                if let Some(recorded) = recorded.get(key) {
                    restore(types, expected.items(items), recorded, found);
                }
            }
        }
        (Type::Object(id), PropertyValue::Object(recorded), PropertyValue::Object(found)) => {
            restore_object(types, &types.object(*id).schema, recorded, found);
        }
        (Type::Union(union), recorded, found) => {
            // The read value may lack the part that would tell which member it is.
            if let Choice::Member(member) = member::choose(types, union, recorded) {
                restore(types, expected.as_type(member), recorded, found);
            }
        }
        _ => {}
    }
}

/// For each element that was read its recorded counterpart.
fn partners(
    types: &Types,
    expected: Expected,
    items: &Type,
    recorded: &[PropertyValue],
    found: &[PropertyValue],
) -> Vec<Option<usize>> {
    // The read values lack write-only properties, so they have fewer parts.
    let matcher = Matcher::new(types, expected.items(items), Extras::Any);
    let is_as_long = recorded.len() == found.len();
    let is_set = expected.rules.compare.has(Comparison::Set);
    matcher.partners(found, recorded, is_set, &|pair| pair.alike || is_as_long)
}

#[cfg(test)]
mod tests;
