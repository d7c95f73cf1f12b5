//! Outputs that depend on inputs by the manifest. The output is secret or unknown if one of these inputs is.

use crate::schema::diff;
use crate::schema::model::{PackageSchema, ResourceSchema};
use crate::schema::values::member;
use crate::value::{PropertyMap, PropertyValue};

/// Makes unknown the outputs of a preview that depend on an input that is not known, even if a component's hook gave
/// them.
pub(super) fn hold_back(
    resource: &ResourceSchema,
    inputs: &PropertyMap,
    outputs: PropertyMap,
) -> PropertyMap {
    let mut outputs = outputs;
    for name in resource.traits.output_dependencies.keys() {
        if let Some(output) = outputs.get_mut(name)
            && any(resource, inputs, name, PropertyValue::contains_unknown)
        {
            *output = if output.is_secret() {
                PropertyValue::Unknown.into_secret()
            } else {
                PropertyValue::Unknown
            };
        }
    }
    outputs
}

/// Whether an output depends on a secret.
pub(crate) fn is_secret(resource: &ResourceSchema, inputs: &PropertyMap, output: &str) -> bool {
    any(resource, inputs, output, PropertyValue::contains_secret)
}

/// Whether an output of an update keeps its value, because all its inputs do, or `None` if the manifest does not name
/// its inputs.
pub(crate) fn is_kept(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    old_inputs: &PropertyMap,
    inputs: &PropertyMap,
    output: &str,
) -> Option<bool> {
    let names = resource.traits.output_dependencies.get(output)?;
    let is_same = |name: &String| {
        diff::is_same_property(&schema.types, &resource.inputs, name, old_inputs, inputs)
    };
    Some(names.iter().all(is_same))
}

/// Whether this holds for an input that an output depends on. One of the output's own name is the output itself.
fn any(
    resource: &ResourceSchema,
    inputs: &PropertyMap,
    output: &str,
    holds: fn(&PropertyValue) -> bool,
) -> bool {
    let Some(names) = resource.traits.output_dependencies.get(output) else {
        return false;
    };
    let is_given = member::present(inputs.get(output)).is_some();
    let mut given = names.iter().filter_map(|name| inputs.get(name));
    !is_given && given.any(holds)
}
