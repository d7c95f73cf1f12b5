//! Structs out of texts that the host sent.

use std::rc::Rc;

use crate::encoding::{Members, Text};
use crate::error::{Error, Result};
use crate::fields::{Properties, Source};
use crate::path::PropertyPath;

/// The members of a request's map.
pub(crate) fn members(text: &Rc<Text>) -> Result<Members<'_>> {
    let members = text.members();
    members.ok_or_else(|| Error::other("the host sent no property map"))
}

/// The struct that a request's map is.
pub(crate) fn decode<P: Properties>(text: impl Into<String>) -> Result<P> {
    read_struct(&Text::new(text))
}

/// Decodes a struct from a text.
pub(crate) fn read_struct<P: Properties>(text: &Rc<Text>) -> Result<P> {
    Ok(P::read_from(&mut Source::new(
        &members(text)?,
        &PropertyPath::Root,
    ))?)
}
