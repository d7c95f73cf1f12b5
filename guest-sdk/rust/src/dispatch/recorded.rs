//! The record of a resource after a create or update. If some outputs cannot be written, the id and the other outputs
//! are kept.

use std::rc::Rc;

use crate::encoding::{Text, parse, print};
use crate::error::{Error, PartialState};
use crate::fields::{Field, Properties, Unwritten, beside_inputs, print_what_can_be, reason};
use crate::host::bindings::pulumi_wasm::provider::common;
use crate::host::no_extra;
use crate::resource::recording::Recording;
use crate::resource::state::ResourceState;

/// The outputs as text; if the author returned no inputs, they contain the given `inputs` unchanged.
///
/// # Errors
/// The partial state of the resource, which exists, if some outputs cannot be written.
pub(crate) fn recorded<R: ResourceState>(
    id: &str,
    recording: &Recording<R>,
    inputs: &Rc<Text>,
) -> core::result::Result<String, common::Error> {
    let (outputs, lost) = match recording {
        Recording::State(state) => print_what_can_be(|target| state.write_to(target)),
        Recording::Outputs(outputs) => {
            let (outputs, lost) = print_what_can_be(|target| outputs.write_to(target));
            (beside_inputs(outputs, &lost, inputs, R::FIELDS), lost)
        }
    };
    unless_lost(id, outputs, &lost)
}

fn unless_lost(
    id: &str,
    outputs: String,
    lost: &[Unwritten],
) -> core::result::Result<String, common::Error> {
    if lost.is_empty() {
        return Ok(outputs);
    }
    let names = lost.iter().map(|unwritten| unwritten.name);
    let names = names.filter(|name| !name.is_empty()).map(str::to_owned);
    Err(common::Error::Partial(common::PartialState {
        id: id.to_owned(),
        outputs,
        reasons: vec![reason(lost)],
        unrecorded: Some(names.collect()),
        extra: no_extra(),
    }))
}

/// The same error, with the inputs added if it has outputs only.
pub(crate) fn completed(error: Error, inputs: &Rc<Text>, fields: &'static [Field]) -> Error {
    match error {
        Error::Partial(state) if state.beside_inputs => {
            let outputs = beside_inputs(print(state.outputs), &[], inputs, fields);
            Error::Partial(PartialState {
                outputs: parse(&outputs).unwrap_or_default(),
                beside_inputs: false,
                ..state
            })
        }
        other => other,
    }
}
