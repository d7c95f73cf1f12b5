//! Converts the arguments and the results of hooks.

use std::rc::Rc;

use crate::encoding::{Members, Text};
use crate::error::{Error, PropertyFailure, Result};
use crate::fields::{self, Properties, Source};
use crate::host::bindings::pulumi_wasm::provider::common;
use crate::resource::view::View;

/// The draft of a request's map. Each property is read when the hook first looks at it; its failure is then among the
/// text's failures.
pub(super) fn decode_later<P: Properties>(members: &Members<'_>) -> Result<P> {
    Ok(P::read_from(&mut Source::of_call(members))?)
}

/// The result of a hook, as text. A value that cannot be written is a mistake of the provider, not of the program.
pub(super) fn encode<P: Properties>(properties: &P) -> Result<String> {
    let text = fields::print(|target| properties.write_to(target));
    text.map_err(|failure| unrecordable(&failure))
}

pub(super) fn unrecordable(failure: &PropertyFailure) -> Error {
    Error::other(format!(
        "the provider's answer cannot be recorded: {failure}"
    ))
}

/// The result of a hook, unless a value that it read could not be decoded.
pub(super) fn unless_unread(result: Result<()>, texts: &[&Rc<Text>]) -> Result<()> {
    let unread: Vec<_> = texts.iter().flat_map(|text| text.failures()).collect();
    if unread.is_empty() {
        return result;
    }
    let mut failures = match result {
        Err(Error::Invalid(own)) => own,
        _ => Vec::new(),
    };
    for failure in unread {
        // Each copy of a value records its problems.
        if !failures.contains(&failure) {
            failures.push(failure);
        }
    }
    Err(Error::Invalid(failures))
}

/// Failures of a check: those that were collected, and those that it ended with.
pub(super) fn failures(
    collected: Vec<PropertyFailure>,
    result: Result<()>,
) -> Result<Vec<common::PropertyFailure>> {
    let mut failures = collected;
    match result {
        Ok(()) => {}
        Err(Error::Invalid(more)) => failures.extend(more),
        Err(error) => return Err(error),
    }
    Ok(failures.into_iter().map(Into::into).collect())
}

/// The parts (views) of a resource as the last operation reported them.
pub(super) fn views(views: Vec<common::View>) -> Result<Vec<View>> {
    views.into_iter().map(View::try_from).collect()
}
