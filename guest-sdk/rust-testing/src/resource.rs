//! A resource and its life, as the engine leads it.

use std::rc::Rc;
use std::time::Duration;

use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_simulator::{self as simulator, State, without_private_state};
use serde_json::Value;
pub use simulator::{Change, Difference, Drift, Failure, FailureKind, Step};

use crate::core::Core;
use crate::failing::fail;
use crate::values::{self, Properties};

/// A resource of a program, with the state that the engine would keep of it.
///
/// Its functions are the commands of Pulumi for this one resource: each sends the engine's requests in the engine's
/// order.
pub struct Resource {
    core: Rc<Core>,
    life: simulator::Resource,
}

/// The plan of an `up`.
#[derive(Debug, Clone, PartialEq)]
pub struct Preview {
    change: Change,
    inputs: Properties,
    outputs: Properties,
}

impl Preview {
    /// The planned action, and its reason.
    #[must_use]
    pub fn change(&self) -> &Change {
        &self.change
    }

    /// The checked inputs.
    #[must_use]
    pub fn inputs(&self) -> &Properties {
        &self.inputs
    }

    /// The known outputs.
    #[must_use]
    pub fn outputs(&self) -> &Properties {
        &self.outputs
    }
}

impl PartialEq<Step> for Preview {
    fn eq(&self, step: &Step) -> bool {
        self.change == *step
    }
}

impl Resource {
    pub(crate) fn new(core: Rc<Core>, token: String, name: String) -> Self {
        let life = simulator::Resource::new(core.provider(), "test", token, name);
        Self { core, life }
    }

    pub(crate) fn with(mut self, state: State) -> Self {
        self.life = self.life.with(Some(state));
        self
    }

    /// The option `ignoreChanges`: inputs that keep their recorded values.
    ///
    /// # Panics
    /// If one is not the name of a property: only the engine accepts paths into properties.
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
        self.life
            .ignore_changes(properties.map(str::to_owned).to_vec());
    }

    /// The option `customTimeouts`, for all calls.
    pub fn timeout(&mut self, timeout: Duration) {
        self.life.set_timeout(timeout);
    }

    /// The checked inputs: decoded, with defaults and a name, as later calls get them.
    ///
    /// # Errors
    /// When inputs are not acceptable: [`Failure::properties`] has all of them.
    #[track_caller]
    pub fn check(&self, inputs: Value) -> Result<Properties, Failure> {
        let inputs = values::map(&inputs);
        let checked = self.core.wait(self.life.check(inputs))?;
        Ok(shown(&checked))
    }

    /// The action of an `up`, and the outputs that are known in advance.
    ///
    /// # Errors
    /// If inputs are refused, or a call fails.
    #[track_caller]
    pub fn preview(&self, inputs: Value) -> Result<Preview, Failure> {
        let inputs = values::map(&inputs);
        let preview = self.core.wait(self.life.preview(inputs))?;
        Ok(Preview {
            inputs: shown(&preview.inputs),
            outputs: shown(&preview.outputs),
            change: preview.change,
        })
    }

    /// Creates, updates or replaces the resource, or leaves it as it is; after a preview, as `pulumi up`.
    ///
    /// # Errors
    /// If inputs are refused, or a call fails. Things that exist nevertheless are recorded.
    #[track_caller]
    pub fn up(&mut self, inputs: Value) -> Result<Change, Failure> {
        let inputs = values::map(&inputs);
        self.core.wait(self.life.up(inputs))
    }

    /// Reads the resource and records the result.
    ///
    /// # Errors
    /// When the resource does not exist yet, or a call fails.
    pub fn refresh(&mut self) -> Result<Drift, Failure> {
        self.core.wait(self.life.refresh())
    }

    /// Imports an existing resource by the id that a user gives.
    ///
    /// # Errors
    /// When the resource exists already, the thing does not exist, or a call fails.
    pub fn import(&mut self, id: &str) -> Result<(), Failure> {
        self.core.wait(self.life.import(id))
    }

    /// Deletes the resource, and the leftovers of replacements. A missing resource counts as deleted.
    ///
    /// # Errors
    /// If a call fails; its resource is kept.
    pub fn destroy(&mut self) -> Result<(), Failure> {
        self.core.wait(self.life.destroy())
    }

    /// Whether there is a recorded state.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.life.state().is_some()
    }

    /// The recorded problems; empty if all is well.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        self.life.state().map_or(&[], |state| &state.problems)
    }

    /// The name in the program.
    #[must_use]
    pub fn name(&self) -> &str {
        self.life.name()
    }

    /// The URN.
    #[must_use]
    pub fn urn(&self) -> &str {
        self.life.urn()
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

    /// The whole recorded state, for [`Provider::recorded`](crate::Provider::recorded): the starting point of tests of
    /// later versions.
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
        match self.life.state() {
            Some(state) => state,
            None => fail(&format!("the resource `{}` does not exist", self.name())),
        }
    }
}

/// Properties as a program sees them: without the host's private state.
fn shown(map: &PropertyMap) -> Properties {
    Properties::from_core(without_private_state(map))
}

impl std::fmt::Debug for Resource {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(&self.life, formatter)
    }
}
