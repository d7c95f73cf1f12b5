//! A resource and its life, as the engine leads it.

mod calls;
mod change;
mod state;

use std::rc::Rc;
use std::time::Duration;

use pulumi_wasm_host::provider::call::{Operation, Subject};
use pulumi_wasm_host::provider::diff::Differences;
use pulumi_wasm_host::provider::value::PropertyMap;
use serde_json::Value;

use crate::core::{Core, FailedChange, Timeout};
use crate::fail;
use crate::failure::{Failure, FailureKind};
use crate::values::{self, Properties};

pub use change::{Change, Difference, Drift, Preview, Step};
pub(crate) use state::State;

/// A resource of a program, with the state that the engine would keep of it.
///
/// Its functions are those of Pulumi's command line, for this one resource: each does what the engine does then, in the
/// same order and with the same requests.
pub struct Resource {
    core: Rc<Core>,
    subject: Subject,
    state: Option<State>,
    /// What a replacement left because its delete failed.
    left_over: Vec<State>,
    ignored: Vec<String>,
    timeout: Timeout,
    /// How often it was made: names are generated anew for each.
    generation: u32,
}

/// What would be done, and what with.
struct Plan {
    step: Step,
    inputs: PropertyMap,
    found: Differences,
}

impl Resource {
    pub(crate) fn new(core: Rc<Core>, token: String, name: String) -> Self {
        let subject = Subject {
            urn: format!("urn:pulumi:test::test::{token}::{name}"),
            token,
            name,
        };
        Self {
            core,
            subject,
            state: None,
            left_over: Vec::new(),
            ignored: Vec::new(),
            timeout: None,
            generation: 0,
        }
    }

    pub(crate) fn with(mut self, state: State) -> Self {
        self.state = Some(state);
        self
    }

    /// The option `ignoreChanges`: inputs that keep their recorded values.
    ///
    /// # Panics
    /// When one is not the name of a property: paths into properties are for the engine.
    #[track_caller]
    pub fn ignore_changes<const N: usize>(&mut self, properties: [&str; N]) {
        if let Some(path) = properties
            .iter()
            .find(|path| path.contains(['.', '[', '*']))
        {
            fail(&format!(
                "`{path}` is a path; `ignore_changes` takes names of properties here"
            ));
        }
        self.ignored = properties.map(str::to_owned).to_vec();
    }

    /// The option `customTimeouts`, for all calls.
    pub fn timeout(&mut self, timeout: Duration) {
        self.timeout = Some(timeout);
    }

    /// The checked inputs: decoded, with defaults and a name, as later calls get them.
    ///
    /// # Errors
    /// When inputs are not acceptable: [`Failure::properties`] has all of them.
    #[track_caller]
    pub fn check(&self, inputs: Value) -> Result<Properties, Failure> {
        let checked = self.checked(self.state.as_ref(), self.wanted(&inputs))?;
        Ok(shown(&checked))
    }

    /// What `up` would do, and the outputs as far as they are known before.
    ///
    /// # Errors
    /// When inputs are not acceptable, or a call fails.
    #[track_caller]
    pub fn preview(&self, inputs: Value) -> Result<Preview, Failure> {
        self.preview_of(self.wanted(&inputs))
    }

    /// Creates, updates or replaces the resource, or finds that nothing is to be done; after a preview, as `pulumi up`.
    ///
    /// # Errors
    /// When inputs are not acceptable, or a call fails. What exists nevertheless is recorded.
    #[track_caller]
    pub fn up(&mut self, inputs: Value) -> Result<Change, Failure> {
        let wanted = self.wanted(&inputs);
        self.clear_up()?;
        if self
            .state
            .as_ref()
            .is_some_and(|state| state.refresh_before_update)
        {
            self.refresh()?;
        }
        self.preview_of(wanted.clone())?;
        let plan = self.plan(wanted.clone())?;
        match &plan.step {
            Step::Same => {
                if let Some(state) = &mut self.state {
                    state.inputs = plan.inputs.clone();
                }
            }
            Step::Created => self.create(plan.inputs.clone())?,
            Step::Updated => self.update(plan.inputs.clone())?,
            Step::Replaced => self.replace(wanted, plan.found.delete_before_replace)?,
        }
        Ok(Change::new(plan.step, plan.found))
    }

    /// Looks at the thing, and records what is found.
    ///
    /// # Errors
    /// When there is no resource yet, or a call fails.
    pub fn refresh(&mut self) -> Result<Drift, Failure> {
        let old = self.existing("refresh")?.clone();
        let found = self.read(&old.id, Some(old.inputs.clone()), Some(old.outputs.clone()))?;
        let drift = match &found {
            Some(new) => Drift::between(&old, new),
            None => Drift::gone(),
        };
        self.state = found;
        Ok(drift)
    }

    /// Takes over a thing that exists, by the id that a user gives.
    ///
    /// # Errors
    /// When the resource exists already, there is no such thing, or a call fails.
    pub fn import(&mut self, id: &str) -> Result<(), Failure> {
        let failed = |kind, message| Failure::new(&self.doing("import"), kind, message);
        if self.state.is_some() {
            let message = "the resource exists already".to_owned();
            return Err(failed(FailureKind::AlreadyExists, message));
        }
        let found = self.read(id, None, None)?;
        let missing = || failed(FailureKind::NotFound, format!("there is no `{id}`"));
        self.state = Some(found.ok_or_else(missing)?);
        Ok(())
    }

    /// Deletes the thing, and what is left of earlier ones. What does not exist is deleted already.
    ///
    /// # Errors
    /// When a call fails; what it was about is kept.
    pub fn destroy(&mut self) -> Result<(), Failure> {
        self.clear_up()?;
        if let Some(state) = &self.state {
            self.delete(state)?;
            self.state = None;
        }
        Ok(())
    }

    /// Whether there is a recorded state.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.state.is_some()
    }

    /// What is recorded not to be as it should; empty where all is well.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        self.state.as_ref().map_or(&[], |state| &state.problems)
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

    /// The recorded id.
    ///
    /// # Panics
    /// When the resource does not exist.
    #[must_use]
    #[track_caller]
    pub fn id(&self) -> &str {
        &self.recorded().id
    }

    /// The recorded inputs.
    ///
    /// # Panics
    /// When the resource does not exist.
    #[must_use]
    #[track_caller]
    pub fn inputs(&self) -> Properties {
        shown(&self.recorded().inputs)
    }

    /// The recorded outputs.
    ///
    /// # Panics
    /// When the resource does not exist.
    #[must_use]
    #[track_caller]
    pub fn outputs(&self) -> Properties {
        shown(&self.recorded().outputs)
    }

    /// The whole recorded state, for [`Provider::recorded`](crate::Provider::recorded): what tests of later versions
    /// begin with.
    ///
    /// # Panics
    /// When the resource does not exist.
    #[must_use]
    #[track_caller]
    pub fn state(&self) -> Value {
        self.recorded().to_json()
    }

    #[track_caller]
    fn recorded(&self) -> &State {
        match &self.state {
            Some(state) => state,
            None => fail(&format!("the resource `{}` does not exist", self.name())),
        }
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

    fn doing(&self, operation: &str) -> String {
        format!("{operation} of `{}`", self.name())
    }

    /// The inputs of the program, where ignored ones have their recorded values.
    #[track_caller]
    fn wanted(&self, inputs: &Value) -> PropertyMap {
        let mut wanted = values::map(inputs);
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

    /// What the engine would do.
    fn plan(&self, wanted: PropertyMap) -> Result<Plan, Failure> {
        let inputs = self.checked(self.state.as_ref(), wanted)?;
        let Some(state) = &self.state else {
            return Ok(Plan {
                step: Step::Created,
                inputs,
                found: Differences::default(),
            });
        };
        let found = self.diff(state, inputs.clone())?;
        let replaces = found.unfinished || found.found.iter().any(|difference| difference.replace);
        let step = match (found.found.is_empty(), replaces) {
            (_, true) => Step::Replaced,
            // A resource with problems is updated until it has none.
            (true, _) if state.problems.is_empty() => Step::Same,
            _ => Step::Updated,
        };
        Ok(Plan {
            step,
            inputs,
            found,
        })
    }

    fn preview_of(&self, wanted: PropertyMap) -> Result<Preview, Failure> {
        let plan = self.plan(wanted)?;
        let outputs = match (&plan.step, &self.state) {
            (Step::Same, Some(state)) => state.outputs.clone(),
            (Step::Updated, Some(state)) => {
                let question = self.question(state, plan.inputs.clone());
                let call = self.previewing(Operation::Update);
                let updated = self
                    .core
                    .change(&call, self.core.package.update(&call, question));
                updated.map_err(|failed| failed.failure)?.outputs
            }
            _ => {
                let call = self.previewing(Operation::Create);
                let inputs = plan.inputs.clone();
                let created = self
                    .core
                    .change(&call, self.core.package.create(&call, inputs));
                created.map_err(|failed| failed.failure)?.outputs
            }
        };
        Ok(Preview::new(
            Change::new(plan.step, plan.found),
            shown(&plan.inputs),
            shown(&outputs),
        ))
    }

    fn create(&mut self, inputs: PropertyMap) -> Result<(), Failure> {
        let call = self.call(Operation::Create);
        let created = self
            .core
            .change(&call, self.core.package.create(&call, inputs.clone()));
        match created {
            Ok(created) => {
                self.state = Some(State {
                    id: created.id,
                    inputs,
                    outputs: created.outputs,
                    problems: Vec::new(),
                    refresh_before_update: created.refresh_before_update,
                });
                Ok(())
            }
            Err(failed) => {
                // Without an id nothing is recorded, and the thing, if there is one, is lost to the engine.
                if let Some(state) = State::of_failure(&failed, inputs) {
                    self.state = Some(state);
                }
                Err(failed.failure)
            }
        }
    }

    fn update(&mut self, inputs: PropertyMap) -> Result<(), Failure> {
        let state = self.existing("update")?.clone();
        let call = self.call(Operation::Update);
        let question = self.question(&state, inputs.clone());
        let updated = self
            .core
            .change(&call, self.core.package.update(&call, question));
        match updated {
            Ok(updated) => {
                self.state = Some(State {
                    id: state.id,
                    inputs,
                    outputs: updated.outputs,
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
                        outputs: partial.outputs,
                        problems: partial.reasons,
                        refresh_before_update,
                        ..state
                    });
                }
                Err(failure)
            }
        }
    }

    fn replace(&mut self, wanted: PropertyMap, delete_first: bool) -> Result<(), Failure> {
        if delete_first {
            self.destroy()?;
        }
        self.generation += 1;
        let old = self.state.take();
        // For the new thing, the inputs are checked as if there had never been another.
        let made = match self.checked(None, wanted) {
            Ok(inputs) => self.create(inputs),
            Err(failure) => Err(failure),
        };
        match (made, old) {
            (Ok(()), Some(old)) => {
                self.left_over.push(old);
                self.clear_up()
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

    /// Deletes what replacements left.
    fn clear_up(&mut self) -> Result<(), Failure> {
        while let Some(state) = self.left_over.last() {
            self.delete(state)?;
            self.left_over.pop();
        }
        Ok(())
    }
}

/// Properties as a program sees them: without what the host notes in them for itself.
fn shown(map: &PropertyMap) -> Properties {
    let mut map = map.clone();
    map.remove("__wasm");
    Properties::from_core(map)
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
