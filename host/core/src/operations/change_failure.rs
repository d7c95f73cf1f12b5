//! How a create or update fails.

use crate::component::CallFailure;
use crate::error::{CallError, PartialState};
use crate::state::StoredProperties;

/// A create or update that failed.
#[derive(Debug, Clone)]
pub struct ChangeFailure {
    pub failure: CallFailure,
    /// What was asked for: the engine records it beside what exists.
    pub inputs: StoredProperties,
    /// What is known to exist nevertheless: it goes into the state.
    pub partial: Option<LeftBehind>,
    /// Whether the engine should refresh the resource before it next updates it.
    pub refresh_before_update: bool,
}

/// What a create or update that failed has left behind.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LeftBehind {
    /// The final id.
    pub id: String,
    /// Outputs as they are now.
    pub outputs: StoredProperties,
    /// What is wrong, a sentence each.
    pub reasons: Vec<String>,
}

impl From<PartialState> for LeftBehind {
    fn from(partial: PartialState) -> Self {
        Self {
            id: partial.id,
            outputs: partial.outputs.into(),
            reasons: partial.reasons,
        }
    }
}

impl From<CallFailure> for ChangeFailure {
    fn from(failure: CallFailure) -> Self {
        Self {
            partial: failure.partial_state().map(LeftBehind::from),
            failure,
            inputs: StoredProperties::default(),
            refresh_before_update: false,
        }
    }
}

impl From<CallError> for ChangeFailure {
    fn from(error: CallError) -> Self {
        CallFailure::from(error).into()
    }
}
