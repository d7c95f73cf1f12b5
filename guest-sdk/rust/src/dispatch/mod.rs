//! From requests to an author's functions and back: JSON to typed values, typed values to JSON.

use serde_json::Value as JsonValue;

use crate::bindings::pulumi_wasm::provider::common;
use crate::error::{Error, PropertyFailure, Result};
use crate::fields::{Properties, PropertyMap};
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

pub(crate) use change::{create, delete, update};
pub(crate) use check::check;
pub(crate) use config::{check_config, configure};
pub(crate) use diff::diff;
pub(crate) use function::invoke;
pub(crate) use list::list;
pub(crate) use migrate::migrate;
pub(crate) use read::read;

/// The map inside a request.
pub(crate) fn parse(text: &str) -> Result<PropertyMap> {
    serde_json::from_str(text)
        .map_err(|error| Error::other(format!("the host sent no property map: {error}")))
}

fn print(properties: PropertyMap) -> String {
    // Writes straight into the text, where `to_string` of a value goes through a formatter. Names are texts, so it succeeds.
    serde_json::to_string(&JsonValue::Object(properties)).unwrap_or_default()
}

fn decode<P: Properties>(properties: PropertyMap) -> Result<P> {
    Ok(P::from_properties(properties, &PropertyPath::Root)?)
}

fn encode<P: Properties>(properties: &P) -> Result<String> {
    Ok(print(properties.to_properties(&PropertyPath::Root)?))
}

/// The parts of a resource that were last shown.
fn views(views: Vec<common::View>) -> Result<Vec<View>> {
    views.into_iter().map(View::try_from).collect()
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
pub(crate) fn state<R: ResourceState>(mut outputs: PropertyMap, inputs: &PropertyMap) -> Result<R> {
    for field in R::FIELDS.iter().filter(|field| !field.output) {
        if let Some(value) = inputs.get(field.name) {
            outputs.insert(field.name.to_owned(), value.clone());
        }
    }
    decode(outputs)
}
