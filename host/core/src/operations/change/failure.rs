//! How a create or update fails.

use crate::component::CallFailure;
use crate::error::{CallError, PartialState};
use crate::state::StoredProperties;

/// A create or update that failed.
#[derive(Debug, Clone)]
pub struct ChangeFailure {
    pub failure: CallFailure,
    /// The requested inputs. The engine records them with the resource that exists.
    pub inputs: StoredProperties,
    /// The resource that is known to exist. It is recorded in the state.
    pub partial: Option<LeftBehind>,
    /// Whether the engine should refresh the resource before its next update.
    pub refresh_before_update: bool,
}

/// The resource that a failed create or update left behind.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LeftBehind {
    /// The final id.
    pub id: String,
    /// The current outputs.
    pub outputs: StoredProperties,
    /// The problems, one sentence each.
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
