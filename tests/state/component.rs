//! The component: it executes calls on the server, and returns the server's data.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::component::{
    CallFailure, CheckRequest, Checkpoint, Component, ComponentOrigin, ConfiguredGrants,
    CreateOutcome, CreateRequest, Created, DeleteRequest, DiffAnswer, DiffRequest, Judged,
    ListPage, ListRequest, OldState, PreviewCreateRequest, PreviewUpdateRequest, ReadAnswer,
    ReadRequest, RecordedState, ResumeRequest, UpdateOutcome, UpdateRequest, Updated,
};
use pulumi_wasm_core::error::failure::PropertyFailure;
use pulumi_wasm_core::error::{CallError, GuestError, PartialState, TrapReport};
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::expected::outputs;
use super::fault::Fault;
use super::manifest::label;
use super::program::fixed_parts;
use super::server::Server;
use super::values::plain;

/// The server, and its next fault.
#[derive(Debug, Clone, Default)]
pub(crate) struct World {
    pub(crate) server: Server,
    pub(crate) fault: Option<Fault>,
    /// Whether the plugin was killed: its answers are lost.
    pub(crate) is_killed: bool,
    /// Calls that the component cannot serve.
    pub(crate) impossible: Vec<String>,
}

impl World {
    /// The failure of this call, which happens once.
    fn failure(&mut self, is_of_call: fn(Fault) -> bool) -> Option<Fault> {
        self.fault.take_if(|fault| is_of_call(*fault))
    }
}

/// One version of the component.
pub(crate) struct Model {
    pub(crate) origin: ComponentOrigin,
    pub(crate) manifest: Arc<Manifest>,
    pub(crate) version: u8,
    /// Whether it leaves values to the server that the program has removed, as its manifest says.
    pub(crate) leaves_chosen: bool,
    pub(crate) world: Arc<Mutex<World>>,
    pub(crate) configuration: Mutex<PropertyMap>,
}

impl Model {
    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A thing's outputs, or `None` if it does not exist.
    fn outputs(&self, world: &World, id: &str) -> Option<PropertyMap> {
        let thing = world.server.things.get(id)?;
        let configuration = self.configuration.lock().expect("no panic");
        let key = configuration.get("key").and_then(PropertyValue::as_str);
        Some(outputs(thing, id, self.version, key))
    }

    /// Inputs as the server calls them.
    fn told(&self, inputs: &PropertyMap) -> PropertyMap {
        let mut told = plain(inputs);
        if let Some(value) = told.remove(label(self.version)) {
            told.insert("label".to_owned(), value);
        }
        told
    }

    /// Creates a thing, or completes the existing thing with this id.
    async fn make(
        &self,
        call: &Call,
        inputs: &PropertyMap,
        resumed: Option<&str>,
    ) -> CreateOutcome {
        let given = self.told(inputs);
        let (id, fault) = {
            let mut world = self.world();
            let fault = world.failure(Fault::is_of_create);
            if fault == Some(Fault::CreateRefused) {
                return Err(refused().into());
            }
            let is_half = matches!(
                fault,
                Some(Fault::CreateHalf | Fault::CreateCrash | Fault::CreateKilled)
            );
            let given = if is_half { half_of(&given) } else { given };
            let id = match resumed {
                Some(id) if world.server.update(id, &given, &[]) => id.to_owned(),
                Some(id) => {
                    let gone = format!("`{id}` is gone");
                    return Err(CallError::Guest(GuestError::NotFound(gone)).into());
                }
                None => world.server.create(&given),
            };
            (id, fault)
        };
        if fault == Some(Fault::CreateLost) {
            return Err(lost(call).into());
        }
        let mut outputs = self.outputs(&self.world(), &id).expect("it was made");
        call.changes.sent();
        let checkpoint = Checkpoint {
            id: id.clone(),
            outputs: outputs.clone(),
            is_cut: false,
        };
        if let Some(notes) = &call.notes {
            notes.keep(call, &checkpoint).await;
        }
        match fault {
            Some(Fault::CreateHalf) => return Err(half(&id, outputs).into()),
            Some(Fault::CreateCrash | Fault::CreateKilled) => {
                self.world().is_killed = fault == Some(Fault::CreateKilled);
                return Err(CallFailure {
                    error: crash(),
                    checkpoint: Some(checkpoint),
                });
            }
            Some(Fault::CreateUnknown) => {
                outputs.insert("serial".to_owned(), PropertyValue::Unknown);
            }
            _ => {}
        }
        Ok(Created {
            id,
            outputs,
            ..Created::default()
        })
    }
}

fn refused() -> CallError {
    CallError::Guest(GuestError::Denied("the server refuses".to_owned()))
}

fn lost(call: &Call) -> CallError {
    call.changes.sent();
    CallError::Guest(GuestError::Unavailable(
        "the connection was lost".to_owned(),
    ))
}

fn half(id: &str, outputs: PropertyMap) -> CallError {
    CallError::Guest(GuestError::Partial(PartialState {
        id: id.to_owned(),
        outputs,
        reasons: vec!["only half of it was done".to_owned()],
        ..PartialState::default()
    }))
}

fn crash() -> CallError {
    CallError::Trap(TrapReport::of_exception("it broke in the middle"))
}

/// Every second property, and all properties that can only be set in a create.
fn half_of(properties: &PropertyMap) -> PropertyMap {
    const AT_ONCE: [&str; 8] = [
        "name", "zone", "region", "disks", "settings", "site", "backend", "volumes",
    ];
    let numbered = properties.iter().enumerate();
    // An empty list has no elements to leave out.
    let is_empty = |value: &PropertyValue| *value == PropertyValue::Array(Vec::new());
    let half = numbered.filter(|(index, (key, value))| {
        index % 2 == 0 || AT_ONCE.contains(&key.as_str()) || is_empty(value)
    });
    half.map(|(_, (key, value))| (key.clone(), value.clone()))
        .collect()
}

#[async_trait]
impl Component for Model {
    fn origin(&self) -> &ComponentOrigin {
        &self.origin
    }

    fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    fn set_configuration(&self, configuration: PropertyMap) {
        *self.configuration.lock().expect("no panic") = configuration;
    }

    fn grant(&self, _grants: ConfiguredGrants) {}

    fn entries(&self) -> u64 {
        0
    }

    async fn check_config(
        &self,
        _call: &Call,
        _configuration: &PropertyMap,
    ) -> Result<Vec<PropertyFailure>, CallError> {
        Ok(Vec::new())
    }

    async fn check(&self, _call: &Call, _request: CheckRequest<'_>) -> Result<Judged, CallError> {
        Ok(Judged::default())
    }

    async fn diff(&self, _call: &Call, _: DiffRequest<'_>) -> Result<DiffAnswer, CallError> {
        unreachable!("it has no such hook")
    }

    async fn create(&self, call: &Call, request: CreateRequest<'_>) -> CreateOutcome {
        self.make(call, request.inputs, None).await
    }

    async fn resume(&self, call: &Call, request: ResumeRequest<'_>) -> UpdateOutcome {
        let made = self.make(call, request.inputs, Some(request.id)).await?;
        Ok(Updated {
            outputs: made.outputs,
            ..Updated::default()
        })
    }

    async fn preview_create(
        &self,
        _call: &Call,
        _request: PreviewCreateRequest<'_>,
    ) -> Result<PropertyMap, CallError> {
        unreachable!("it has no such hook")
    }

    async fn read(
        &self,
        _call: &Call,
        request: ReadRequest<'_>,
    ) -> Result<Option<ReadAnswer>, CallError> {
        let mut world = self.world();
        let fault = world.failure(Fault::is_of_read);
        if fault == Some(Fault::ReadRefused) {
            return Err(refused());
        }
        let Some(outputs) = self.outputs(&world, request.id) else {
            return Ok(None);
        };
        if fault == Some(Fault::ReadUnhealthy) {
            return Err(half(request.id, outputs));
        }
        Ok(Some(ReadAnswer {
            id: request.id.to_owned(),
            outputs,
            ..ReadAnswer::default()
        }))
    }

    async fn update(&self, call: &Call, request: UpdateRequest<'_>) -> UpdateOutcome {
        let mut world = self.world();
        let fault = world.failure(Fault::is_of_update);
        if fault == Some(Fault::UpdateRefused) {
            return Err(refused().into());
        }
        let given = self.told(request.inputs);
        let before = self.told(request.old_inputs);
        let (fixed, wanted) = (fixed_parts(&before), fixed_parts(&given));
        // The program may write the value that the server had chosen.
        let is_kept =
            |name: &str| self.leaves_chosen && ["zone", "region", "settings.kind"].contains(&name);
        let changed = fixed.iter().chain(&wanted).map(|(name, _)| *name);
        let changed = changed.filter(|name| fixed.get(name) != wanted.get(name) && !is_kept(name));
        let changed: BTreeSet<&str> = changed.collect();
        if !changed.is_empty() {
            let wrong = format!("an update in place of {changed:?}: {before:?} to {given:?}");
            world.impossible.push(wrong);
        }
        let is_left = |name: &str| {
            self.leaves_chosen && ["zone", "size", "region", "settings"].contains(&name)
        };
        let is_removed = |name: &&String| !given.contains_key(*name) && !is_left(name);
        let removed: Vec<String> = before.keys().filter(is_removed).cloned().collect();
        let given = match fault {
            Some(Fault::UpdateHalf) => half_of(&given),
            _ => given,
        };
        if !world.server.update(request.id, &given, &removed) {
            let gone = format!("`{}` is gone", request.id);
            return Err(CallError::Guest(GuestError::NotFound(gone)).into());
        }
        let mut outputs = self.outputs(&world, request.id).expect("it is there");
        match fault {
            Some(Fault::UpdateLost) => return Err(lost(call).into()),
            Some(Fault::UpdateHalf) => return Err(half(request.id, outputs).into()),
            Some(Fault::UpdateCrash | Fault::UpdateKilled) => {
                world.is_killed = fault == Some(Fault::UpdateKilled);
                call.changes.sent();
                return Err(crash().into());
            }
            Some(Fault::UpdateUnknown) => {
                outputs.insert("serial".to_owned(), PropertyValue::Unknown);
            }
            _ => {}
        }
        call.changes.sent();
        Ok(Updated {
            outputs,
            ..Updated::default()
        })
    }

    async fn preview_update(
        &self,
        _call: &Call,
        _request: PreviewUpdateRequest<'_>,
    ) -> Result<PropertyMap, CallError> {
        unreachable!("it has no such hook")
    }

    async fn delete(&self, call: &Call, request: DeleteRequest<'_>) -> Result<(), CallError> {
        let mut world = self.world();
        let fault = world.failure(Fault::is_of_delete);
        if fault == Some(Fault::DeleteRefused) {
            return Err(refused());
        }
        world.server.things.remove(request.id);
        match fault {
            Some(_) => Err(lost(call)),
            None => Ok(()),
        }
    }

    /// The third version calls `label` a title.
    async fn migrate(&self, _call: &Call, state: OldState) -> Result<RecordedState, CallError> {
        let renamed = |mut properties: PropertyMap| {
            if let Some(value) = properties.remove("label") {
                properties.insert("title".to_owned(), value);
            }
            properties
        };
        Ok(RecordedState {
            inputs: state.recorded.inputs.map(renamed),
            outputs: state.recorded.outputs.map(renamed),
        })
    }

    async fn list(&self, _call: &Call, _request: ListRequest<'_>) -> Result<ListPage, CallError> {
        Ok(ListPage::default())
    }

    async fn invoke(
        &self,
        _call: &Call,
        _arguments: &PropertyMap,
    ) -> Result<(PropertyMap, Vec<PropertyFailure>), CallError> {
        Ok((PropertyMap::new(), Vec::new()))
    }
}
