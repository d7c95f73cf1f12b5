//! What was recorded of a resource.

use std::rc::Rc;

use crate::bindings::pulumi_wasm::provider::common;
use crate::encoding::Text;
use crate::error::{Error, Result};
use crate::failure::PropertyFailure;
use crate::fields::{Properties, Source, members};
use crate::path::PropertyPath;
use crate::state::ResourceState;
use crate::view::View;

/// The state of a resource, with the inputs that are not among its outputs.
pub(crate) fn state<R: ResourceState>(outputs: &Rc<Text>, inputs: &Rc<Text>) -> Result<R> {
    with_state::<R, _>(outputs, inputs, |source| R::read_from(source))
}

/// The same for a state that must be there: a failure says that the record has another form.
pub(super) fn recorded_state<R: ResourceState>(outputs: &Rc<Text>, inputs: &Rc<Text>) -> Result<R> {
    state(outputs, inputs).map_err(in_record)
}

/// What there is of a state that may lack properties. What there is has to fit.
pub(super) fn partial_state<R: ResourceState>(
    outputs: &Rc<Text>,
    inputs: &Rc<Text>,
) -> Result<R::Partial> {
    with_state::<R, _>(outputs, inputs, R::Partial::read_from).map_err(in_record)
}

/// The same error about what is recorded.
fn in_record(error: Error) -> Error {
    match error {
        Error::Invalid(failures) => {
            let in_record = |failure: PropertyFailure| PropertyFailure {
                reason: format!("the recorded state does not fit: it {}", failure.reason),
                ..failure
            };
            Error::Invalid(failures.into_iter().map(in_record).collect())
        }
        other => other,
    }
}

/// The result of `read` for the state of a resource.
pub(super) fn with_state<R: ResourceState, T>(
    outputs: &Rc<Text>,
    inputs: &Rc<Text>,
    read: impl FnOnce(&mut Source<'_>) -> core::result::Result<T, PropertyFailure>,
) -> Result<T> {
    let outputs = members(outputs)?;
    let mut source = Source::new(&outputs, &PropertyPath::Root);
    if R::FIELDS.iter().all(|field| field.output) {
        return Ok(read(&mut source)?);
    }
    let inputs = members(inputs)?;
    Ok(read(&mut source.with_inputs(&inputs, R::FIELDS))?)
}

/// The parts of a resource that were last shown.
pub(super) fn views(views: Vec<common::View>) -> Result<Vec<View>> {
    views.into_iter().map(View::try_from).collect()
}
