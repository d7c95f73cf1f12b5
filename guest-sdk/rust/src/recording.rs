//! What `create` and `update` say of a thing: its outputs, or its whole state.

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
