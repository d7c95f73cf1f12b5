//! Structs as sets of properties: the table that the derives write, and the helpers that their code calls.

use std::fmt;

use serde_json::Value as JsonValue;

use crate::error::PropertyFailure;
use crate::path::PropertyPath;
use crate::property::Property;
use crate::types::Types;
use crate::wire;

/// Properties by name, as JSON.
pub type PropertyMap = serde_json::Map<String, JsonValue>;

/// A struct whose fields are properties. Written by the derives.
pub trait Properties: Sized {
    /// One row for each property.
    #[doc(hidden)]
    const FIELDS: &'static [Field];

    /// Reads the struct. Names that it does not have are ignored.
    ///
    /// # Errors
    /// When a property is missing, of another type, or not known yet.
    fn from_properties(
        properties: PropertyMap,
        path: &PropertyPath<'_>,
    ) -> Result<Self, PropertyFailure>;

    /// Writes the struct.
    ///
    /// # Errors
    /// When Pulumi cannot hold a value, such as a number that is not finite.
    fn to_properties(&self, path: &PropertyPath<'_>) -> Result<PropertyMap, PropertyFailure>;
}

/// What the schema and the decoder know about one property.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub description: &'static str,
    pub schema: fn(&mut Types) -> JsonValue,
    /// Fails when the default is not of the field's type; asked when the schema is made.
    pub check_default: fn(Constant, &PropertyPath<'_>) -> Result<(), PropertyFailure>,
    /// Whether the type has to be there. A default lifts that for inputs.
    pub required: bool,
    pub input: bool,
    pub output: bool,
    pub secret: bool,
    pub replace: bool,
    pub default: Option<Constant>,
    pub environment: &'static [&'static str],
    pub deprecated: Option<&'static str>,
}

/// A default as the author wrote it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    Text(&'static str),
    Boolean(bool),
    Integer(i64),
    Number(f64),
}

impl From<Constant> for JsonValue {
    fn from(constant: Constant) -> Self {
        match constant {
            Constant::Text(text) => text.into(),
            Constant::Boolean(boolean) => boolean.into(),
            Constant::Integer(integer) => integer.into(),
            Constant::Number(number) => number.into(),
        }
    }
}

#[doc(hidden)]
pub fn check_default<T: Property>(
    default: Constant,
    path: &PropertyPath<'_>,
) -> Result<(), PropertyFailure> {
    T::decode(default.into(), path).map(|_| ())
}

/// The map that a struct is read from.
#[doc(hidden)]
pub struct Source<'a> {
    properties: PropertyMap,
    path: &'a PropertyPath<'a>,
}

impl<'a> Source<'a> {
    pub fn new(properties: PropertyMap, path: &'a PropertyPath<'a>) -> Self {
        Self { properties, path }
    }

    /// Takes one property out of the map, or its default.
    pub fn take<T: Property>(&mut self, field: &Field) -> Result<T, PropertyFailure> {
        let path = self.path.key(field.name);
        let value = self.properties.remove(field.name);
        match (value, field.default) {
            (Some(value), Some(default)) if wire::is_null(&value) => {
                T::decode(default.into(), &path)
            }
            (None, Some(default)) => T::decode(default.into(), &path),
            (Some(value), _) => T::decode(value, &path),
            (None, None) => T::missing(&path).map_err(|failure| with_hint(failure, field)),
        }
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

/// The map that a struct is written to.
#[doc(hidden)]
pub struct Target<'a> {
    properties: PropertyMap,
    path: &'a PropertyPath<'a>,
}

impl<'a> Target<'a> {
    pub fn new(path: &'a PropertyPath<'a>) -> Self {
        Self {
            properties: PropertyMap::new(),
            path,
        }
    }

    pub fn put<T: Property>(&mut self, field: &Field, value: &T) -> Result<(), PropertyFailure> {
        if let Some(value) = value.encode(&self.path.key(field.name))? {
            self.properties.insert(field.name.to_owned(), value);
        }
        Ok(())
    }

    pub fn finish(self) -> PropertyMap {
        self.properties
    }
}

/// How generated structs print themselves: as their JSON, without what the schema says is secret.
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

/// The arguments of a function that takes none.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct NoArguments;

impl Properties for NoArguments {
    const FIELDS: &'static [Field] = &[];

    fn from_properties(_: PropertyMap, _: &PropertyPath<'_>) -> Result<Self, PropertyFailure> {
        Ok(Self)
    }

    fn to_properties(&self, _: &PropertyPath<'_>) -> Result<PropertyMap, PropertyFailure> {
        Ok(PropertyMap::new())
    }
}
