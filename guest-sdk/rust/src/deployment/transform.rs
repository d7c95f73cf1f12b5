//! Transforms: functions that change the inputs and options of children.

use std::panic::Location;

use super::cx::ComponentContext;
use super::declared::Expressible;
use super::place::place;
use super::session::Session;
use super::values::{Values, read, text, values};
use crate::encoding::Encoder;
use crate::error::{Error, PropertyFailure, Result};
use crate::property::Property;
use crate::value::path::PropertyPath;

/// A child before the engine creates it. A transform changes its inputs and options; the rest stays as it is.
///
/// A plain value can be read by its type. A secret, an unknown value or a value of another resource is an
/// [`Output`](crate::Output): it can be moved but not read.
#[derive(Debug)]
pub struct ChildRegistration {
    token: String,
    name: String,
    is_custom: bool,
    parent: String,
    inputs: Values,
    options: Values,
    /// The first value that could not be written.
    failure: Option<PropertyFailure>,
}

impl ChildRegistration {
    /// The type token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The name in full.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a provider makes it; a group or a component otherwise.
    pub fn is_custom(&self) -> bool {
        self.is_custom
    }

    /// The URN of the parent.
    pub fn parent(&self) -> &str {
        &self.parent
    }

    /// The names of the present inputs.
    pub fn input_names(&self) -> impl Iterator<Item = &str> {
        self.inputs.keys().map(String::as_str)
    }

    /// An input by the name that its package has for it; `None` if it is not there. An `Output` takes every value, and
    /// a map of outputs every object.
    ///
    /// # Errors
    /// If the input has another type. For example, a secret is not a `String`.
    pub fn input<T: Property>(&self, name: &str) -> Result<Option<T>> {
        read(&self.inputs, name, &format!("the input `{name}`"))
    }

    /// Sets an input.
    pub fn set_input(&mut self, name: &str, value: &(impl Expressible + ?Sized)) {
        let text = self.written(name, value);
        self.inputs.extend(text.map(|text| (name.to_owned(), text)));
    }

    /// Removes an input.
    pub fn remove_input(&mut self, name: &str) {
        self.inputs.remove(name);
    }

    /// An option by Pulumi's name, such as `retainOnDelete`; `None` if it is not set. Resources in options are outputs.
    ///
    /// # Errors
    /// When it is not of this type.
    pub fn option<T: Property>(&self, name: &str) -> Result<Option<T>> {
        read(&self.options, name, &format!("the option `{name}`"))
    }

    /// Sets an option by Pulumi's name. The host refuses a name that does not exist.
    pub fn set_option(&mut self, name: &str, value: &(impl Expressible + ?Sized)) {
        let text = self.written(&format!("options.{name}"), value);
        self.options
            .extend(text.map(|text| (name.to_owned(), text)));
    }

    /// Removes an option.
    pub fn remove_option(&mut self, name: &str) {
        self.options.remove(name);
    }

    fn written(&mut self, name: &str, value: &(impl Expressible + ?Sized)) -> Option<String> {
        let mut into = Encoder::default();
        let path = PropertyPath::Root;
        match value.express(&mut into, &path.key(name)) {
            Ok(()) => {
                into.or_null(0);
                Some(into.finish())
            }
            Err(failure) => {
                self.failure.get_or_insert(failure);
                None
            }
        }
    }

    fn of(argument: String) -> Result<Self> {
        let mut parts = values(argument);
        let mut part = |name: &str| parts.remove(name).unwrap_or_default();
        let (inputs, options) = (values(part("properties")), values(part("options")));
        let is_custom = part("custom") == "true";
        Ok(Self {
            token: text(&mut parts, "type")?,
            name: text(&mut parts, "name")?,
            parent: text(&mut parts, "parent")?,
            is_custom,
            inputs,
            options,
            failure: None,
        })
    }

    fn into_text(self) -> String {
        let mut into = Encoder::default();
        into.begin_object();
        into.raw_member("properties", &object(&self.inputs));
        into.raw_member("options", &object(&self.options));
        into.end_object();
        into.finish()
    }
}

impl ComponentContext {
    /// Registers a function that changes the children that are declared here from now on, and all their descendants:
    /// before the engine creates each one, and after the functions of
    /// [`Options::transform`](crate::Options::transform).
    ///
    /// It may be called more than once for a resource, and may not declare anything. Resources of packages that are not
    /// in `uses` stay as they are.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # use std::collections::BTreeMap;
    /// # fn example(cx: &ComponentContext) {
    /// cx.transform(|child| {
    ///     if child.token().starts_with("aws:") {
    ///         let mut tags: BTreeMap<String, Output<String>> = child.input("tags")?.unwrap_or_default();
    ///         tags.insert("site".to_owned(), "docs".into());
    ///         child.set_input("tags", &tags);
    ///     }
    ///     Ok(())
    /// });
    /// # }
    /// ```
    #[track_caller]
    pub fn transform(&self, function: impl Fn(&mut ChildRegistration) -> Result<()> + 'static) {
        let number = keep(&self.session, Location::caller(), function);
        self.transforms.borrow_mut().push(number);
    }
}

/// Keeps a function, and returns its number, with which the host calls it.
pub(super) fn keep(
    session: &Session,
    location: &'static Location<'static>,
    function: impl Fn(&mut ChildRegistration) -> Result<()> + 'static,
) -> u32 {
    session.keep(Box::new(move |argument| {
        let at = || format!("the transform at {}", place(location));
        let mut child = ChildRegistration::of(argument).map_err(|error| error.declared(&at()))?;
        function(&mut child).map_err(|error| error.declared(&at()))?;
        match &child.failure {
            Some(failure) => Err(Error::other(format!("the result of {}: {failure}", at()))),
            None => Ok(child.into_text()),
        }
    }))
}

fn object(values: &Values) -> String {
    let mut into = Encoder::default();
    into.begin_object();
    for (name, text) in values {
        into.raw_member(name, text);
    }
    into.end_object();
    into.finish()
}
