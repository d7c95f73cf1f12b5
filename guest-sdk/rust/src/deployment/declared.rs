//! The properties of a child or of a group, as an author declares them.

use serde_json::Value as JsonValue;

use crate::encoding::{Encoder, Text};
use crate::error::PropertyFailure;
use crate::fields::{self, Properties};
use crate::property::{Json, Property};
use crate::value::path::PropertyPath;

/// A value that a declared property can have: an input, an output, a child, or what a property may be.
#[diagnostic::on_unimplemented(
    message = "a declared property cannot be a `{Self}`",
    label = "not a type of a property",
    note = "it must be an `Input`, an `Output`, a `Child`, or a property type; derive `Object` for your struct"
)]
pub trait Expressible {
    /// Writes the value; an omitted value writes nothing.
    ///
    /// # Errors
    /// If Pulumi cannot store it, or it is an output of another component.
    #[doc(hidden)]
    fn express(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Result<(), PropertyFailure>;
}

impl<T: Property> Expressible for T {
    fn express(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        self.encode(into, path)
    }
}

impl Expressible for str {
    fn express(&self, into: &mut Encoder, _: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        into.string(self);
        Ok(())
    }
}

impl Expressible for &str {
    fn express(&self, into: &mut Encoder, _: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        into.string(self);
        Ok(())
    }
}

impl Expressible for &String {
    fn express(&self, into: &mut Encoder, _: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        into.string(self);
        Ok(())
    }
}

impl Expressible for JsonValue {
    fn express(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        Json(self.clone()).encode(into, path)
    }
}

/// Properties by name, written by [`properties!`](crate::properties!).
#[derive(Clone, Debug)]
pub struct Declared {
    into: Encoder,
    failure: Option<PropertyFailure>,
}

impl Default for Declared {
    fn default() -> Self {
        let mut into = Encoder::default();
        into.begin_object();
        Self {
            into,
            failure: None,
        }
    }
}

impl Declared {
    /// Adds a property. An omitted value adds nothing.
    pub fn put<V: Expressible + ?Sized>(&mut self, name: &str, value: &V) {
        let mark = self.into.member(name);
        let path = PropertyPath::Root;
        match value.express(&mut self.into, &path.key(name)) {
            Ok(()) => {
                self.into.end_member(mark);
            }
            Err(failure) => {
                self.into.take_back(mark);
                self.failure.get_or_insert(failure);
            }
        }
    }

    /// Whether nothing was added, not even a mistake.
    pub(super) fn is_empty(&self) -> bool {
        self.into.len() == "{".len() && self.failure.is_none()
    }

    pub(super) fn into_text(mut self) -> Result<String, PropertyFailure> {
        self.into.end_object();
        match self.failure {
            None => Ok(self.into.finish()),
            Some(failure) => Err(failure),
        }
    }
}

/// Writes the declared properties inside another value.
impl Expressible for Declared {
    fn express(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        let text = self
            .clone()
            .into_text()
            .map_err(|failure| below(path, failure))?;
        into.piece(&Text::new(text).value()?);
        Ok(())
    }
}

/// Puts the path of the outer value before the path of the failure.
fn below(path: &PropertyPath<'_>, failure: PropertyFailure) -> PropertyFailure {
    let property = match failure.property.as_str() {
        "" => path.to_string(),
        inner if inner.starts_with('[') => format!("{path}{inner}"),
        inner => format!("{path}.{inner}"),
    };
    PropertyFailure {
        property,
        ..failure
    }
}

/// A list in [`properties!`](crate::properties!), whose elements may have different types.
#[derive(Clone, Debug)]
pub struct DeclaredList {
    into: Encoder,
    count: usize,
    failure: Option<PropertyFailure>,
}

impl Default for DeclaredList {
    fn default() -> Self {
        let mut into = Encoder::default();
        into.begin_array();
        Self {
            into,
            count: 0,
            failure: None,
        }
    }
}

impl DeclaredList {
    /// Adds an element. A value that is left out adds null.
    pub fn push<V: Expressible + ?Sized>(&mut self, value: &V) {
        let start = self.into.element();
        let path = PropertyPath::Root;
        if let Err(failure) = value.express(&mut self.into, &path.index(self.count)) {
            self.failure.get_or_insert(failure);
        }
        self.into.or_null(start);
        self.count += 1;
    }
}

impl DeclaredList {
    /// Whether nothing was added.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl Expressible for DeclaredList {
    fn express(&self, into: &mut Encoder, path: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        if let Some(failure) = &self.failure {
            return Err(below(path, failure.clone()));
        }
        let mut list = self.into.clone();
        list.end_array();
        into.piece(&Text::new(list.finish()).value()?);
        Ok(())
    }
}

/// The inputs of a child, or the outputs of a group: the result of [`properties!`](crate::properties!), a struct of
/// properties such as the `…Inputs` of a component, a JSON object, or `()`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of properties",
    label = "no properties",
    note = "write `properties! {{ name: value }}`, or give the `…Inputs` of a component; `()` is for no properties"
)]
pub trait ChildInputs {
    /// Writes the properties.
    ///
    /// # Errors
    /// If Pulumi cannot store a value, or it is an output of another component.
    #[doc(hidden)]
    fn into_text(self) -> Result<String, PropertyFailure>;
}

impl ChildInputs for Declared {
    fn into_text(self) -> Result<String, PropertyFailure> {
        Self::into_text(self)
    }
}

impl ChildInputs for () {
    fn into_text(self) -> Result<String, PropertyFailure> {
        Ok("{}".to_owned())
    }
}

impl ChildInputs for JsonValue {
    fn into_text(self) -> Result<String, PropertyFailure> {
        match &self {
            Self::Object(_) => Ok(self.to_string()),
            _ => Err(PropertyPath::Root.failure("is not an object with properties")),
        }
    }
}

impl<P: Properties> ChildInputs for P {
    fn into_text(self) -> Result<String, PropertyFailure> {
        fields::print(|target| self.write_to(target))
    }
}
