//! Structs as sets of properties.

use std::fmt;

use serde_json::Value as JsonValue;

use crate::encoding::{self, Encoder, Text};
use crate::error::PropertyFailure;
use crate::fields::{Field, Source, Target};
use crate::host::wire;
use crate::manifest::rules::Constraint;
use crate::value::map::PropertyMap;
use crate::value::path::PropertyPath;

/// A struct whose fields are properties. Written by the derives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no properties",
    label = "no struct of properties",
    note = "derive `Object`, `Arguments` or `Results`; for properties that an older version recorded, `OldProperties`"
)]
pub trait Properties: Sized {
    /// One row for each property.
    #[doc(hidden)]
    const FIELDS: &'static [Field];
    /// The rows of the struct's own fields, without flattened structs.
    #[doc(hidden)]
    const OWN: &'static [Field] = Self::FIELDS;
    /// Rules between the properties.
    #[doc(hidden)]
    const CONSTRAINTS: &'static [Constraint] = &[];

    /// Reads the struct. Names that it does not have are ignored.
    ///
    /// # Errors
    /// When a property is missing, of another type, or not known yet.
    #[doc(hidden)]
    fn read_from(source: &mut Source<'_>) -> Result<Self, PropertyFailure>;

    /// Writes the struct.
    ///
    /// # Errors
    /// If Pulumi cannot store a value, such as a number that is not finite.
    #[doc(hidden)]
    fn write_to(&self, target: &mut Target<'_>) -> Result<(), PropertyFailure>;

    /// Reads the struct from JSON.
    ///
    /// # Errors
    /// When a property is missing, of another type, or not known yet.
    fn from_properties(
        properties: PropertyMap,
        path: &PropertyPath<'_>,
    ) -> Result<Self, PropertyFailure> {
        let text = Text::new(encoding::print(properties));
        let members = text.members();
        let members = members.ok_or_else(|| path.failure("is not a property map"))?;
        Self::read_from(&mut Source::new(&members, path))
    }

    /// Writes the struct as JSON.
    ///
    /// # Errors
    /// If Pulumi cannot store a value, such as a number that is not finite.
    fn to_properties(&self, path: &PropertyPath<'_>) -> Result<PropertyMap, PropertyFailure> {
        let mut into = Encoder::default();
        into.begin_object();
        self.write_to(&mut Target::new(&mut into, path))?;
        into.end_object();
        // The encoded text is an object. Decoding fails only for a value that is nested too deep.
        match Text::new(into.finish()).value()?.tree(path)? {
            JsonValue::Object(properties) => Ok(properties),
            _ => Ok(PropertyMap::new()),
        }
    }
}

impl Source<'_> {
    /// Reads a struct that is flattened into this one.
    pub fn flattened<T: Properties>(&mut self) -> Result<T, PropertyFailure> {
        T::read_from(self)
    }
}

impl Target<'_> {
    /// Writes a struct that is flattened into this one.
    pub fn flattened<T: Properties>(&mut self, part: &T) -> Result<(), PropertyFailure> {
        part.write_to(self)
    }
}

/// How generated structs print themselves: as JSON, without secrets by the schema.
#[doc(hidden)]
pub fn debug<T: Properties>(
    value: &T,
    name: &str,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut printed = formatter.debug_struct(name);
    if let Ok(properties) = value.to_properties(&PropertyPath::Root) {
        for (key, value) in &properties {
            let secret = T::FIELDS
                .iter()
                .any(|field| field.name == key && field.secret);
            if secret || wire::contains_secret(value) {
                printed.field(key, &format_args!("[secret]"));
            } else if wire::contains_unknown(value) {
                printed.field(key, &format_args!("[unknown]"));
            } else {
                printed.field(key, &format_args!("{value}"));
            }
        }
    }
    printed.finish()
}

/// A draft without any known value.
#[doc(hidden)]
pub fn unknown<D: Properties + Default>() -> D {
    let mut into = Encoder::default();
    into.begin_object();
    for field in D::FIELDS {
        into.member(field.name);
        into.unknown();
    }
    into.end_object();
    let text = Text::new(into.finish());
    let members = text.members();
    let read = members.map(|members| D::read_from(&mut Source::new(&members, &PropertyPath::Root)));
    read.and_then(Result::ok).unwrap_or_default()
}

/// The arguments of a function without any.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct NoArguments;

impl Properties for NoArguments {
    const FIELDS: &'static [Field] = &[];

    fn read_from(_: &mut Source<'_>) -> Result<Self, PropertyFailure> {
        Ok(Self)
    }

    fn write_to(&self, _: &mut Target<'_>) -> Result<(), PropertyFailure> {
        Ok(())
    }
}
