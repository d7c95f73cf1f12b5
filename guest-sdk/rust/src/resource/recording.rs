//! The result of `create` and `update`: the outputs or the whole state of a resource.

use crate::encoding::parse;
use crate::error::{Error, PartialState};
use crate::fields::{print_what_can_be, reason};
use crate::resource::state::{Recordable, RecordsOutputs, ResourceState};

/// The state of a resource, as a hook returns it.
#[derive(Clone, Debug)]
pub(crate) enum Recording<R: ResourceState> {
    /// The outputs that the provider set. The inputs are the given inputs.
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

/// The result of `create`: the resource's id, and the state to record.
#[derive(Clone, Debug)]
pub struct Created<R: ResourceState> {
    id: String,
    recording: Recording<R>,
    refresh_before_update: bool,
}

impl<R: ResourceState> Created<R> {
    /// The resource with this id and these outputs. Its inputs are recorded as they were given. The id must not be
    /// empty, because nothing can be found again without it.
    pub fn new<O>(id: impl Into<String>, outputs: O) -> Self
    where
        R: RecordsOutputs<O>,
    {
        Self::of(id.into(), Recording::Outputs(R::outputs(outputs)))
    }

    /// The thing with this id, if the server changed the inputs: `state` has the inputs too. The id must not be empty.
    pub fn with_state(id: impl Into<String>, state: R) -> Self {
        Self::of(id.into(), Recording::State(state))
    }

    fn of(id: String, recording: Recording<R>) -> Self {
        Self {
            id,
            recording,
            refresh_before_update: false,
        }
    }

    /// Asks the engine to refresh the resource before its next update, because the recorded state may have changed by
    /// then.
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

/// The result of `update`: the state of the changed resource to record.
#[derive(Clone, Debug)]
pub struct Updated<R: ResourceState> {
    recording: Recording<R>,
    refresh_before_update: bool,
}

impl<R: ResourceState> Updated<R> {
    /// The resource with these outputs. Its inputs are recorded as they were given.
    pub fn new<O>(outputs: O) -> Self
    where
        R: RecordsOutputs<O>,
    {
        Self::of(Recording::Outputs(R::outputs(outputs)))
    }

    /// A result whose inputs the server changed: `state` has the changed inputs too.
    pub fn with_state(state: R) -> Self {
        Self::of(Recording::State(state))
    }

    fn of(recording: Recording<R>) -> Self {
        Self {
            recording,
            refresh_before_update: false,
        }
    }

    /// Asks the engine to refresh the resource before its next update.
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

impl Error {
    /// The resource exists, but not in the requested state: from `create`, `update` and `read` only. The state is
    /// recorded, the deployment fails with the reasons, and the next deployment continues from the state. Values that
    /// Pulumi cannot store, such as a number that is not finite, are left out and become a further reason.
    ///
    /// Return the whole state, or its `…Outputs` if the inputs are as requested.
    pub fn partial<S, R>(
        id: impl Into<String>,
        state: &S,
        reasons: impl IntoIterator<Item = R>,
    ) -> Self
    where
        S: Recordable,
        R: Into<String>,
    {
        let (outputs, lost) = print_what_can_be(|target| state.write_to(target));
        let mut reasons: Vec<String> = reasons.into_iter().map(Into::into).collect();
        if !lost.is_empty() {
            reasons.push(reason(&lost));
        }
        Self::Partial(PartialState {
            id: id.into(),
            // Decoding fails only for values that are nested too deep. The id is recorded even then.
            outputs: parse(&outputs).unwrap_or_default(),
            reasons,
            beside_inputs: S::BESIDE_INPUTS,
        })
    }
}
