//! From requests to an author's functions and back: JSON to typed values, typed values to JSON.

use std::rc::Rc;

use serde_json::Value as JsonValue;

use crate::bindings::pulumi_wasm::provider::common;
use crate::encoding::{Members, Text};
use crate::error::{Error, PropertyFailure, Result};
use crate::fields::{self, Properties, PropertyMap, Source};
use crate::host::NO_EXTRA;
use crate::path::PropertyPath;
use crate::resource::ResourceState;
use crate::view::View;

mod change;
mod check;
mod config;
mod diff;
mod error;
mod function;
mod list;
mod migrate;
mod read;
mod recorded;

pub(crate) use change::{create, delete, update};
pub(crate) use check::check;
pub(crate) use config::{check_config, configure};
pub(crate) use diff::diff;
pub(crate) use function::invoke;
pub(crate) use list::list;
pub(crate) use migrate::migrate;
pub(crate) use read::read;
pub(crate) use recorded::{beside_inputs, completed, reason, recorded};

/// The map inside a request.
pub(crate) fn parse(text: &str) -> Result<PropertyMap> {
    let value = Text::new(text).value();
    match value.and_then(|value| value.tree(&PropertyPath::Root)) {
        Ok(JsonValue::Object(properties)) => Ok(properties),
        _ => Err(Error::other("the host sent no property map")),
    }
}

/// A map as the interface has it.
pub(crate) fn print(properties: PropertyMap) -> String {
    to_text(JsonValue::Object(properties))
}

/// The text of a tree. `to_string` would bring a second printer along.
pub(crate) fn to_text(tree: JsonValue) -> String {
    // Names are texts, so it succeeds.
    serde_json::to_string(&tree).unwrap_or_default()
}

/// The members of a request's map.
fn members(text: &Rc<Text>) -> Result<Members<'_>> {
    let members = text.members();
    members.ok_or_else(|| Error::other("the host sent no property map"))
}

/// The struct that a request's map is.
pub(crate) fn decode<P: Properties>(text: impl Into<String>) -> Result<P> {
    read_struct(&Text::new(text))
}

/// The struct that a text is.
pub(crate) fn read_struct<P: Properties>(text: &Rc<Text>) -> Result<P> {
    Ok(P::read_from(&mut Source::new(
        &members(text)?,
        &PropertyPath::Root,
    ))?)
}

/// The draft of a request's map. Each property is read when the hook first looks at it; its failure is then among the
/// text's failures.
fn decode_later<P: Properties>(members: &Members<'_>) -> Result<P> {
    Ok(P::read_from(&mut Source::of_call(members))?)
}

/// The result of a hook, as text. A value that cannot be written is a mistake of the provider, not of the program.
fn encode<P: Properties>(properties: &P) -> Result<String> {
    let text = fields::print(|target| properties.write_to(target));
    text.map_err(|failure| unrecordable(&failure))
}

fn unrecordable(failure: &PropertyFailure) -> Error {
    Error::other(format!(
        "what the provider returned cannot be recorded: {failure}"
    ))
}

/// The result of a hook, unless something that it looked at could not be read.
fn unless_unread(result: Result<()>, texts: &[&Rc<Text>]) -> Result<()> {
    let unread: Vec<_> = texts.iter().flat_map(|text| text.failures()).collect();
    if unread.is_empty() {
        return result;
    }
    let mut failures = match result {
        Err(Error::Invalid(own)) => own,
        _ => Vec::new(),
    };
    for failure in unread {
        // Each copy of a value notes what is wrong with it.
        if !failures.contains(&failure) {
            failures.push(failure);
        }
    }
    Err(Error::Invalid(failures))
}

/// The parts of a resource that were last shown.
fn views(views: Vec<common::View>) -> Result<Vec<View>> {
    views.into_iter().map(View::try_from).collect()
}

/// A text among the members of an `extra`.
pub(crate) fn extra_text(extra: &str, name: &str) -> Option<String> {
    let extra = Text::new(extra);
    let mut member = extra.members()?.get(name)?;
    let text = member.string(&PropertyPath::Root).ok()?;
    Some(text.into_owned())
}

fn no_extra() -> String {
    NO_EXTRA.to_owned()
}

/// Failures of a check: those that were collected, and those that it ended with.
fn failures(
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

/// The state of a resource, with the inputs that are not among its outputs.
pub(crate) fn state<R: ResourceState>(outputs: &Rc<Text>, inputs: &Rc<Text>) -> Result<R> {
    with_state::<R, _>(outputs, inputs, |source| R::read_from(source))
}

/// The same for a state that must be there: a failure says that the record has another form.
fn recorded_state<R: ResourceState>(outputs: &Rc<Text>, inputs: &Rc<Text>) -> Result<R> {
    state(outputs, inputs).map_err(|error| match error {
        Error::Invalid(failures) => {
            let in_record = |failure: PropertyFailure| PropertyFailure {
                reason: format!("the recorded state does not fit: it {}", failure.reason),
                ..failure
            };
            Error::Invalid(failures.into_iter().map(in_record).collect())
        }
        other => other,
    })
}

/// The result of `read` for the state of a resource.
fn with_state<R: ResourceState, T>(
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
