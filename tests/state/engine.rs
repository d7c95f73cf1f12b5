//! The engine: the work of Pulumi's engine between the calls of one command, resource by resource, as its source has
//! it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pulumi_wasm_core::call::{Call, Operation, Subject};
use pulumi_wasm_core::component::Component;
use pulumi_wasm_core::component::ComponentOrigin;
use pulumi_wasm_core::operations;
use pulumi_wasm_core::operations::check::CheckParameters;
use pulumi_wasm_core::operations::create::ChangeFailure;
use pulumi_wasm_core::operations::diff::{DiffParameters, Differences};
use pulumi_wasm_core::operations::read::{ReadParameters, ReadResult};
use pulumi_wasm_core::package::Package;
use pulumi_wasm_core::recovery::journal::Journal;
use pulumi_wasm_core::redaction::Secrets;
use pulumi_wasm_core::value::PropertyMap;
use tokio_util::sync::CancellationToken;

use super::component::{Model, World};
use super::manifest::{Shape, THING};
use super::program::{Goal, is_backend};
use super::recorded::{State, with_ignored};
use super::system::{Heard, Notes};

/// Why a command failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failed(pub(crate) String);

impl<E: std::fmt::Display> From<E> for Failed {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// A plugin's process with the package that it serves.
pub(crate) struct Process {
    pub(crate) package: Package,
    secrets: Arc<Secrets>,
    heard: Arc<Heard>,
}

/// The record, and its place.
pub(crate) struct Engine {
    pub(crate) shape: Shape,
    pub(crate) world: Arc<Mutex<World>>,
    pub(crate) notes: Arc<Notes>,
    pub(crate) configuration: PropertyMap,
    pub(crate) states: BTreeMap<String, State>,
    /// The things that replacements left and that the engine deletes later.
    pub(crate) left: Vec<(String, State)>,
    /// Things that may exist according to a message.
    pub(crate) told: BTreeSet<String>,
    /// The version of the component that the state names.
    pub(crate) version: u8,
    /// The warnings of the last command.
    pub(crate) heard: Vec<String>,
    pub(crate) seed: u64,
}

impl Engine {
    pub(crate) fn new(shape: Shape, configuration: PropertyMap) -> Self {
        Self {
            shape,
            world: Arc::default(),
            notes: Arc::default(),
            configuration,
            states: BTreeMap::new(),
            left: Vec::new(),
            told: BTreeSet::new(),
            version: 1,
            heard: Vec::new(),
            seed: 0,
        }
    }

    /// The same with a separate server: trials with it leave nothing behind.
    pub(crate) fn copy(&self) -> Self {
        let mut world = self.world().clone();
        world.fault = None;
        Self {
            world: Arc::new(Mutex::new(world)),
            notes: self.notes.copy(),
            configuration: self.configuration.clone(),
            states: self.states.clone(),
            left: self.left.clone(),
            told: self.told.clone(),
            heard: Vec::new(),
            ..*self
        }
    }

    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a process of the version that the state names.
    pub(crate) fn start(&self) -> Process {
        self.world().is_killed = false;
        let model = Model {
            origin: ComponentOrigin {
                file: "model.wasm".to_owned(),
                digest: "0123".to_owned(),
            },
            manifest: super::manifest::parsed(self.shape, self.version),
            version: self.version,
            leaves_chosen: self.shape.says_computed,
            world: Arc::clone(&self.world),
            configuration: Mutex::default(),
        };
        let components = vec![Arc::new(model) as Arc<dyn Component>];
        let package = Package::assemble(components, Box::new(|_| None)).expect("a package");
        let package = package.with_journal(Arc::clone(&self.notes) as Arc<dyn Journal>);
        let secrets = Secrets::new();
        operations::configure(&package, &secrets, &self.configuration.clone().into())
            .expect("its configuration");
        Process {
            package,
            secrets,
            heard: Arc::default(),
        }
    }

    /// Ends a process, in an orderly way unless it was killed.
    pub(crate) fn end(&mut self, process: &Process) {
        self.heard = process.heard.take();
        if !self.world().is_killed {
            process.package.settle();
        }
    }

    /// The answer of a killed process does not arrive.
    fn alive(&self) -> Result<(), Failed> {
        if self.world().is_killed {
            Err(Failed("the plugin exited prematurely".to_owned()))
        } else {
            Ok(())
        }
    }

    pub(crate) fn call(&mut self, process: &Process, operation: Operation, name: &str) -> Call {
        self.seed += 1;
        let subject = Subject {
            urn: format!("urn:pulumi:dev::model::{THING}::{name}"),
            token: THING.to_owned(),
            name: name.to_owned(),
        };
        let cancellation = CancellationToken::new();
        let log = Arc::clone(&process.heard);
        Call {
            random_seed: self.seed.to_le_bytes().repeat(4),
            ..Call::new(operation, subject, cancellation, log, &process.secrets)
        }
    }

    /// Check; its refusal is a failure.
    pub(crate) async fn check(
        &mut self,
        process: &Process,
        name: &str,
        old: Option<&State>,
        inputs: PropertyMap,
    ) -> Result<PropertyMap, Failed> {
        let call = self.call(process, Operation::Check, name);
        let parameters = CheckParameters {
            old_inputs: old.map(|old| old.inputs.clone().into()).unwrap_or_default(),
            inputs: inputs.into(),
            ..CheckParameters::default()
        };
        let checked = operations::check(&process.package, &call, parameters).await?;
        match checked.failures.first() {
            Some(failure) => Err(Failed(format!("{failure:?}"))),
            None => Ok(checked.inputs.into()),
        }
    }

    /// Diff of the record with inputs.
    pub(crate) async fn diff(
        &mut self,
        process: &Process,
        name: &str,
        old: &State,
        inputs: PropertyMap,
        ignored: &[String],
    ) -> Result<Differences, Failed> {
        let call = self.call(process, Operation::Diff, name);
        let parameters = parameters(old, inputs, ignored);
        Ok(operations::diff(&process.package, &call, parameters).await?)
    }

    /// Create; an incomplete thing is recorded.
    pub(crate) async fn create(
        &mut self,
        process: &Process,
        name: &str,
        inputs: PropertyMap,
        ignored: &[String],
    ) -> Result<(), Failed> {
        let before: BTreeSet<String> = self.world().server.things.keys().cloned().collect();
        let call = self.call(process, Operation::Create, name);
        let made = operations::create(&process.package, &call, inputs.clone().into()).await;
        self.alive()?;
        let state = State {
            inputs,
            ignored: ignored.to_vec(),
            ..State::default()
        };
        match made {
            Ok(created) => {
                let state = State {
                    id: created.id,
                    outputs: created.outputs.into(),
                    refreshes_first: created.refresh_before_update,
                    ..state
                };
                self.record(name, state);
                Ok(())
            }
            Err(failure) => {
                let said = told(&call, &failure);
                match failure.partial {
                    Some(partial) => self.record(
                        name,
                        State {
                            id: partial.id,
                            outputs: partial.outputs.into(),
                            problems: partial.reasons,
                            refreshes_first: failure.refresh_before_update,
                            ..state
                        },
                    ),
                    // The message says that it may exist.
                    None if failure.failure.error.is_uncertain() || call.changes.are_possible() => {
                        let all: Vec<String> = self.world().server.things.keys().cloned().collect();
                        let new = all.into_iter().filter(|id| !before.contains(id));
                        self.told.extend(new);
                    }
                    None => {}
                }
                Err(Failed(said))
            }
        }
    }

    /// Update; if it failed half-way, the old inputs stay.
    pub(crate) async fn update(
        &mut self,
        process: &Process,
        name: &str,
        old: &State,
        inputs: PropertyMap,
        ignored: &[String],
    ) -> Result<(), Failed> {
        let call = self.call(process, Operation::Update, name);
        let updated = operations::update(
            &process.package,
            &call,
            parameters(old, inputs.clone(), ignored),
        )
        .await;
        self.alive()?;
        let old = State {
            ignored: ignored.to_vec(),
            earlier_passwords: old.passwords(),
            ..old.clone()
        };
        match updated {
            Ok(updated) => {
                let state = State {
                    inputs,
                    outputs: updated.outputs.into(),
                    problems: Vec::new(),
                    refreshes_first: updated.refresh_before_update,
                    ..old
                };
                self.record(name, state);
                Ok(())
            }
            Err(failure) => {
                let said = told(&call, &failure);
                if let Some(partial) = failure.partial {
                    let state = State {
                        outputs: partial.outputs.into(),
                        problems: partial.reasons,
                        refreshes_first: failure.refresh_before_update,
                        ..old
                    };
                    self.record(name, state);
                }
                Err(Failed(said))
            }
        }
    }

    /// Read; `None` if the thing does not exist.
    pub(crate) async fn read(
        &mut self,
        process: &Process,
        name: &str,
        parameters: ReadParameters,
    ) -> Result<Option<ReadResult>, Failed> {
        let call = self.call(process, Operation::Read, name);
        Ok(operations::read(&process.package, &call, parameters).await?)
    }

    pub(crate) fn record(&mut self, name: &str, mut state: State) {
        state.mark_outputs();
        self.states.insert(name.to_owned(), state);
    }

    /// The program's inputs, with the recorded values of ignored properties.
    pub(crate) fn wanted(&self, goal: &Goal, old: Option<&State>) -> PropertyMap {
        let inputs = goal.inputs(self.version);
        match old {
            Some(old) => with_ignored(inputs, &old.inputs, &self.ignored(goal, Some(old))),
            None => inputs,
        }
    }

    /// The paths that a program ignores. The tag of a union is not among them if the reset would leave an object that
    /// matches no member: a check refuses it, and the author removes the option again.
    pub(crate) fn ignored(&self, goal: &Goal, old: Option<&State>) -> Vec<String> {
        let mut ignored = goal.ignored(self.version);
        if let Some(old) = old {
            let reset = with_ignored(goal.inputs(self.version), &old.inputs, &ignored);
            if !is_backend(reset.get("backend")) {
                ignored.retain(|path| path != "backend.type");
            }
        }
        ignored
    }
}

fn parameters(old: &State, inputs: PropertyMap, ignored: &[String]) -> DiffParameters {
    DiffParameters {
        id: old.id.clone(),
        old_inputs: Some(old.inputs.clone().into()),
        old_outputs: old.outputs.clone().into(),
        inputs: inputs.into(),
        ignore_changes: ignored.to_vec(),
        ..DiffParameters::default()
    }
}

/// The message about a failure, with secrets removed as the plugin does it.
fn told(call: &Call, failure: &ChangeFailure) -> String {
    call.secrets
        .text(&failure.failure.error.to_string())
        .into_owned()
}
