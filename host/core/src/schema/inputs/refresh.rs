//! A refresh: recorded inputs with the values that drifted, part by part.

use super::elements::{self, Element};
use super::project::{Computed, project};
use crate::schema::diff;
use crate::schema::expected::Expected;
use crate::schema::member::{self, Choice, present};
use crate::schema::named_types::Types;
use crate::schema::object::ObjectSchema;
use crate::schema::rules::Comparison;
use crate::schema::types::Type;
use crate::value::{PropertyMap, PropertyValue};

/// The two sides of the record.
#[derive(Clone, Copy)]
pub(super) struct RecordedValue<'a> {
    pub(super) inputs: &'a PropertyMap,
    pub(super) outputs: &'a PropertyMap,
}

/// The inputs of an object: the recorded ones, with the drifted values of those that are outputs.
pub(super) fn refresh_object(
    types: &Types,
    object: &ObjectSchema,
    is_output: &dyn Fn(&str) -> bool,
    recorded: RecordedValue,
    outputs: &PropertyMap,
) -> PropertyMap {
    // Keys that the schema does not know, such as the host's mark, are not part of a read.
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
        let before = present(recorded.outputs.get(name));
        let value = match (input, output) {
            (Some(input), None) if !is_output(name) || expected.is_as_good_as_absent(input) => {
                Some(input.clone())
            }
            (None, Some(output)) if expected.is_as_good_as_absent(output) => None,
            (Some(input), Some(output)) => Some(refresh(types, expected, input, before, output)),
            (None, Some(_)) if property.computed => None,
            (None, Some(output)) => {
                before.and_then(|before| drifted(types, expected, before, output))
            }
            (Some(_), None) | (None, None) => None,
        };
        inputs.extend(value.map(|value| (name.clone(), value)));
    }
    inputs
}

/// One input that has an output.
fn refresh(
    types: &Types,
    expected: Expected,
    input: &PropertyValue,
    before: Option<&PropertyValue>,
    output: &PropertyValue,
) -> PropertyValue {
    let projected = project(types, expected.value_type, Computed::Kept, output);
    // Of what the program leaves to the server, nothing differs.
    if diff::is_same(types, expected, &projected, input) {
        return input.clone();
    }
    let before_value = before;
    let before = before.map(PropertyValue::reveal);
    let refreshed = match (expected.value_type, input.reveal(), output.reveal()) {
        (Type::Object(id), PropertyValue::Object(input), PropertyValue::Object(output)) => {
            let nothing = PropertyMap::new();
            let before = entries(before).unwrap_or(&nothing);
            let recorded = RecordedValue {
                inputs: input,
                outputs: before,
            };
            let object = &types.object(*id).schema;
            // A part without a recorded output can only be an input.
            let is_output = |name: &str| before.contains_key(name) || output.contains_key(name);
            PropertyValue::Object(refresh_object(types, object, &is_output, recorded, output))
        }
        (Type::Map(items), PropertyValue::Object(inputs), PropertyValue::Object(outputs)) => {
            let items = expected.items(items);
            let before = entries(before);
            PropertyValue::Object(refresh_map(types, items, inputs, before, outputs))
        }
        (Type::Array(items), PropertyValue::Array(inputs), PropertyValue::Array(outputs)) => {
            let items = expected.items(items);
            let before = match before {
                Some(PropertyValue::Array(before)) => Some(before.as_slice()),
                _ => None,
            };
            let elements = match expected.rules.compare.has(Comparison::Set) {
                true => elements::of_set(types, items, inputs, before, outputs),
                false => elements::of_list(types, items, inputs, before, outputs),
            };
            let refreshed = elements.into_iter().map(|element| match element {
                Element::Given {
                    input,
                    before,
                    output,
                } => refresh(types, items, input, before, output),
                Element::Taken(input) => input,
            });
            PropertyValue::Array(refreshed.collect())
        }
        (Type::Union(union), given, found) => {
            let chosen = |value| match member::choose(types, union, value) {
                Choice::Member(member) => Some(member),
                _ => None,
            };
            match (chosen(given), chosen(found)) {
                (Some(one), Some(other)) if one == other && *one != *expected.value_type => {
                    refresh(types, expected.as_type(one), input, before_value, output)
                }
                _ => projected,
            }
        }
        _ => projected,
    };
    if input.is_secret() {
        refreshed.into_secret()
    } else {
        refreshed
    }
}

/// The entries of a map. One that the record has beside the program's own is the server's, as long as it stays as it is.
fn refresh_map(
    types: &Types,
    items: Expected,
    inputs: &PropertyMap,
    before: Option<&PropertyMap>,
    outputs: &PropertyMap,
) -> PropertyMap {
    let mut refreshed = PropertyMap::new();
    for (key, output) in outputs {
        let recorded = before.and_then(|before| present(before.get(key)));
        let value = match (inputs.get(key), recorded) {
            (Some(input), recorded) => refresh(types, items, input, recorded, output),
            (None, Some(recorded)) => match drifted(types, items, recorded, output) {
                Some(input) => input,
                None => continue,
            },
            (None, None) if before.is_none() => continue,
            (None, None) => project(types, items.value_type, Computed::LeftOut, output),
        };
        refreshed.insert(key.clone(), value);
    }
    refreshed
}

/// A value that the program never gave, as an input, or `None` if it equals the record. Of an object or a map, only the
/// parts that have changed become inputs: the others still belong to the server.
fn drifted(
    types: &Types,
    expected: Expected,
    before: &PropertyValue,
    output: &PropertyValue,
) -> Option<PropertyValue> {
    let seen = |value| project(types, expected.value_type, Computed::LeftOut, value);
    let (seen_before, seen_output) = (seen(before), seen(output));
    if tells_no_other(types, expected, &seen_before, &seen_output) {
        return None;
    }
    let nothing = PropertyMap::new();
    let parts = match (expected.value_type, before.reveal(), output.reveal()) {
        (Type::Object(id), PropertyValue::Object(before), PropertyValue::Object(output)) => {
            let recorded = RecordedValue {
                inputs: &nothing,
                outputs: before,
            };
            let object = &types.object(*id).schema;
            refresh_object(types, object, &|_| true, recorded, output)
        }
        (Type::Map(items), PropertyValue::Object(before), PropertyValue::Object(output)) => {
            refresh_map(types, expected.items(items), &nothing, Some(before), output)
        }
        _ => return Some(seen_output),
    };
    let parts = (!parts.is_empty()).then_some(PropertyValue::Object(parts))?;
    Some(match output.is_secret() {
        true => parts.into_secret(),
        false => parts,
    })
}

/// Whether a value equals the record, perhaps with further parts: parts that a newer component tells for the first
/// time.
fn tells_no_other(
    types: &Types,
    expected: Expected,
    before: &PropertyValue,
    output: &PropertyValue,
) -> bool {
    match (expected.value_type, before.reveal(), output.reveal()) {
        (Type::Object(id), PropertyValue::Object(before), PropertyValue::Object(output)) => {
            let object = &types.object(*id).schema;
            object.properties.iter().all(|(name, property)| {
                let sides = (present(before.get(name)), present(output.get(name)));
                match sides {
                    (Some(before), Some(output)) => {
                        tells_no_other(types, Expected::of(property), before, output)
                    }
                    (Some(before), None) => Expected::of(property).is_as_good_as_absent(before),
                    (None, _) => true,
                }
            })
        }
        (Type::Array(items), PropertyValue::Array(before), PropertyValue::Array(output))
            if before.len() == output.len() && !expected.rules.compare.has(Comparison::Set) =>
        {
            let items = expected.items(items);
            let mut pairs = before.iter().zip(output);
            pairs.all(|(before, output)| tells_no_other(types, items, before, output))
        }
        _ => diff::is_same(types, expected, before, output),
    }
}

fn entries(value: Option<&PropertyValue>) -> Option<&PropertyMap> {
    match value {
        Some(PropertyValue::Object(entries)) => Some(entries),
        _ => None,
    }
}
