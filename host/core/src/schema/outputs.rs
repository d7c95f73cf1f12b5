//! The host's rules for outputs: which outputs are secret, and which outputs a preview shows.

pub(super) mod dependencies;
mod inputs_as_outputs;
pub(super) mod planned_outputs;

use inputs_as_outputs::Before;

use super::check::Checker;

use super::model::object::ObjectSchema;
use super::model::{PackageSchema, ResourceSchema};
use super::secrets::mark;
use super::secrets::write_only;
use super::values::location::Location;
use super::values::member;
use crate::error::failure::PropertyFailure;
use crate::value::{PropertyMap, PropertyValue};

/// Marks outputs as secret: outputs that are secret by the schema, at any depth, and outputs with a secret input of the
/// same name. If such an input contains a secret, the same part of the output is marked, or the whole output if it has
/// no such part. An output that depends, by the manifest, on an input with a secret in it is secret as a whole. A
/// secret does not contain further secret marks.
///
/// Keys that begin with `__` belong to the host or the engine, and are left as they are; so is a null. Write-only
/// properties are left out, at any depth.
#[must_use]
pub fn mark_secrets(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    inputs: &PropertyMap,
    outputs: PropertyMap,
) -> PropertyMap {
    let mut outputs = outputs;
    outputs.retain(|name, _| !is_write_only(&resource.inputs, name));
    write_only::leave_out(&schema.types, &resource.outputs, &mut outputs);
    // Most resources have no secrets, and need no lookup for each output.
    let have_secrets = inputs.values().any(PropertyValue::contains_secret);
    for (name, value) in &mut outputs {
        if name.starts_with("__") || value.is_secret() || matches!(value, PropertyValue::Null) {
            continue;
        }
        let output = resource.outputs.properties.get(name);
        let input = resource.inputs.properties.get(name);
        let is_secret = [input, output]
            .into_iter()
            .flatten()
            .any(|property| property.secret);
        if is_secret || have_secrets && dependencies::is_secret(resource, inputs, name) {
            mark::wrap(value);
            continue;
        }
        let given = have_secrets.then(|| inputs.get(name)).flatten();
        if let Some(given) = given.filter(|given| given.contains_secret()) {
            let mut given = given.clone();
            if let Some(input) = input {
                write_only::leave_out_of(&schema.types, &input.value_type, &mut given);
            }
            mark::secrets_as_in(&given, value);
        }
        if let Some(property) = output {
            mark::secrets(&schema.types, &property.value_type, value);
        }
    }
    let own = outputs.iter_mut();
    let own = own.filter(|(name, _)| !name.starts_with("__"));
    own.for_each(|(_, value)| value.flatten_secrets());
    outputs
}

/// The predicted outputs of a create: inputs under their own names, and all other outputs in the schema as unknown,
/// including parts of an input that only the output has.
#[must_use]
pub fn preview(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    inputs: &PropertyMap,
) -> PropertyMap {
    let shown = resource.outputs.properties.keys().map(|name| {
        let value = inputs_as_outputs::input(schema, resource, inputs, name, Before::default());
        (name.clone(), value.unwrap_or(PropertyValue::Unknown))
    });
    mark_secrets(schema, resource, inputs, shown.collect())
}

/// The predicted outputs of an update in place.
///
/// Like [`preview`], but an output keeps its old value in three cases: if only a replacement could change it (see
/// [`stable_outputs`]), if none of the inputs that it depends on by the manifest changes, or if the server has chosen
/// it. So do the parts of objects that the server has chosen. An optional input that is absent now and in the record is
/// left out here too, unless the server chooses it: if it were unknown, its dependents would seem to change.
#[must_use]
pub fn preview_update(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    old_inputs: &PropertyMap,
    old_outputs: &PropertyMap,
    inputs: &PropertyMap,
) -> PropertyMap {
    let is_nothing =
        |properties: &PropertyMap, name: &str| member::present(properties.get(name)).is_none();
    let stays_out = |name: &&String| {
        resource.inputs.properties.contains_key(*name)
            && !resource.outputs.required.contains(*name)
            && !is_computed(resource, name)
            && is_nothing(inputs, name)
            && is_nothing(old_outputs, name)
    };
    let names = resource.outputs.properties.keys();
    let shown = names.filter(|name| !stays_out(name)).map(|name| {
        let old = old_outputs.get(name);
        let before = Before {
            input: old_inputs.get(name),
            output: old,
        };
        let value =
            inputs_as_outputs::input(schema, resource, inputs, name, before).or_else(|| {
                let is_kept = is_stable(resource, name)
                    || dependencies::is_kept(schema, resource, old_inputs, inputs, name)
                        .unwrap_or_else(|| is_computed(resource, name));
                old.filter(|_| is_kept).cloned()
            });
        (name.clone(), value.unwrap_or(PropertyValue::Unknown))
    });
    mark_secrets(schema, resource, inputs, shown.collect())
}

/// Merges a component's own preview into the host's; see [`preview`]. Values that the hook left to the server, and
/// values that depend on an unknown input, stay as in the host's preview.
#[must_use]
pub fn merge_preview(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    inputs: &PropertyMap,
    shown: PropertyMap,
    answer: PropertyMap,
) -> PropertyMap {
    let mut shown = shown;
    for (name, answer) in answer {
        let old = shown.get(&name);
        let value =
            inputs_as_outputs::completed(schema, resource, inputs, (name.as_str(), answer), old);
        shown.extend(value.map(|value| (name, value)));
    }
    let shown = dependencies::hold_back(resource, inputs, shown);
    mark_secrets(schema, resource, inputs, shown)
}

/// The outputs that do not change unless the resource is replaced: outputs that the manifest calls `stable`, and
/// properties with `replaceOnChanges` in the outputs or inputs. It is used for `stables` of a diff without a
/// replacement.
#[must_use]
pub fn stable_outputs(resource: &ResourceSchema) -> Vec<&str> {
    let names = resource.outputs.properties.keys().map(String::as_str);
    names.filter(|name| is_stable(resource, name)).collect()
}

/// The outputs that the schema does not declare, and the declared outputs that are missing. The author sees these
/// problems, and users do not.
#[must_use]
pub fn mismatches(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    outputs: &PropertyMap,
) -> Vec<PropertyFailure> {
    let mut outputs = outputs.clone();
    let mut checker = Checker::of_outputs(&schema.types);
    checker.object(&resource.outputs, &mut outputs, &Location::TOP);
    checker.failures
}

fn is_write_only(object: &ObjectSchema, name: &str) -> bool {
    object
        .properties
        .get(name)
        .is_some_and(|property| property.write_only)
}

fn is_computed(resource: &ResourceSchema, name: &str) -> bool {
    let input = resource.inputs.properties.get(name);
    input.is_some_and(|property| property.computed)
}

fn is_stable(resource: &ResourceSchema, name: &str) -> bool {
    let replaces = |object: &ObjectSchema| {
        object
            .properties
            .get(name)
            .is_some_and(|property| property.replace_on_changes)
    };
    resource.traits.stable.contains(name)
        || replaces(&resource.outputs)
        || replaces(&resource.inputs)
}

#[cfg(test)]
mod tests;
