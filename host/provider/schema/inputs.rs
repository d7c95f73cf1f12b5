//! Inputs for resources that were read and not made: what the world has, as a program would write it.

use std::cell::Cell;

use super::diff;
use super::expected::Expected;
use super::mark;
use super::model::{ObjectSchema, PackageSchema, ResourceSchema};
use super::rules::Comparison;
use super::types::{Type, Types};
use crate::provider::value::{PropertyMap, PropertyValue};

/// The inputs of a resource that is imported: the outputs of the same names, without nulls, and without the parts that
/// no input can have.
#[must_use]
pub fn inputs_from_outputs(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    outputs: &PropertyMap,
) -> PropertyMap {
    let mut inputs = project_object(&schema.types, &resource.inputs, outputs);
    mark::secrets_of(&schema.types, &resource.inputs, &mut inputs);
    inputs
}

/// The inputs of a resource that is refreshed: the recorded ones, with what has drifted.
///
/// An input that is no output is kept, since nothing can be seen of it. One that means the same as its output is kept
/// in the form that the program gave it. One whose output is gone, goes. An output that was never an input only
/// becomes one when it is no longer what was recorded, so that what a server fills in by itself is not taken for drift.
#[must_use]
pub fn refreshed_inputs(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    recorded_inputs: &PropertyMap,
    recorded_outputs: &PropertyMap,
    outputs: &PropertyMap,
) -> PropertyMap {
    let recorded = Recorded {
        inputs: recorded_inputs,
        outputs: recorded_outputs,
    };
    let effort = Cell::new(diff::MOST_EFFORT);
    let means = Means {
        types: &schema.types,
        effort: &effort,
    };
    let mut inputs = refresh_object(
        means,
        &resource.inputs,
        &|name| resource.outputs.properties.contains_key(name),
        recorded,
        outputs,
    );
    mark::secrets_of(&schema.types, &resource.inputs, &mut inputs);
    inputs
}

/// What values are compared by.
#[derive(Clone, Copy)]
struct Means<'a> {
    types: &'a Types,
    /// What may still be spent on pairs of elements of sets.
    effort: &'a Cell<usize>,
}

impl Means<'_> {
    fn is_same(self, expected: Expected, old: &PropertyValue, new: &PropertyValue) -> bool {
        diff::is_same(self.types, expected, old, new, self.effort)
    }
}

/// The two sides of what is recorded.
#[derive(Clone, Copy)]
struct Recorded<'a> {
    inputs: &'a PropertyMap,
    outputs: &'a PropertyMap,
}

fn refresh_object(
    means: Means<'_>,
    object: &ObjectSchema,
    is_output: &dyn Fn(&str) -> bool,
    recorded: Recorded,
    outputs: &PropertyMap,
) -> PropertyMap {
    // What the schema does not know, the host's own mark too, is not what a read is about.
    let unknown_keys = recorded
        .inputs
        .iter()
        .filter(|(key, _)| !object.properties.contains_key(*key));
    let mut inputs: PropertyMap = unknown_keys
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    for (name, property) in &object.properties {
        let expected = Expected::of(property);
        let input = present(recorded.inputs.get(name));
        let output = present(outputs.get(name));
        let value = match (input, output) {
            (Some(input), None) if !is_output(name) || expected.is_as_good_as_absent(input) => {
                Some(input.clone())
            }
            (None, Some(output)) if expected.is_as_good_as_absent(output) => None,
            (Some(input), Some(output)) => {
                let before = recorded.outputs.get(name);
                Some(refresh(means, expected, input, before, output))
            }
            (None, Some(output)) => {
                let before = present(recorded.outputs.get(name)).or(object.implied(name, property));
                let drifted = before.is_none_or(|before| !means.is_same(expected, before, output));
                drifted.then(|| project(means.types, &property.value_type, output))
            }
            (Some(_), None) | (None, None) => None,
        };
        inputs.extend(value.map(|value| (name.clone(), value)));
    }
    inputs
}

/// One input that has an output.
fn refresh(
    means: Means<'_>,
    expected: Expected,
    input: &PropertyValue,
    before: Option<&PropertyValue>,
    output: &PropertyValue,
) -> PropertyValue {
    let projected = project(means.types, expected.value_type, output);
    if means.is_same(expected, input, &projected) {
        return input.clone();
    }
    let refreshed = match (expected.value_type, input.reveal(), output.reveal()) {
        (Type::Object(id), PropertyValue::Object(input), PropertyValue::Object(output)) => {
            let nothing = PropertyMap::new();
            let before = match before.map(PropertyValue::reveal) {
                Some(PropertyValue::Object(before)) => before,
                _ => &nothing,
            };
            let recorded = Recorded {
                inputs: input,
                outputs: before,
            };
            let object = &means.types.object(*id).schema;
            // A part that the record has no output of can only be an input.
            let is_output = |name: &str| before.contains_key(name) || output.contains_key(name);
            PropertyValue::Object(refresh_object(means, object, &is_output, recorded, output))
        }
        (Type::Map(items), PropertyValue::Object(inputs), PropertyValue::Object(outputs)) => {
            let before = match before.map(PropertyValue::reveal) {
                Some(PropertyValue::Object(before)) => Some(before),
                _ => None,
            };
            let refreshed = outputs.iter().map(|(key, output)| {
                let value = match inputs.get(key) {
                    Some(input) => {
                        let before = before.and_then(|before| before.get(key));
                        refresh(means, expected.items(items), input, before, output)
                    }
                    None => project(means.types, items, output),
                };
                (key.clone(), value)
            });
            PropertyValue::Object(refreshed.collect())
        }
        (Type::Array(items), PropertyValue::Array(inputs), PropertyValue::Array(outputs))
            if expected.rules.compare.has(Comparison::Set) =>
        {
            PropertyValue::Array(refresh_set(means, expected.items(items), inputs, outputs))
        }
        (Type::Array(items), PropertyValue::Array(inputs), PropertyValue::Array(outputs))
            if inputs.len() == outputs.len() =>
        {
            let before = match before.map(PropertyValue::reveal) {
                Some(PropertyValue::Array(before)) if before.len() == outputs.len() => &before[..],
                _ => &[],
            };
            let pairs = inputs.iter().zip(outputs).enumerate();
            let refreshed = pairs.map(|(index, (input, output))| {
                refresh(
                    means,
                    expected.items(items),
                    input,
                    before.get(index),
                    output,
                )
            });
            PropertyValue::Array(refreshed.collect())
        }
        _ => projected,
    };
    if input.is_secret() {
        refreshed.into_secret()
    } else {
        refreshed
    }
}

/// The elements of a set: those that the program gave in its own form and order, then those that came.
fn refresh_set(
    means: Means<'_>,
    items: Expected,
    inputs: &[PropertyValue],
    outputs: &[PropertyValue],
) -> Vec<PropertyValue> {
    let project = |value| project(means.types, items.value_type, value);
    let found: Vec<PropertyValue> = outputs.iter().map(project).collect();
    // Of the program's elements, too, what the schema does not know is not what a read is about.
    let given: Vec<PropertyValue> = inputs.iter().map(project).collect();
    let (gone, come) = diff::unmatched(means.types, items, &given, &found, means.effort);
    let only = |values: &[PropertyValue], wanted: &dyn Fn(&usize) -> bool| {
        let positions = (0..values.len()).filter(|index| wanted(index));
        let chosen = positions.filter_map(|index| values.get(index).cloned());
        chosen.collect::<Vec<PropertyValue>>()
    };
    let mut elements = only(inputs, &|index| !gone.contains(index));
    elements.extend(only(&found, &|index| come.contains(index)));
    elements
}

fn project_object(types: &Types, object: &ObjectSchema, outputs: &PropertyMap) -> PropertyMap {
    let declared = object.properties.iter();
    let present = declared.filter_map(|(name, property)| {
        let output = present(outputs.get(name))?;
        Some((name.clone(), project(types, &property.value_type, output)))
    });
    present.collect()
}

/// An output as an input of a type: without the parts that the type does not have.
fn project(types: &Types, expected: &Type, output: &PropertyValue) -> PropertyValue {
    match (expected, output) {
        (_, PropertyValue::Secret(inner)) => project(types, expected, inner).into_secret(),
        (expected, output) if expected.is_plain() => output.clone(),
        (Type::Array(items), PropertyValue::Array(values)) => PropertyValue::Array(
            values
                .iter()
                .map(|value| project(types, items, value))
                .collect(),
        ),
        (Type::Map(items), PropertyValue::Object(map)) => {
            let entries = map
                .iter()
                .map(|(key, value)| (key.clone(), project(types, items, value)));
            PropertyValue::Object(entries.collect())
        }
        (Type::Object(id), PropertyValue::Object(map)) => {
            PropertyValue::Object(project_object(types, &types.object(*id).schema, map))
        }
        // A union's members are alike enough, and which one it is, an output with more parts cannot tell.
        _ => output.clone(),
    }
}

fn present(value: Option<&PropertyValue>) -> Option<&PropertyValue> {
    value.filter(|value| !matches!(value.reveal(), PropertyValue::Null))
}

#[cfg(test)]
mod tests;
