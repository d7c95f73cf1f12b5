//! Properties from the host for a function, each still a text.

use std::collections::BTreeMap;

use crate::encoding::Text;
use crate::error::{Error, PropertyFailure, Result};
use crate::property::Property;
use crate::value::path::PropertyPath;

/// JSON texts by name.
pub(super) type Values = BTreeMap<String, String>;

/// The members of an object; empty for other values.
pub(super) fn values(object: String) -> Values {
    let object = Text::new(object);
    let members = object.members();
    members
        .iter()
        .flat_map(|members| members.iter())
        .map(owned)
        .collect()
}

/// Takes a string out of an argument from the host.
///
/// # Errors
/// If it is missing or not a string.
pub(super) fn text(parts: &mut Values, name: &str) -> Result<String> {
    let text = Text::new(parts.remove(name).unwrap_or_default()).value()?;
    let path = PropertyPath::Root;
    Ok(String::decode(&mut text.decoder(), &path.key(name))?)
}

/// Reads a value; `None` if it is not there. `what` is for messages.
///
/// # Errors
/// When it is not of this type.
pub(super) fn read<T: Property>(values: &Values, name: &str, what: &str) -> Result<Option<T>> {
    let Some(text) = values.get(name).filter(|text| *text != "null") else {
        return Ok(None);
    };
    let wrong = |failure: PropertyFailure| Error::other(format!("{what}: {failure}"));
    let piece = Text::new(text.clone()).value().map_err(wrong)?;
    let path = PropertyPath::Root;
    let read = T::decode(&mut piece.decoder(), &path.key(name));
    read.map(Some).map_err(wrong)
}

fn owned((name, text): (impl Into<String>, &str)) -> (String, String) {
    (name.into(), text.to_owned())
}
