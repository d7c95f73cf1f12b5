//! Structs as sets of properties: the table that the derives write, and the helpers that their code calls.

use std::fmt;

use serde_json::Value as JsonValue;

use crate::error::PropertyFailure;
use crate::path::PropertyPath;
use crate::property::Property;
use crate::rules::{Constraint, RuleTable};
use crate::types::Types;
use crate::wire;

mod join;

pub use join::{
    check_input, check_optional, constraints_length, join_constraints, join_fields, joined_length,
};

/// Properties by name, as JSON.
pub type PropertyMap = serde_json::Map<String, JsonValue>;

/// A struct whose fields are properties. Written by the derives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no properties",
    label = "no struct of properties",
    note = "derive `Object` or `Arguments`; for a state that an older version recorded, `Recorded`"
)]
pub trait Properties: Sized {
    /// One row for each property.
    #[doc(hidden)]
    const FIELDS: &'static [Field];
    /// The rows without those of flattened structs.
    #[doc(hidden)]
    const OWN: &'static [Field] = Self::FIELDS;
    /// Rules between the properties.
    #[doc(hidden)]
    const CONSTRAINTS: &'static [Constraint] = &[];

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
    /// Fails when a default or a constant is not of the field's type; asked when the schema is made.
    pub check_constant: fn(Constant, &PropertyPath<'_>) -> Result<(), PropertyFailure>,
    /// Whether the type has to be there. A default lifts that for inputs.
    pub required: bool,
    pub input: bool,
    pub output: bool,
    pub secret: bool,
    /// Whether nothing but the program ever has it.
    pub write_only: bool,
    pub replace: bool,
    pub will_replace: bool,
    /// Whether an output stays as it is until the thing is replaced.
    pub stable: bool,
    /// Whether the host makes a name where the program gives none.
    pub named: bool,
    pub default: Option<Constant>,
    /// The only value that there is.
    pub constant: Option<Constant>,
    pub environment: &'static [&'static str],
    pub deprecated: Option<&'static str>,
    /// What generators of SDKs are told, as JSON.
    pub language: Option<&'static str>,
    /// How the host sends it, in a configuration.
    pub credential: Option<FieldCredential>,
    pub rules: RuleTable,
}

/// A value of the configuration that the host sends.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct FieldCredential {
    /// As in `net` of `provider!`.
    pub hosts: &'static [&'static str],
    /// Texts by their key in the manifest.
    pub texts: &'static [(&'static str, &'static str)],
    pub withhold: bool,
}

impl Field {
    /// A place in a table that is not filled yet.
    const NONE: Self = Self {
        name: "",
        description: "",
        schema: |_| JsonValue::Null,
        check_constant: |_, _| Ok(()),
        required: false,
        input: false,
        output: false,
        secret: false,
        write_only: false,
        replace: false,
        will_replace: false,
        stable: false,
        named: false,
        default: None,
        constant: None,
        environment: &[],
        deprecated: None,
        language: None,
        credential: None,
        rules: &[],
    };
}

/// A default, bound or fixed value as the author wrote it.
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
pub fn check_constant<T: Property>(
    constant: Constant,
    path: &PropertyPath<'_>,
) -> Result<(), PropertyFailure> {
    T::decode(constant.into(), path).map(|_| ())
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
        // A constant that must be there has only one value, so nobody needs to give it.
        let implied = field.constant.filter(|_| T::REQUIRED);
        match (value, field.default.or(implied)) {
            (Some(value), Some(default)) if wire::is_null(&value) => {
                T::decode(default.into(), &path)
            }
            (None, Some(default)) => T::decode(default.into(), &path),
            (Some(value), _) => T::decode(value, &path),
            (None, None) => T::missing(&path).map_err(|failure| with_hint(failure, field)),
        }
    }
}

impl Source<'_> {
    /// Takes the properties of a struct that is flattened into this one.
    pub fn flattened<T: Properties>(&mut self) -> Result<T, PropertyFailure> {
        let mut part = PropertyMap::new();
        for field in T::FIELDS {
            if let Some(value) = self.properties.remove(field.name) {
                part.insert(field.name.to_owned(), value);
            }
        }
        T::from_properties(part, self.path)
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

    /// Puts the properties of a struct that is flattened into this one.
    pub fn flattened<T: Properties>(&mut self, part: &T) -> Result<(), PropertyFailure> {
        self.properties.extend(part.to_properties(self.path)?);
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

/// A draft of which nothing is known.
#[doc(hidden)]
pub fn unknown<D: Properties + Default>() -> D {
    let unknown = |field: &Field| (field.name.to_owned(), wire::unknown());
    let properties = D::FIELDS.iter().map(unknown).collect();
    D::from_properties(properties, &PropertyPath::Root).unwrap_or_default()
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
