//! Answers of calls that did all that they had to and whose outputs cannot be written: the id and the rest are kept.

use serde_json::json;

use crate::bindings::pulumi_wasm::provider::common;
use crate::dispatch::to_text;
use crate::fields::{Properties, Unwritten, print_what_can_be};

/// The outputs as text.
///
/// # Errors
/// The partial state of the thing, which exists, if some of them cannot be written.
pub(super) fn recorded<P: Properties>(
    id: &str,
    outputs: &P,
) -> core::result::Result<String, common::Error> {
    let (outputs, lost) = print_what_can_be(|target| outputs.write_to(target));
    if lost.is_empty() {
        return Ok(outputs);
    }
    let names = lost.iter().map(|unwritten| unwritten.name);
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    Err(common::Error::Partial(common::PartialState {
        id: id.to_owned(),
        outputs,
        reasons: vec![reason(&lost)],
        extra: to_text(json!({ "unrecorded": names })),
    }))
}

/// Why properties are not recorded, in one sentence.
pub(crate) fn reason(lost: &[Unwritten]) -> String {
    let failures = lost.iter().map(|unwritten| unwritten.failure.to_string());
    let failures: Vec<String> = failures.collect();
    format!(
        "what the provider returned cannot be recorded: {}",
        failures.join("; ")
    )
}
