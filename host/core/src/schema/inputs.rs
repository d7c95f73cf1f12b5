//! Inputs for resources that were read and not made: the real state, as a program would write it.

mod chosen;
mod elements;
mod project;
mod refresh;
mod taken;
#[cfg(test)]
mod tests;

pub use chosen::{leave_to_server, with_chosen};
use project::{Computed, project_object};
use refresh::{RecordedValue, refresh_object};
pub use taken::{Taken, TakenParts, taken_over, without_servers_parts};

use super::mark;
use super::model::{PackageSchema, ResourceSchema};
use crate::value::PropertyMap;

/// The inputs of a resource that is imported: the outputs of the same names, without nulls, without the parts that no
/// input can have, and without those that the schema calls computed.
#[must_use]
pub fn inputs_from_outputs(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    outputs: &PropertyMap,
) -> PropertyMap {
    let left_out = Computed::LeftOut;
    let mut inputs = project_object(&schema.types, &resource.inputs, left_out, outputs);
    mark::secrets_of(&schema.types, &resource.inputs, &mut inputs);
    inputs
}

/// The inputs of a resource that is refreshed: the recorded ones, with the drifted values.
///
/// An input that is not an output is kept, since nothing can be seen of it. One that means the same as its output is kept
/// in the form that the program gave it. One whose output is gone, goes.
///
/// An output that was never an input becomes one only if the record has another value of it. So a
/// value that a server fills in by itself, or that a newer component tells for the first time, does
/// not count as drift. A value that the schema calls computed never becomes an input. Both hold for
/// parts of objects too, and for entries of maps and elements of lists that the record has beside
/// the program's. An entry or element that is new is drift, if the record has the map or list.
#[must_use]
pub fn refreshed_inputs(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    recorded_inputs: &PropertyMap,
    recorded_outputs: &PropertyMap,
    outputs: &PropertyMap,
) -> PropertyMap {
    let recorded = RecordedValue {
        inputs: recorded_inputs,
        outputs: recorded_outputs,
    };
    let mut inputs = refresh_object(
        &schema.types,
        &resource.inputs,
        &|name| resource.outputs.properties.contains_key(name),
        recorded,
        outputs,
    );
    mark::secrets_of(&schema.types, &resource.inputs, &mut inputs);
    inputs
}
