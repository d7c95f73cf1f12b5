//! The inputs of resources that were read: the actual state in the form of a program's inputs.

use std::collections::BTreeSet;

mod absent;
mod chosen;
mod elements;
mod other_form;
mod project;
mod reconcile;
mod recorded_elements;
mod refresh;
mod taken_over;
#[cfg(test)]
mod tests;

pub use absent::absent_with_defaults;
pub use chosen::{leave_to_server, with_chosen};
pub(in crate::schema) use other_form::keys_in_record;
use project::{Computed, project_object};
pub use reconcile::reconcile_with_record;
pub(in crate::schema) use recorded_elements::elements_in_record;
use refresh::{RecordedValue, Refresh};
pub use taken_over::{Taken, TakenParts, taken_over, without_servers_parts};

use super::model::{PackageSchema, ResourceSchema};
use super::secrets::mark;
use super::values::location::Location;
use crate::value::PropertyMap;

/// The inputs of an imported resource: the outputs of the same names, without nulls, without parts that are not inputs,
/// and without computed properties.
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

/// A resource that was read again, with its recorded state.
pub struct Refreshed<'a> {
    pub recorded_inputs: &'a PropertyMap,
    pub recorded_outputs: &'a PropertyMap,
    pub outputs: &'a PropertyMap,
    /// Whether the recorded output of this name results from the recorded input. After a failed update it may not,
    /// because the engine keeps the earlier inputs.
    pub is_trusted: &'a dyn Fn(&str) -> bool,
    /// Whether recorded outputs of properties that replace result from the recorded inputs, though an update failed.
    /// After an interrupted create that could not be completed, they may result from other inputs.
    pub trusts_replacing: bool,
    /// The paths of inputs with defaults that were missing in an earlier refresh.
    pub vanished: &'a BTreeSet<String>,
}

/// The inputs of a resource that is refreshed: the recorded ones, with the drifted values. And the paths of inputs with
/// defaults that are missing now: their defaults are not their values.
///
/// The recorded output is the evidence: where the read gives it again, the input stays as it is, whatever its form. An
/// input without an output of the same name is kept, because the read says nothing about it. An input with the same
/// meaning as its output keeps the form that the program wrote. An input whose output disappeared is removed.
///
/// An output that was never an input becomes one only if the record has another value of it. So a value that the server
/// fills in, or that a newer component reports for the first time, does not count as drift. A value that the schema
/// calls computed never becomes an input. Both rules also apply to parts of objects, and to entries of maps and
/// elements of lists that the recorded outputs have in addition to the program's. An entry or element that is new is
/// drift, if the record has the map or list.
#[must_use]
pub fn refreshed_inputs(
    schema: &PackageSchema,
    resource: &ResourceSchema,
    question: &Refreshed<'_>,
) -> (PropertyMap, BTreeSet<String>) {
    let recorded = RecordedValue {
        inputs: question.recorded_inputs,
        outputs: question.recorded_outputs,
    };
    let mut refresh = Refresh::new(schema, question);
    let is_output = |name: &str| resource.outputs.properties.contains_key(name);
    let (object, top) = (&resource.inputs, Location::TOP);
    let mut inputs = refresh.object(object, &is_output, recorded, question.outputs, &top);
    mark::secrets_of(&schema.types, &resource.inputs, &mut inputs);
    let mut vanished = refresh.vanished;
    if !vanished.is_empty() {
        let absent = absent_with_defaults(schema, resource, &inputs);
        vanished.retain(|path| absent.contains(path));
    }
    (inputs, vanished)
}
