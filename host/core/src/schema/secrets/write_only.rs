//! Write-only properties, such as passwords: a program sets them, and they are never read back.

use crate::schema::matching::{Extras, Matcher};
use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::Type;
use crate::schema::model::{PackageSchema, ResourceSchema};
use crate::schema::rules::Comparison;
use crate::schema::values::member::{self, Choice};
use crate::value::{PropertyMap, PropertyValue};

/// Copies write-only properties from the recorded inputs into inputs that were read. A change of them cannot be seen,
/// so they count as unchanged.
///
/// Elements of lists are matched by all other properties. If the length is unchanged, an element that differs in
/// everything is matched by its place.
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

/// Recorded inputs with unknown values for properties that an import cannot know: write-only properties that are empty
/// on both sides, and in an import itself, all write-only properties as it read them. `None` if nothing is unknown.
#[must_use]
pub fn without_placeholders(
    schema: &PackageSchema,
    object: &ObjectSchema,
    recorded: &PropertyMap,
    inputs: &PropertyMap,
    is_import: bool,
) -> Option<PropertyMap> {
    let mut inputs = inputs.clone();
    let placeholders = Placeholders {
        types: &schema.types,
        is_import,
    };
    let found = placeholders.hide_object(object, recorded, &mut inputs);
    found.then_some(inputs)
}

struct Placeholders<'t> {
    types: &'t Types,
    is_import: bool,
}

impl Placeholders<'_> {
    /// Whether there were placeholders.
    fn hide_object(
        &self,
        object: &ObjectSchema,
        recorded: &PropertyMap,
        inputs: &mut PropertyMap,
    ) -> bool {
        let mut found = false;
        for (name, property) in &object.properties {
            let (Some(recorded), Some(input)) = (recorded.get(name), inputs.get_mut(name)) else {
                continue;
            };
            if !property.write_only {
                found |= self.hide(&property.value_type, recorded, input);
            } else if self.is_placeholder(recorded, input) {
                *input = PropertyValue::Unknown;
                found = true;
            }
        }
        found
    }

    fn is_placeholder(&self, recorded: &PropertyValue, input: &PropertyValue) -> bool {
        let is_as_read = self.is_import && recorded.reveal() == input.reveal();
        is_as_read || is_empty(recorded) && is_empty(input)
    }

    fn hide(&self, expected: &Type, recorded: &PropertyValue, input: &mut PropertyValue) -> bool {
        if expected.is_plain() {
            return false;
        }
        match (expected, recorded.reveal(), input) {
            (_, recorded, PropertyValue::Secret(input)) => self.hide(expected, recorded, input),
            (Type::Array(items), PropertyValue::Array(recorded), PropertyValue::Array(inputs)) => {
                let pairs = recorded.iter().zip(inputs);
                pairs.fold(false, |found, (recorded, input)| {
                    found | self.hide(items, recorded, input)
                })
            }
            (Type::Map(items), PropertyValue::Object(recorded), PropertyValue::Object(inputs)) => {
                let entries = inputs.iter_mut();
                let pairs = entries.filter_map(|(key, input)| Some((recorded.get(key)?, input)));
                pairs.fold(false, |found, (recorded, input)| {
                    found | self.hide(items, recorded, input)
                })
            }
            (Type::Object(id), PropertyValue::Object(recorded), PropertyValue::Object(inputs)) => {
                self.hide_object(&self.types.object(*id).schema, recorded, inputs)
            }
            (Type::Union(union), recorded, input) => {
                match member::choose(self.types, union, recorded) {
                    Choice::Member(member) => self.hide(member, recorded, input),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

/// Whether a value is empty: an empty text, list or map.
fn is_empty(value: &PropertyValue) -> bool {
    match value.reveal() {
        PropertyValue::String(text) => text.is_empty(),
        PropertyValue::Array(items) => items.is_empty(),
        PropertyValue::Object(map) => map.is_empty(),
        _ => false,
    }
}

/// Removes write-only properties from outputs.
pub(crate) fn leave_out(types: &Types, object: &ObjectSchema, outputs: &mut PropertyMap) {
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

/// Removes write-only properties from a value of a type.
pub(crate) fn leave_out_of(types: &Types, expected: &Type, value: &mut PropertyValue) {
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

/// For each element that was read, its recorded counterpart.
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
