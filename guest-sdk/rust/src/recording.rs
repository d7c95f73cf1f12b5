//! What `create` and `update` say of a thing: its outputs, or its whole state.

use crate::error::{Error, Result};
use crate::fields::Properties;
use crate::resource::ResourceState;

/// What can be recorded of a thing: its whole state, or its outputs alone, which are recorded beside the inputs of the
/// call. Written by `#[derive(Resource)]`, for the struct and for its `…Outputs`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither the state nor the outputs of a resource",
    label = "not a state",
    note = "give the struct that derives `Resource`, or the `…Outputs` that the derive writes beside it"
)]
pub trait Recordable: Properties {
    /// Whether the inputs of the call are recorded beside it, as they were given.
    #[doc(hidden)]
    const BESIDE_INPUTS: bool;
}

/// What an author said of a thing.
#[derive(Clone, Debug)]
pub(crate) enum Recording<R: ResourceState> {
    /// What the provider set. The inputs are as they were given.
    Outputs(R::Outputs),
    /// Everything.
    State(R),
}

impl<R: ResourceState> Recording<R> {
    pub(crate) fn into_outputs(self) -> R::Outputs {
        match self {
            Self::Outputs(outputs) => outputs,
            Self::State(state) => state.into(),
        }
    }
}

/// What `create` returns: the thing's id, and what is recorded of it.
#[derive(Clone, Debug)]
pub struct Created<R: ResourceState> {
    id: String,
    recording: Recording<R>,
    refresh_before_update: bool,
}

impl<R: ResourceState> Created<R> {
    /// The thing with this id and these outputs. Its inputs are recorded as they were given.
    ///
    /// # Errors
    /// When the id is empty: without one, nothing can be found again.
    pub fn new(id: impl Into<String>, outputs: R::Outputs) -> Result<Self> {
        Self::of(id.into(), Recording::Outputs(outputs))
    }

    /// The thing with this id, where the server made something else of the inputs: `state` has those too.
    ///
    /// # Errors
    /// When the id is empty: without one, nothing can be found again.
    pub fn with_state(id: impl Into<String>, state: R) -> Result<Self> {
        Self::of(id.into(), Recording::State(state))
    }

    fn of(id: String, recording: Recording<R>) -> Result<Self> {
        if id.is_empty() {
            return Err(Error::other("the thing that was made has no id"));
        }
        Ok(Self {
            id,
            recording,
            refresh_before_update: false,
        })
    }

    /// Asks the engine to refresh the thing before it next updates it: what was recorded may have changed by then.
    #[must_use]
    pub fn refresh_before_update(mut self) -> Self {
        self.refresh_before_update = true;
        self
    }

    /// The id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The outputs.
    pub fn into_outputs(self) -> R::Outputs {
        self.recording.into_outputs()
    }

    pub(crate) fn into_parts(self) -> (String, Recording<R>, bool) {
        (self.id, self.recording, self.refresh_before_update)
    }
}

/// What `update` returns: what is recorded of the changed thing.
#[derive(Clone, Debug)]
pub struct Updated<R: ResourceState> {
    recording: Recording<R>,
    refresh_before_update: bool,
}

impl<R: ResourceState> Updated<R> {
    /// The thing with these outputs. Its inputs are recorded as they were given.
    pub fn new(outputs: R::Outputs) -> Self {
        Self::of(Recording::Outputs(outputs))
    }

    /// The thing where the server made something else of the inputs: `state` has those too.
    pub fn with_state(state: R) -> Self {
        Self::of(Recording::State(state))
    }

    fn of(recording: Recording<R>) -> Self {
        Self {
            recording,
            refresh_before_update: false,
        }
    }

    /// Asks the engine to refresh the thing before it next updates it.
    #[must_use]
    pub fn refresh_before_update(mut self) -> Self {
        self.refresh_before_update = true;
        self
    }

    /// The outputs.
    pub fn into_outputs(self) -> R::Outputs {
        self.recording.into_outputs()
    }

    pub(crate) fn into_parts(self) -> (Recording<R>, bool) {
        (self.recording, self.refresh_before_update)
    }
}
