//! Parts of a resource that Pulumi shows as resources of their own.

use std::fmt;

use crate::encoding::print;
use crate::error::{Error, Result};
use crate::fields::Properties;
use crate::host::bindings::pulumi_wasm::provider::common::View as WitView;
use crate::host::bindings::pulumi_wasm::provider::views::{Operation, Step};
use crate::host::wire;
use crate::host::{self, NO_EXTRA};
use crate::value::map::PropertyMap;
use crate::value::path::PropertyPath;

/// A part of a resource, as Pulumi shows it.
#[derive(Clone, PartialEq)]
pub struct View {
    token: String,
    name: String,
    parent: Option<(String, String)>,
    inputs: PropertyMap,
    outputs: PropertyMap,
}

impl View {
    /// A part with this type token, of the same package, and this name: together they are unique among the parts of
    /// one resource.
    pub fn new(token: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            token: token.into(),
            name: name.into(),
            parent: None,
            inputs: PropertyMap::new(),
            outputs: PropertyMap::new(),
        }
    }

    /// Shows it below another part instead of the resource itself.
    #[must_use]
    pub fn below(mut self, parent: &View) -> Self {
        self.parent = Some((parent.token.clone(), parent.name.clone()));
        self
    }

    /// The inputs that it was created from. Properties marked `secret` are recorded as secrets; the host does not know
    /// others.
    ///
    /// # Errors
    /// If Pulumi cannot store a value, such as a number that is not finite.
    pub fn inputs(mut self, inputs: &impl Properties) -> Result<Self> {
        self.inputs = shown(inputs)?;
        Ok(self)
    }

    /// Its present outputs. Properties marked `secret` are recorded as secrets, as in [`View::inputs`].
    ///
    /// # Errors
    /// If Pulumi cannot store a value, such as a number that is not finite.
    pub fn outputs(mut self, outputs: &impl Properties) -> Result<Self> {
        self.outputs = shown(outputs)?;
        Ok(self)
    }

    /// The type token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The outputs as a type, such as the type in [`View::outputs`].
    ///
    /// # Errors
    /// When they do not fit the type.
    pub fn read_outputs<P: Properties>(&self) -> Result<P> {
        Ok(P::from_properties(
            self.outputs.clone(),
            &PropertyPath::Root,
        )?)
    }
}

/// The properties with secrets marked. The host cannot mark them, because a view has no schema.
fn shown<P: Properties>(properties: &P) -> Result<PropertyMap> {
    let mut shown = properties.to_properties(&PropertyPath::Root)?;
    for field in P::FIELDS.iter().filter(|field| field.secret) {
        if let Some(value) = shown.get_mut(field.name) {
            *value = wire::secret(value.take());
        }
    }
    Ok(shown)
}

/// Does not show the properties, which may have secrets.
impl fmt::Debug for View {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            token,
            name,
            parent,
            ..
        } = self;
        formatter
            .debug_struct("View")
            .field("token", token)
            .field("name", name)
            .field("parent", parent)
            .finish_non_exhaustive()
    }
}

/// The changes of a resource's parts, or, in a preview, the planned ones. Made by
/// [`CreateContext::views`](crate::CreateContext::views).
#[must_use = "no view is shown before `publish`"]
#[derive(Debug, Default)]
pub struct Views {
    steps: Vec<Step>,
}

impl Views {
    /// A part is created.
    pub fn create(self, view: View) -> Self {
        self.step(Operation::Create, None, Some(view))
    }

    /// A part stays as it is.
    pub fn same(self, view: View) -> Self {
        self.step(Operation::Same, Some(view.clone()), Some(view))
    }

    /// A part is changed.
    pub fn update(self, old: View, new: View) -> Self {
        self.step(Operation::Update, Some(old), Some(new))
    }

    /// A part is replaced.
    pub fn replace(self, old: View, new: View) -> Self {
        self.step(Operation::Replace, Some(old), Some(new))
    }

    /// A part is removed.
    pub fn delete(self, view: View) -> Self {
        self.step(Operation::Delete, Some(view), None)
    }

    /// A part is found in a lookup.
    pub fn read(self, view: View) -> Self {
        self.step(Operation::Read, None, Some(view))
    }

    /// A part is found in a refresh; `None` if it no longer exists.
    pub fn refresh(self, old: View, new: Option<View>) -> Self {
        self.step(Operation::Refresh, Some(old), new)
    }

    /// A part is found in an import.
    pub fn import(self, view: View) -> Self {
        self.step(Operation::Import, None, Some(view))
    }

    /// The last of the steps failed.
    pub fn failed(mut self, reason: impl fmt::Display) -> Self {
        if let Some(step) = self.steps.last_mut() {
            step.failure = Some(reason.to_string());
        }
        self
    }

    fn step(mut self, operation: Operation, old: Option<View>, new: Option<View>) -> Self {
        self.steps.push(Step {
            operation,
            old: old.map(Into::into),
            new: new.map(Into::into),
            failure: None,
            extra: NO_EXTRA.to_owned(),
        });
        self
    }

    /// Shows the steps. Returns false if the engine does not show views: the resource acts the same.
    ///
    /// # Errors
    /// If the host refuses a step, for example because its type belongs to another package.
    pub fn publish(self) -> Result<bool> {
        match host::publish(&self.steps) {
            Ok(()) => Ok(true),
            Err(Error::Unsupported(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

impl From<View> for WitView {
    fn from(view: View) -> Self {
        let (parent_token, parent_name) = view.parent.unwrap_or_default();
        Self {
            token: view.token,
            name: view.name,
            parent_token,
            parent_name,
            inputs: print(view.inputs),
            outputs: print(view.outputs),
            extra: NO_EXTRA.to_owned(),
        }
    }
}

impl TryFrom<WitView> for View {
    type Error = Error;

    fn try_from(view: WitView) -> Result<Self> {
        let parent = Some((view.parent_token, view.parent_name));
        Ok(Self {
            token: view.token,
            name: view.name,
            parent: parent.filter(|(token, _)| !token.is_empty()),
            inputs: crate::encoding::parse(&view.inputs)?,
            outputs: crate::encoding::parse(&view.outputs)?,
        })
    }
}
