//! Resources that a test makes, changes and removes as a deployment would.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde_json::Value as JsonValue;

use super::compare::{compare, inputs_from};
use super::request::{call, create_request, object, read_request, refuse, text, update_request};
use crate::bindings::exports::pulumi_wasm::provider::lifecycle as wit;
use crate::diff::Difference;
use crate::dispatch::parse;
use crate::error::{Error, Result};
use crate::fields::{Properties, PropertyMap};
use crate::host::NO_EXTRA;
use crate::manifest;
use crate::path::PropertyPath;
use crate::provider::{Provider, ResourceEntry};
use crate::resource::ResourceState;
use crate::types::Types;

/// The action of a deployment on one resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was made.
    Created,
    /// It was changed in place.
    Updated,
    /// A new one took its place.
    Replaced,
    /// Nothing had to be done.
    Same,
}

/// The resources of a test, by name, and the provider that looks after them.
///
/// Every call goes through the interface as in a component, so that properties become JSON and back. Of what the host
/// does by itself only the most necessary is done: hooks that are missing are stood in for, and inputs are compared by
/// value. Rules, constraints, comparison rules and generated names are the host's, and are not applied here.
///
/// ```
/// use pulumi_wasm_provider::prelude::*;
/// use pulumi_wasm_provider::testing::{Outcome, Stack};
/// use serde_json::json;
///
/// #[derive(Resource)]
/// struct Note { text: String }
///
/// #[resource]
/// impl Lifecycle for Note {
///     fn create(inputs: NoteInputs, _: &Context) -> Result<Created<Self>> {
///         Created::new("note", Note { text: inputs.text })
///     }
/// }
///
/// provider! { name: "notes", resources: [Note] }
///
/// # fn main() -> Result<()> {
/// let mut stack = Stack::<PulumiProvider>::new(json!({}))?;
/// assert_eq!(stack.up::<Note>("first", json!({ "text": "a" }))?, Outcome::Created);
/// assert_eq!(stack.up::<Note>("first", json!({ "text": "a" }))?, Outcome::Same);
/// assert_eq!(stack.up::<Note>("first", json!({ "text": "b" }))?, Outcome::Replaced);
/// assert_eq!(stack.outputs("first"), json!({ "text": "b" }));
/// # Ok(()) }
/// ```
#[derive(Debug)]
pub struct Stack<P> {
    resources: BTreeMap<String, State>,
    provider: PhantomData<P>,
}

/// The record that the engine would have.
#[derive(Clone)]
pub(super) struct State {
    pub(super) token: String,
    pub(super) id: String,
    pub(super) inputs: PropertyMap,
    pub(super) outputs: PropertyMap,
}

/// Does not show the properties, which may have secrets.
impl std::fmt::Debug for State {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {}", self.token, self.id)
    }
}

impl<P: Provider> Stack<P> {
    /// A stack without resources, and the provider configured in this thread: with `{}` if it has no configuration.
    /// Values that the host withholds from the provider are left out.
    ///
    /// # Errors
    /// When the provider refuses the configuration.
    pub fn new(mut config: JsonValue) -> Result<Self> {
        if let Some(values) = config.as_object_mut() {
            let withheld = manifest::withheld::<P>();
            values.retain(|name, _| !withheld.contains(name));
        }
        let request = wit::ConfigureRequest {
            context: call("", "", false),
            config: config.to_string(),
            extra: NO_EXTRA.to_owned(),
        };
        <P as wit::Guest>::configure(request)?;
        Ok(Self {
            resources: BTreeMap::new(),
            provider: PhantomData,
        })
    }

    /// Makes the resource, or changes it so that it has these inputs.
    ///
    /// # Errors
    /// The provider's error. After [`Error::Partial`] the resource is there.
    pub fn up<R: ResourceState>(&mut self, name: &str, inputs: JsonValue) -> Result<Outcome> {
        let (token, entry) = Self::entry::<R>()?;
        let old = self.resources.get(name).cloned();
        let inputs = Self::check(entry, &token, name, old.as_ref(), object(inputs)?)?;
        let Some(old) = old else {
            self.create(&token, name, inputs)?;
            return Ok(Outcome::Created);
        };
        let answer = Self::diff(entry, &token, name, &old, &inputs)?;
        let found: Vec<Difference> = answer.differences.into_iter().map(Into::into).collect();
        if found.is_empty() {
            return Ok(Outcome::Same);
        }
        if !entry.hooks.contains(&"update") || found.iter().any(|difference| difference.replaces) {
            if answer.delete_before_replace {
                self.destroy(name)?;
                self.create(&token, name, inputs)?;
            } else {
                self.create(&token, name, inputs)?;
                Self::delete(entry, name, &old)?;
            }
            return Ok(Outcome::Replaced);
        }
        self.update(&token, name, old, inputs)?;
        Ok(Outcome::Updated)
    }

    /// The outputs that a preview shows for a new resource, or for the change of one that is there.
    ///
    /// # Errors
    /// The provider's error.
    pub fn preview<R: ResourceState>(&self, name: &str, inputs: JsonValue) -> Result<JsonValue> {
        let (token, entry) = Self::entry::<R>()?;
        let old = self.resources.get(name);
        let inputs = Self::check(entry, &token, name, old, object(inputs)?)?;
        let draft = R::Draft::from_properties(inputs.clone(), &PropertyPath::Root)?;
        let shown = R::Preview::from(&draft).to_properties(&PropertyPath::Root)?;
        let hook = if old.is_some() {
            "preview-update"
        } else {
            "preview-create"
        };
        if !entry.hooks.contains(&hook) {
            return Ok(shown.into());
        }
        let preview_outputs = Some(JsonValue::Object(shown).to_string());
        let outputs = match old {
            Some(old) => {
                <P as wit::Guest>::update(wit::UpdateRequest {
                    context: call(&token, name, true),
                    preview_outputs,
                    ..update_request(name, old, inputs)
                })?
                .outputs
            }
            None => {
                <P as wit::Guest>::create(wit::CreateRequest {
                    context: call(&token, name, true),
                    preview_outputs,
                    ..create_request(&token, name, inputs)
                })?
                .outputs
            }
        };
        Ok(parse(&outputs)?.into())
    }

    /// Looks at the resource; false when it is gone, and then no longer in the stack.
    ///
    /// # Errors
    /// The provider's error, and one for a missing resource.
    pub fn refresh(&mut self, name: &str) -> Result<bool> {
        let old = self.state(name)?.clone();
        let entry = Self::entry_of(&old.token)?;
        if !entry.hooks.contains(&"read") {
            return Ok(true);
        }
        let request = wit::ReadRequest {
            inputs: Some(text(&old.inputs)),
            outputs: Some(text(&old.outputs)),
            ..read_request(&old.token, name, &old.id)
        };
        self.record_read(name, &old.token, request, Some(&old))
    }

    /// Takes over a thing by its id; false when it does not exist.
    ///
    /// # Errors
    /// The provider's error, and one when the resource has no `read`.
    pub fn import<R: ResourceState>(&mut self, name: &str, id: &str) -> Result<bool> {
        let (token, entry) = Self::entry::<R>()?;
        if !entry.hooks.contains(&"read") {
            return Err(Error::unsupported(format!(
                "`{token}` has no `read`, so it cannot be imported"
            )));
        }
        self.record_read(name, &token, read_request(&token, name, id), None)
    }

    /// Removes the resource.
    ///
    /// # Errors
    /// The provider's error, and one for a missing resource.
    pub fn destroy(&mut self, name: &str) -> Result<()> {
        let state = self.state(name)?;
        Self::delete(Self::entry_of(&state.token)?, name, state)?;
        self.resources.remove(name);
        Ok(())
    }

    /// Calls a function.
    ///
    /// # Errors
    /// The function's error; [`Error::Invalid`] for failures of arguments.
    pub fn invoke(&self, token: &str, arguments: JsonValue) -> Result<JsonValue> {
        let response = <P as wit::Guest>::invoke(wit::InvokeRequest {
            context: call(token, "", false),
            arguments: arguments.to_string(),
            extra: NO_EXTRA.to_owned(),
        })?;
        refuse(response.failures)?;
        Ok(parse(&response.result_value)?.into())
    }

    /// The id of a resource; empty for an unknown name.
    pub fn id(&self, name: &str) -> &str {
        self.resources.get(name).map_or("", |state| &state.id)
    }

    /// The inputs that are recorded; null for an unknown name.
    pub fn inputs(&self, name: &str) -> JsonValue {
        self.resources
            .get(name)
            .map_or(JsonValue::Null, |state| state.inputs.clone().into())
    }

    /// The outputs that are recorded; null for an unknown name.
    pub fn outputs(&self, name: &str) -> JsonValue {
        self.resources
            .get(name)
            .map_or(JsonValue::Null, |state| state.outputs.clone().into())
    }

    fn entry<R: ResourceState>() -> Result<(String, &'static ResourceEntry)> {
        let token = Types::new(P::PACKAGE.name).token(R::SPEC.token, R::SPEC.name);
        let entry = Self::entry_of(&token)?;
        Ok((token, entry))
    }

    fn entry_of(token: &str) -> Result<&'static ResourceEntry> {
        let types = Types::new(P::PACKAGE.name);
        let mut entries = P::RESOURCES.iter();
        let entry = entries.find(|entry| types.token(entry.spec.token, entry.spec.name) == token);
        entry.ok_or_else(|| Error::unsupported(format!("`{token}` is not in this provider")))
    }

    fn state(&self, name: &str) -> Result<&State> {
        let state = self.resources.get(name);
        state.ok_or_else(|| Error::not_found(format!("the stack has no resource `{name}`")))
    }

    fn check(
        entry: &ResourceEntry,
        token: &str,
        name: &str,
        old: Option<&State>,
        inputs: PropertyMap,
    ) -> Result<PropertyMap> {
        if !entry.hooks.contains(&"check") {
            return Ok(inputs);
        }
        let response = <P as wit::Guest>::check(wit::CheckRequest {
            context: call(token, name, false),
            old_inputs: old.map_or_else(|| NO_EXTRA.to_owned(), |old| text(&old.inputs)),
            old_outputs: old.map(|old| text(&old.outputs)),
            inputs: text(&inputs),
            random_seed: vec![0; 32],
            extra: NO_EXTRA.to_owned(),
        })?;
        refuse(response.failures)?;
        parse(&response.inputs)
    }

    fn diff(
        entry: &ResourceEntry,
        token: &str,
        name: &str,
        old: &State,
        inputs: &PropertyMap,
    ) -> Result<wit::DiffResponse> {
        let found = compare(entry, &old.inputs, inputs);
        let delete_before_replace = entry
            .spec
            .traits
            .iter()
            .any(|(name, _)| *name == "deleteBeforeReplace");
        if !entry.hooks.contains(&"diff") {
            let (differences, extra) = (found, NO_EXTRA.to_owned());
            return Ok(wit::DiffResponse {
                differences,
                delete_before_replace,
                extra,
            });
        }
        Ok(<P as wit::Guest>::diff(wit::DiffRequest {
            context: call(token, name, false),
            id: old.id.clone(),
            old_inputs: text(&old.inputs),
            old_outputs: text(&old.outputs),
            inputs: text(inputs),
            ignore_changes: Vec::new(),
            found,
            delete_before_replace,
            extra: NO_EXTRA.to_owned(),
        })?)
    }

    fn create(&mut self, token: &str, name: &str, inputs: PropertyMap) -> Result<()> {
        let request = create_request(token, name, inputs.clone());
        let mut record = |id: String, outputs: PropertyMap| {
            let state = State {
                token: token.to_owned(),
                id,
                inputs: inputs.clone(),
                outputs,
            };
            self.resources.insert(name.to_owned(), state);
        };
        match <P as wit::Guest>::create(request).map_err(Error::from) {
            Ok(response) => {
                record(response.id, parse(&response.outputs)?);
                Ok(())
            }
            Err(Error::Partial(state)) => {
                record(state.id.clone(), state.outputs.clone());
                Err(Error::Partial(state))
            }
            Err(error) => Err(error),
        }
    }

    fn update(&mut self, token: &str, name: &str, old: State, inputs: PropertyMap) -> Result<()> {
        let request = wit::UpdateRequest {
            context: call(token, name, false),
            ..update_request(name, &old, inputs.clone())
        };
        let (outputs, result) = match <P as wit::Guest>::update(request).map_err(Error::from) {
            Ok(response) => (parse(&response.outputs)?, Ok(())),
            Err(Error::Partial(state)) => (state.outputs.clone(), Err(Error::Partial(state))),
            Err(error) => return Err(error),
        };
        self.resources.insert(
            name.to_owned(),
            State {
                inputs,
                outputs,
                ..old
            },
        );
        result
    }

    fn delete(entry: &ResourceEntry, name: &str, state: &State) -> Result<()> {
        if !entry.hooks.contains(&"delete") {
            return Ok(());
        }
        let result = <P as wit::Guest>::delete(wit::DeleteRequest {
            context: call(&state.token, name, false),
            id: state.id.clone(),
            inputs: text(&state.inputs),
            outputs: text(&state.outputs),
            old_views: Vec::new(),
            extra: NO_EXTRA.to_owned(),
        });
        match result.map_err(Error::from) {
            Ok(()) | Err(Error::NotFound(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn record_read(
        &mut self,
        name: &str,
        token: &str,
        request: wit::ReadRequest,
        old: Option<&State>,
    ) -> Result<bool> {
        let found = <P as wit::Guest>::read(request)?;
        if !found.exists {
            self.resources.remove(name);
            return Ok(false);
        }
        let entry = Self::entry_of(token)?;
        let outputs = parse(&found.outputs)?;
        let inputs = match found.inputs {
            Some(inputs) => parse(&inputs)?,
            None => inputs_from(entry, &outputs, old),
        };
        let state = State {
            token: token.to_owned(),
            id: found.id,
            inputs,
            outputs,
        };
        self.resources.insert(name.to_owned(), state);
        Ok(true)
    }
}
