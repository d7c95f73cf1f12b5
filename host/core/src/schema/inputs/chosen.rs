//! Values that the server chooses if the program does not.

use std::collections::HashMap;

use super::project::{Computed, project};
use super::{elements_in_record, keys_in_record};
use crate::schema::matching::{Extras, Matcher, by_first};
use crate::schema::model::expected::Expected;
use crate::schema::model::named_types::Types;
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::Type;
use crate::schema::model::{PackageSchema, ResourceSchema};
use crate::schema::rules::Comparison;
use crate::schema::values::member::present;
use crate::value::{PropertyMap, PropertyValue};

/// Removes computed parts from inputs that a component has read, unless the recorded inputs have them.
#[must_use]
pub fn leave_to_server(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    recorded: &PropertyMap,
    found: PropertyMap,
) -> PropertyMap {
    let mut found = found;
    if resource.traits.has_computed {
        object(
            &schema.types,
            &resource.inputs,
            ChoiceTask::Leave,
            &mut found,
            recorded,
        );
    }
    found
}

/// Adds the computed parts of the recorded outputs to the recorded inputs: a program that now writes the value that the
/// server chose changes nothing.
#[must_use]
pub fn with_chosen(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    recorded: &PropertyMap,
    outputs: &PropertyMap,
) -> PropertyMap {
    let mut inputs = recorded.clone();
    if resource.traits.has_computed {
        object(
            &schema.types,
            &resource.inputs,
            ChoiceTask::Fill,
            &mut inputs,
            outputs,
        );
    }
    inputs
}

/// The purpose of a walk over the computed parts of inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ChoiceTask {
    /// Computed parts are removed if the other side lacks them.
    Leave,
    /// Computed parts are copied from the other side.
    Fill,
}

fn object(
    types: &Types,
    schema: &ObjectSchema,
    task: ChoiceTask,
    inputs: &mut PropertyMap,
    other: &PropertyMap,
) {
    for (name, property) in &schema.properties {
        let expected = Expected::of(property);
        let theirs = present(other.get(name));
        let is_given = present(inputs.get(name)).is_some();
        match (task, theirs) {
            (ChoiceTask::Leave, None) if property.computed => {
                inputs.remove(name);
            }
            (ChoiceTask::Fill, Some(theirs)) if property.computed && !is_given => {
                let chosen = project(types, expected.value_type, Computed::Kept, theirs);
                inputs.insert(name.clone(), chosen);
            }
            _ => {
                if let Some(value) = inputs.get_mut(name) {
                    inner(types, expected, task, value, theirs);
                }
            }
        }
    }
}

fn inner(
    types: &Types,
    expected: Expected,
    task: ChoiceTask,
    value: &mut PropertyValue,
    other: Option<&PropertyValue>,
) {
    if expected.value_type.is_plain() || !types.has_computed() {
        return;
    }
    if let PropertyValue::Secret(value) = value {
        inner(types, expected, task, value, other);
        return;
    }
    let nothing = PropertyMap::new();
    let other = other.map(PropertyValue::reveal);
    let entries = match other {
        Some(PropertyValue::Object(entries)) => entries,
        _ => &nothing,
    };
    match (expected.value_type, value) {
        (Type::Object(id), PropertyValue::Object(map)) => {
            object(types, &types.object(*id).schema, task, map, entries);
        }
        (Type::Map(items), PropertyValue::Object(map)) => {
            let items = expected.items(items);
            let keys: HashMap<String, String> = match task {
                ChoiceTask::Leave => HashMap::new(),
                // The server may keep an entry under another key.
                ChoiceTask::Fill => {
                    let keys = keys_in_record(types, items, map, entries).into_iter();
                    keys.map(|(key, other)| (key.to_owned(), other.to_owned()))
                        .collect()
                }
            };
            for (key, value) in map {
                let other = keys.get(key).unwrap_or(key);
                inner(types, items, task, value, entries.get(other));
            }
        }
        (Type::Array(items), PropertyValue::Array(values)) => {
            let others = match other {
                Some(PropertyValue::Array(others)) => others.as_slice(),
                _ => &[],
            };
            let partners = partners(types, expected, items, task, values, others);
            for (value, partner) in values.iter_mut().zip(partners) {
                let other = partner.and_then(|at| others.get(at));
                inner(types, expected.items(items), task, value, other);
            }
        }
        _ => {}
    }
}

/// For each element of the inputs, the matching element of the other side.
fn partners(
    types: &Types,
    expected: Expected,
    items: &Type,
    task: ChoiceTask,
    values: &[PropertyValue],
    others: &[PropertyValue],
) -> Vec<Option<usize>> {
    if task == ChoiceTask::Fill {
        return elements_in_record(types, expected, items, values, others);
    }
    let matcher = Matcher::new(types, expected.items(items), Extras::Any);
    // Recorded inputs have fewer parts than inputs that were read.
    let couples: Vec<(usize, usize)> = if expected.rules.compare.has(Comparison::Set) {
        matcher.couples_of_sets(others, values)
    } else {
        let places = matcher.partners(others, values, false, &|pair| pair.alike);
        let couples = places.into_iter().enumerate();
        couples
            .filter_map(|(other, value)| Some((other, value?)))
            .collect()
    };
    let couples = couples.into_iter().map(|(other, value)| (value, other));
    by_first(couples, values.len())
}
