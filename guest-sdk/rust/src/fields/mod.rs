//! Structs as sets of properties: the table that the derives write, and the helpers that their code calls.

use std::fmt;

use serde_json::Value as JsonValue;

use crate::dispatch;
use crate::encoding::{Decoder, Encoder, Text};
use crate::error::PropertyFailure;
use crate::path::PropertyPath;
use crate::property::{Property, from_text};
use crate::rules::{Constraint, RuleTable};
use crate::types::Types;
use crate::wire;

mod join;
mod source;
mod target;

pub(crate) use join::same;
pub use join::{
    check_input, check_optional, constraints_length, join_constraints, join_fields, joined_length,
};
pub use source::Source;
pub use target::Target;
pub(crate) use target::{Unwritten, print, print_what_can_be};

/// Properties by name, as JSON.
pub type PropertyMap = serde_json::Map<String, JsonValue>;

/// A property map of these entries. It is the one place where a map is made of several: `collect` would sort them first,
/// with separate code at each call.
pub(crate) fn map_of(entries: &mut dyn Iterator<Item = (String, JsonValue)>) -> PropertyMap {
    let mut map = PropertyMap::new();
    for (name, value) in entries {
        map.insert(name, value);
    }
    map
}

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
    #[doc(hidden)]
    fn read_from(source: &mut Source<'_>) -> Result<Self, PropertyFailure>;

    /// Writes the struct.
    ///
    /// # Errors
    /// When Pulumi cannot hold a value, such as a number that is not finite.
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
        let text = Text::new(dispatch::print(properties));
        let members = text.members();
        let members = members.ok_or_else(|| path.failure("is not a property map"))?;
        Self::read_from(&mut Source::new(&members, path))
    }

    /// Writes the struct as JSON.
    ///
    /// # Errors
    /// When Pulumi cannot hold a value, such as a number that is not finite.
    fn to_properties(&self, path: &PropertyPath<'_>) -> Result<PropertyMap, PropertyFailure> {
        let mut into = Encoder::default();
        into.begin_object();
        self.write_to(&mut Target::new(&mut into, path))?;
        into.end_object();
        // The written text is an object. Only a value that is too deep for a reader cannot be read again.
        match Text::new(into.finish()).value()?.tree(path)? {
            JsonValue::Object(properties) => Ok(properties),
            _ => Ok(PropertyMap::new()),
        }
    }
}

/// The facts about one property for the schema and the decoder.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Field {
    pub name: &'static str,
    pub description: &'static str,
    pub schema: fn(&mut Types) -> JsonValue,
    /// Fails when a default or a constant is not of the field's type; asked when the schema is made.
    pub check_constant: fn(Constant, &PropertyPath<'_>) -> Result<(), PropertyFailure>,
    /// Whether a value can be read, or be left out.
    pub fits: fn(Option<&mut Decoder<'_>>, &PropertyPath<'_>) -> Result<(), PropertyFailure>,
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
    /// Whether a lookup by id may take it.
    pub lookup: bool,
    /// Whether the server chooses it if the program does not.
    pub computed: bool,
    /// The inputs that an output is made of.
    pub depends_on: &'static [&'static str],
    /// Whether the host makes a name if the program gives none.
    pub named: bool,
    pub default: Option<Constant>,
    /// The only value that there is.
    pub constant: Option<Constant>,
    pub environment: &'static [&'static str],
    pub deprecated: Option<&'static str>,
    /// Information for generators of SDKs, as JSON.
    pub language: Option<&'static str>,
    /// Whether its type says that the host keeps it to itself.
    pub withheld: bool,
    /// How the host sends it, in a configuration.
    pub credential: Option<FieldCredential>,
    /// Rules of the type itself.
    pub natural: RuleTable,
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
        fits: |_, _| Ok(()),
        required: false,
        input: false,
        output: false,
        secret: false,
        write_only: false,
        replace: false,
        will_replace: false,
        stable: false,
        lookup: false,
        computed: false,
        depends_on: &[],
        named: false,
        default: None,
        constant: None,
        environment: &[],
        deprecated: None,
        language: None,
        withheld: false,
        credential: None,
        natural: &[],
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
    of_constant::<T>(constant, path).map(|_| ())
}

#[doc(hidden)]
pub fn fits<T: Property>(
    value: Option<&mut Decoder<'_>>,
    path: &PropertyPath<'_>,
) -> Result<(), PropertyFailure> {
    match value {
        Some(value) => T::fits(value, path),
        None => T::missing(path).map(drop),
    }
}

fn of_constant<T: Property>(
    constant: Constant,
    path: &PropertyPath<'_>,
) -> Result<T, PropertyFailure> {
    from_text(dispatch::to_text(constant.into()), path)
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
