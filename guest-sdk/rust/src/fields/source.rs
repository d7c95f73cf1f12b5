//! The sources that structs are read from, and reading a struct from a text of the host.

use std::borrow::Cow;
use std::rc::Rc;

use crate::encoding::{self, Decoder, Members, Text};
use crate::error::{self, Error, PropertyFailure};
use crate::fields::checks::of_constant;
use crate::fields::{Field, Properties};
use crate::manifest::rules::Constant;
use crate::property::Property;
use crate::value::path::PropertyPath;

/// The object that a struct is read from.
#[doc(hidden)]
pub struct Source<'a> {
    members: &'a Members<'a>,
    path: &'a PropertyPath<'a>,
    /// The other source for the members of some fields.
    instead: Option<(&'a Members<'a>, &'static [Field])>,
    /// Whether a value may be read on first access.
    later: bool,
}

/// The state of a property in the source.
enum Found<'a> {
    Value(Decoder<'a>),
    Default(Constant),
    Nothing,
}

impl<'a> Source<'a> {
    pub(crate) fn new(members: &'a Members<'a>, path: &'a PropertyPath<'a>) -> Self {
        Self {
            members,
            path,
            instead: None,
            later: false,
        }
    }

    /// The properties of a call. Each property is decoded on first access.
    pub(crate) fn of_call(members: &'a Members<'a>) -> Self {
        Self {
            later: true,
            ..Self::new(members, &PropertyPath::Root)
        }
    }

    /// Reads the outputs, and takes properties that are not outputs from the inputs.
    pub(crate) fn with_inputs(self, inputs: &'a Members<'a>, fields: &'static [Field]) -> Self {
        Self {
            instead: Some((inputs, fields)),
            ..self
        }
    }

    /// Reads one property, or its default.
    pub fn take<T: Property>(&mut self, field: &'static Field) -> Result<T, PropertyFailure> {
        let path = self.path.key(field.name);
        match self.find(field, T::REQUIRED) {
            Found::Value(mut value) => T::decode(&mut value, &path),
            Found::Default(constant) => of_constant(constant, &path),
            Found::Nothing => T::missing(&path).map_err(|failure| with_hint(failure, field)),
        }
    }

    /// Whether a struct with these fields could be read.
    ///
    /// # Errors
    /// Like reading it.
    pub(crate) fn fits(&self, fields: &'static [Field]) -> Result<(), PropertyFailure> {
        for field in fields {
            let path = self.path.key(field.name);
            match self.find(field, field.required) {
                Found::Value(mut value) => (field.fits)(Some(&mut value), &path)?,
                // A bad default is found when the provider is described.
                Found::Default(_) => {}
                Found::Nothing => (field.fits)(None, &path)?,
            }
        }
        Ok(())
    }

    /// The text of a property to record: the given value, or its default. `None` if it is omitted.
    pub(crate) fn as_given(&self, field: &'static Field) -> Option<Cow<'a, str>> {
        match self.find(field, field.required) {
            Found::Value(value) if value.is_null() && !field.required => None,
            Found::Value(value) => Some(Cow::Borrowed(value.as_str())),
            Found::Default(constant) => Some(Cow::Owned(encoding::to_text(constant.into()))),
            Found::Nothing => None,
        }
    }

    fn find(&self, field: &'static Field, required: bool) -> Found<'a> {
        // A required constant has only one value, so the program need not give it.
        let default = field.default.or(field.constant.filter(|_| required));
        match (self.member(field.name), default) {
            (Some(value), Some(default)) if value.is_null() => Found::Default(default),
            (Some(value), _) if self.later => Found::Value(value.later(field.name)),
            (Some(value), _) => Found::Value(value),
            (None, Some(default)) => Found::Default(default),
            (None, None) => Found::Nothing,
        }
    }

    fn member(&self, name: &str) -> Option<Decoder<'a>> {
        if let Some((inputs, fields)) = self.instead
            && fields
                .iter()
                .any(|field| !field.output && field.name == name)
            && let Some(value) = inputs.get(name)
        {
            return Some(value);
        }
        self.members.get(name)
    }
}

fn with_hint(mut failure: PropertyFailure, field: &Field) -> PropertyFailure {
    if let [variable, ..] = field.environment {
        failure.reason.push_str(&format!(
            "; set it, or grant and set the environment variable `{variable}`"
        ));
    }
    failure
}

/// The members of a request's map.
pub(crate) fn members(text: &Rc<Text>) -> error::Result<Members<'_>> {
    let members = text.members();
    members.ok_or_else(|| Error::other("the host sent no property map"))
}

/// The struct that a request's map is.
pub(crate) fn decode<P: Properties>(text: impl Into<String>) -> error::Result<P> {
    read_struct(&Text::new(text))
}

/// Decodes a struct from a text.
pub(crate) fn read_struct<P: Properties>(text: &Rc<Text>) -> error::Result<P> {
    Ok(P::read_from(&mut Source::new(
        &members(text)?,
        &PropertyPath::Root,
    ))?)
}
