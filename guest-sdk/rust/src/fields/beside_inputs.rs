//! Outputs with the inputs of the call beside them, as both are recorded.

use std::rc::Rc;

use crate::encoding::{Encoder, Text};
use crate::fields::{Field, Source, Unwritten};
use crate::path::PropertyPath;

/// Adds to outputs the recorded inputs that the provider did not set, as they were given. Their text is copied: most are
/// never read for it.
pub(crate) fn beside_inputs(
    outputs: String,
    lost: &[Unwritten],
    inputs: &Rc<Text>,
    fields: &'static [Field],
) -> String {
    let outputs = Text::new(outputs);
    // Both are objects: one was written here, and the author's function has read the other.
    let (Some(set), Some(inputs)) = (outputs.members(), inputs.members()) else {
        return outputs.into_string();
    };
    let room = inputs.text().as_str().len();
    let mut into = Encoder::reopened(outputs.as_str(), room);
    let given = Source::new(&inputs, &PropertyPath::Root);
    for field in fields.iter().filter(|field| field.input && field.output) {
        let is_set = set.get(field.name).is_some()
            || lost.iter().any(|unwritten| unwritten.name == field.name);
        if !is_set && let Some(value) = given.as_given(field) {
            into.raw_member(field.name, &value);
        }
    }
    into.end_object();
    into.finish()
}
