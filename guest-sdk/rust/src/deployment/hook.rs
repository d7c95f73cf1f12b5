//! Hooks: functions that run before or after a child is created or updated.

use std::fmt;
use std::panic::Location;

use super::options::Options;
use super::place::place;
use super::session::Session;
use super::values::{Values, read, text, values};
use crate::error::Result;
use crate::http;
use crate::property::Property;

/// The moments of hooks, by the names that the engine has for them.
const BEFORE_CREATE: &str = "beforeCreate";
const AFTER_CREATE: &str = "afterCreate";
const BEFORE_UPDATE: &str = "beforeUpdate";
const AFTER_UPDATE: &str = "afterUpdate";

/// The arguments of a hook: facts about its child. Secrets are in plain text. Unknown values, for example of a resource
/// that failed, are left out.
pub struct HookArguments {
    event: String,
    token: String,
    name: String,
    urn: String,
    id: Option<String>,
    new_inputs: Values,
    old_inputs: Values,
    new_outputs: Values,
    old_outputs: Values,
}

impl HookArguments {
    /// When it runs: `beforeCreate`, `afterCreate`, `beforeUpdate` or `afterUpdate`.
    pub fn event(&self) -> &str {
        &self.event
    }

    /// The type token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The name in full.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The URN.
    pub fn urn(&self) -> &str {
        &self.urn
    }

    /// The id that the provider gave; `None` before a create.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// An input that the child gets, by the name that its package has for it; `None` if it is not there.
    ///
    /// # Errors
    /// When it is not of this type.
    pub fn new_input<T: Property>(&self, name: &str) -> Result<Option<T>> {
        read(&self.new_inputs, name, &format!("the new input `{name}`"))
    }

    /// An input that the child had; `None` if it was not there, and in a create.
    ///
    /// # Errors
    /// When it is not of this type.
    pub fn old_input<T: Property>(&self, name: &str) -> Result<Option<T>> {
        read(&self.old_inputs, name, &format!("the old input `{name}`"))
    }

    /// An output that the provider gave; `None` if it is not there, and before a create or an update.
    ///
    /// # Errors
    /// When it is not of this type.
    pub fn new_output<T: Property>(&self, name: &str) -> Result<Option<T>> {
        read(&self.new_outputs, name, &format!("the new output `{name}`"))
    }

    /// An output that the child had; `None` if it was not there, and in a create.
    ///
    /// # Errors
    /// When it is not of this type.
    pub fn old_output<T: Property>(&self, name: &str) -> Result<Option<T>> {
        read(&self.old_outputs, name, &format!("the old output `{name}`"))
    }

    /// A client for HTTP, under the grants that the user gave.
    // It is here and not in the deployment, because a construction may not send requests.
    pub fn http(&self) -> http::Client {
        http::Client::new()
    }

    fn of(argument: String) -> Result<Self> {
        let mut parts = values(argument);
        let id = parts.get("id").is_some_and(|id| id != "null");
        let id = id.then(|| text(&mut parts, "id")).transpose()?;
        let mut part = |name: &str| values(parts.remove(name).unwrap_or_default());
        Ok(Self {
            new_inputs: part("newInputs"),
            old_inputs: part("oldInputs"),
            new_outputs: part("newOutputs"),
            old_outputs: part("oldOutputs"),
            event: text(&mut parts, "event")?,
            token: text(&mut parts, "type")?,
            name: text(&mut parts, "name")?,
            urn: text(&mut parts, "urn")?,
            id,
        })
    }
}

/// Does not show the properties, which may be secrets.
impl fmt::Debug for HookArguments {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("HookArguments")
            .field("event", &self.event)
            .field("urn", &self.urn)
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl Options {
    /// A function that runs before the provider is asked to create the resource. If it fails, the resource is not
    /// created. May be called several times.
    ///
    /// This and the other hooks are for resources of providers, and not for groups and components. They do not run in
    /// previews. They declare nothing, and they may send requests, which `construct` may not.
    #[must_use]
    #[track_caller]
    pub fn before_create(self, function: impl Fn(&HookArguments) -> Result<()> + 'static) -> Self {
        let number = keep(&self.cx.session, Location::caller(), function);
        self.with_hook(BEFORE_CREATE, number)
    }

    /// A function that runs when the provider has created the resource, under the conditions of
    /// [`before_create`](Self::before_create). If it fails, the deployment fails, and the resource exists nevertheless.
    /// May be called several times.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # fn example(cx: &ComponentContext) -> Result<Child> {
    /// let answering = cx.options().after_create(|hook| {
    ///     let url: Option<String> = hook.new_output("url")?;
    ///     let url = url.ok_or("the page has no address")?;
    ///     hook.http().get(&url).send()?.error_for_status()?;
    ///     Ok(())
    /// });
    /// answering.child("front", "site:index:Page", properties! { path: "index.html" })
    /// # }
    /// ```
    #[must_use]
    #[track_caller]
    pub fn after_create(self, function: impl Fn(&HookArguments) -> Result<()> + 'static) -> Self {
        let number = keep(&self.cx.session, Location::caller(), function);
        self.with_hook(AFTER_CREATE, number)
    }

    /// A function that runs before the provider is asked to update the resource, under the conditions of
    /// [`before_create`](Self::before_create). If it fails, the resource is not updated. May be called several times.
    #[must_use]
    #[track_caller]
    pub fn before_update(self, function: impl Fn(&HookArguments) -> Result<()> + 'static) -> Self {
        let number = keep(&self.cx.session, Location::caller(), function);
        self.with_hook(BEFORE_UPDATE, number)
    }

    /// A function that runs when the provider has updated the resource, under the conditions of
    /// [`before_create`](Self::before_create). If it fails, the deployment fails, and the resource is updated
    /// nevertheless. May be called several times.
    #[must_use]
    #[track_caller]
    pub fn after_update(self, function: impl Fn(&HookArguments) -> Result<()> + 'static) -> Self {
        let number = keep(&self.cx.session, Location::caller(), function);
        self.with_hook(AFTER_UPDATE, number)
    }
}

/// Keeps a function, and returns its number, with which the host calls it.
fn keep(
    session: &Session,
    location: &'static Location<'static>,
    function: impl Fn(&HookArguments) -> Result<()> + 'static,
) -> u32 {
    session.keep(Box::new(move |argument| {
        HookArguments::of(argument)
            .and_then(|arguments| function(&arguments))
            .map_err(|error| error.declared(&format!("the hook at {}", place(location))))?;
        Ok("null".to_owned())
    }))
}
