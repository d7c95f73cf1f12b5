//! A resource and its life, as the engine leads it.

use std::sync::Arc;
use std::time::Duration;

use pulumi_wasm_core::call::{Operation, Subject};
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::diff::Differences;
use pulumi_wasm_core::value::PropertyMap;

use super::change::{Change, Drift, Step};
use super::failure::{Failure, FailureKind};
use super::provider::{FailedChange, Provider};
use super::state::State;

/// A resource of a program, with the state that the engine would keep of it.
///
/// Its functions are the commands of Pulumi's command line, for this one resource. Each sends the same requests as the
/// engine, in the same order. Properties are as in the core, with the host's notes.
pub struct Resource {
    pub(super) provider: Arc<Provider>,
    pub(super) subject: Subject,
    state: Option<State>,
    /// The resources that a replacement left behind because their delete failed.
    left_over: Vec<State>,
    pub(super) ignored: Vec<String>,
    pub(super) timeout: Option<Duration>,
    /// The number of times that it was made: each gets a new generated name.
    pub(super) generation: u32,
}

/// The plan of an `up`.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    /// The planned action, and its reason.
    pub change: Change,
    /// The checked inputs.
    pub inputs: PropertyMap,
    /// The known outputs.
    pub outputs: PropertyMap,
}

/// The planned action, and its values.
struct Plan {
    step: Step,
    inputs: PropertyMap,
    found: Differences,
}

impl Resource {
    /// A resource that does not exist yet, of a type token. The stack is the one in its URN.
    #[must_use]
    pub fn new(provider: Arc<Provider>, stack: &str, token: String, name: String) -> Self {
        let subject = Subject {
            urn: format!("urn:pulumi:{stack}::{stack}::{token}::{name}"),
            token,
            name,
        };
        Self {
            provider,
            subject,
            state: None,
            left_over: Vec::new(),
            ignored: Vec::new(),
            timeout: None,
            generation: 0,
        }
    }

    /// The resource with recorded state.
    #[must_use]
    pub fn with(mut self, state: Option<State>) -> Self {
        self.state = state;
        self
    }

    /// The option `ignoreChanges`, of names of properties: inputs that keep their recorded values.
    pub fn ignore_changes(&mut self, properties: Vec<String>) {
        self.ignored = properties;
    }

    /// The option `customTimeouts`, for all calls.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = Some(timeout);
    }

    /// The recorded state, or `None` if the resource does not exist.
    #[must_use]
    pub fn state(&self) -> Option<&State> {
        self.state.as_ref()
    }

    /// States of resources that a replacement should have deleted and could not.
    #[must_use]
    pub fn left_over(&self) -> &[State] {
        &self.left_over
    }

    /// The same with resources that must still be deleted.
    #[must_use]
    pub fn with_left_over(mut self, states: Vec<State>) -> Self {
        self.left_over = states;
        self
    }

    /// How often the resource was created. The engine's seed for it depends on this, and so do generated names.
    #[must_use]
    pub fn generation(&self) -> u32 {
        self.generation
    }

    /// The same, with this number of earlier creates.
    #[must_use]
    pub fn with_generation(mut self, generation: u32) -> Self {
        self.generation = generation;
        self
    }

    /// The type token.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.subject.token
    }

    /// The name in the program.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.subject.name
    }

    /// The URN.
    #[must_use]
    pub fn urn(&self) -> &str {
        &self.subject.urn
    }

    /// The checked inputs: decoded, with defaults and a name, as later calls get them.
    ///
    /// # Errors
    /// When inputs are not acceptable: [`Failure::properties`] has all of them.
    pub async fn check(&self, inputs: PropertyMap) -> Result<PropertyMap, Failure> {
        self.checked(self.state.as_ref(), self.wanted(inputs)).await
    }

    /// The changes for these inputs, which were checked; empty if the resource does not exist.
    ///
    /// # Errors
    /// When the call fails.
    pub async fn compare(&self, checked: PropertyMap) -> Result<Change, Failure> {
        let plan = self.judge(checked).await?;
        Ok(Change::new(plan.step, plan.found))
    }

    /// The action of an `up`, and the outputs that are known before it.
    ///
    /// # Errors
    /// When inputs are not acceptable, or a call fails.
    pub async fn preview(&self, inputs: PropertyMap) -> Result<Preview, Failure> {
        let plan = self.plan(self.wanted(inputs)).await?;
        let package = self.provider.package();
        let outputs = match (&plan.step, &self.state) {
            (Step::Same, Some(state)) => state.outputs.clone(),
            (Step::Updated, Some(state)) => {
                let parameters = self.parameters(state, plan.inputs.clone());
                let call = self.previewing(Operation::Update);
                let update = operations::update(package, &call, parameters);
                let updated = self.provider.change(&call, update).await;
                updated.map_err(|failed| failed.failure)?.outputs.into()
            }
            _ => {
                let call = self.previewing(Operation::Create);
                let create = operations::create(package, &call, plan.inputs.clone().into());
                let created = self.provider.change(&call, create).await;
                created.map_err(|failed| failed.failure)?.outputs.into()
            }
        };
        Ok(Preview {
            change: Change::new(plan.step, plan.found),
            inputs: plan.inputs,
            outputs,
        })
    }

    /// Creates, updates or replaces the resource, or finds no change. Runs a preview first, as `pulumi up` does.
    ///
    /// # Errors
    /// When inputs are not acceptable, or a call fails. Things that exist nevertheless are recorded.
    pub async fn up(&mut self, inputs: PropertyMap) -> Result<Change, Failure> {
        self.make_ready().await?;
        self.preview(inputs.clone()).await?;
        self.deploy(inputs).await
    }

    /// The steps before a preview that will be executed: leftovers are deleted, and the resource is refreshed if it
    /// asks for that.
    ///
    /// # Errors
    /// When a call fails.
    pub async fn make_ready(&mut self) -> Result<(), Failure> {
        self.clear_up().await?;
        let refreshes = |state: &State| state.refresh_before_update;
        if self.state.as_ref().is_some_and(refreshes) {
            self.refresh().await?;
        }
        Ok(())
    }

    /// The steps after the preview.
    ///
    /// # Errors
    /// When inputs are not acceptable, or a call fails. Things that exist nevertheless are recorded.
    pub async fn deploy(&mut self, inputs: PropertyMap) -> Result<Change, Failure> {
        let wanted = self.wanted(inputs);
        let plan = self.plan(wanted.clone()).await?;
        match &plan.step {
            Step::Same => {
                if let Some(state) = &mut self.state {
                    state.inputs = plan.inputs.clone();
                }
            }
            Step::Created => self.create(plan.inputs.clone()).await?,
            Step::Updated => self.update(plan.inputs.clone()).await?,
            Step::Replaced => {
                self.replace(wanted, plan.found.delete_before_replace)
                    .await?;
            }
        }
        Ok(Change::new(plan.step, plan.found))
    }

    /// Reads the resource and records the result.
    ///
    /// # Errors
    /// When the resource does not exist yet, or a call fails.
    pub async fn refresh(&mut self) -> Result<Drift, Failure> {
        let old = self.existing("refresh")?.clone();
        let (inputs, outputs) = (Some(old.inputs.clone()), Some(old.outputs.clone()));
        let found = self.read(&old.id, inputs, outputs).await?;
        let drift = match &found {
            Some(new) => Drift::between(&old, new),
            None => Drift::gone(),
        };
        self.state = found;
        Ok(drift)
    }

    /// Imports an existing resource by the id that a user gives.
    ///
    /// # Errors
    /// When the resource exists already, the thing does not exist, or a call fails.
    pub async fn import(&mut self, id: &str) -> Result<(), Failure> {
        let failed = |kind, message| Failure::new(&self.doing("import"), kind, message);
        if self.state.is_some() {
            let message = "the resource exists already".to_owned();
            return Err(failed(FailureKind::AlreadyExists, message));
        }
        let found = self.read(id, None, None).await?;
        let missing = || failed(FailureKind::NotFound, format!("there is no `{id}`"));
        self.state = Some(found.ok_or_else(missing)?);
        Ok(())
    }

    /// Deletes the resource, and the leftovers of replacements. A missing resource counts as deleted.
    ///
    /// # Errors
    /// If a call fails; its resource is kept.
    pub async fn destroy(&mut self) -> Result<(), Failure> {
        self.clear_up().await?;
        if let Some(state) = &self.state {
            self.delete(state).await?;
            self.state = None;
        }
        Ok(())
    }

    fn existing(&self, operation: &str) -> Result<&State, Failure> {
        self.state.as_ref().ok_or_else(|| {
            Failure::new(
                &self.doing(operation),
                FailureKind::NotFound,
                "the resource does not exist",
            )
        })
    }

    pub(super) fn doing(&self, operation: &str) -> String {
        format!("{operation} of `{}`", self.name())
    }

    /// The inputs of the program, but ignored ones have their recorded values.
    fn wanted(&self, mut wanted: PropertyMap) -> PropertyMap {
        if let Some(state) = &self.state {
            for name in &self.ignored {
                match state.inputs.get(name) {
                    Some(value) => wanted.insert(name.clone(), value.clone()),
                    None => wanted.remove(name),
                };
            }
        }
        wanted
    }

    /// The engine's plan.
    async fn plan(&self, wanted: PropertyMap) -> Result<Plan, Failure> {
        let inputs = self.checked(self.state.as_ref(), wanted).await?;
        self.judge(inputs).await
    }

    /// The engine's plan for checked inputs.
    async fn judge(&self, inputs: PropertyMap) -> Result<Plan, Failure> {
        let Some(state) = &self.state else {
            return Ok(Plan {
                step: Step::Created,
                inputs,
                found: Differences::default(),
            });
        };
        let found = self.diff(state, inputs.clone()).await?;
        let replaces = found.unfinished || found.found.iter().any(|difference| difference.replace);
        let is_same = found.found.is_empty() && found.moved.is_empty();
        let step = match (is_same, replaces) {
            (_, true) => Step::Replaced,
            // A resource with problems is updated until they are solved.
            (true, _) if state.problems.is_empty() => Step::Same,
            _ => Step::Updated,
        };
        Ok(Plan {
            step,
            inputs,
            found,
        })
    }

    async fn create(&mut self, inputs: PropertyMap) -> Result<(), Failure> {
        let call = self.call(Operation::Create);
        let create = operations::create(self.provider.package(), &call, inputs.clone().into());
        match self.provider.change(&call, create).await {
            Ok(created) => {
                self.state = Some(State {
                    id: created.id,
                    inputs,
                    outputs: created.outputs.into(),
                    problems: Vec::new(),
                    refresh_before_update: created.refresh_before_update,
                });
                Ok(())
            }
            Err(failed) => {
                // Without an id nothing is recorded, and the engine loses the resource if it exists.
                if let Some(state) = State::of_failure(&failed, inputs) {
                    self.state = Some(state);
                }
                Err(failed.failure)
            }
        }
    }

    async fn update(&mut self, inputs: PropertyMap) -> Result<(), Failure> {
        let state = self.existing("update")?.clone();
        let call = self.call(Operation::Update);
        let parameters = self.parameters(&state, inputs.clone());
        let update = operations::update(self.provider.package(), &call, parameters);
        match self.provider.change(&call, update).await {
            Ok(updated) => {
                self.state = Some(State {
                    id: state.id,
                    inputs,
                    outputs: updated.outputs.into(),
                    problems: Vec::new(),
                    refresh_before_update: updated.refresh_before_update,
                });
                Ok(())
            }
            Err(FailedChange {
                failure,
                partial,
                refresh_before_update,
            }) => {
                if let Some(partial) = partial {
                    // The engine keeps the old inputs here, so that the next deployment sees the difference.
                    self.state = Some(State {
                        outputs: partial.outputs.into(),
                        problems: partial.reasons,
                        refresh_before_update,
                        ..state
                    });
                }
                Err(failure)
            }
        }
    }

    async fn replace(&mut self, wanted: PropertyMap, delete_first: bool) -> Result<(), Failure> {
        if delete_first {
            self.destroy().await?;
        }
        self.generation += 1;
        let old = self.state.take();
        // For the new resource, the inputs are checked as if no other had existed.
        let made = match self.checked(None, wanted).await {
            Ok(inputs) => self.create(inputs).await,
            Err(failure) => Err(failure),
        };
        match (made, old) {
            (Ok(()), Some(old)) => {
                self.left_over.push(old);
                self.clear_up().await
            }
            (Err(failure), old) => {
                if let Some(old) = old {
                    match &self.state {
                        Some(_) => self.left_over.push(old),
                        None => self.state = Some(old),
                    }
                }
                Err(failure)
            }
            (made, None) => made,
        }
    }

    /// Deletes the leftovers of replacements.
    async fn clear_up(&mut self) -> Result<(), Failure> {
        while let Some(state) = self.left_over.last() {
            self.delete(state).await?;
            self.left_over.pop();
        }
        Ok(())
    }
}

impl std::fmt::Debug for Resource {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Resource")
            .field("urn", &self.subject.urn)
            .field("id", &self.state.as_ref().map(|state| &state.id))
            .finish_non_exhaustive()
    }
}
