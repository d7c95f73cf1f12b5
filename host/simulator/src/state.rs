//! The engine's record of a resource.

use pulumi_wasm_core::state::StoredProperties;
use pulumi_wasm_core::value::PropertyMap;
use serde_json::{Value, json};

use super::provider::FailedChange;
use super::{recorded, values};

/// A recorded resource.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    pub id: String,
    /// The checked inputs.
    pub inputs: PropertyMap,
    pub outputs: PropertyMap,
    /// Its problems: the engine updates it until they are solved.
    pub problems: Vec<String>,
    /// Whether the engine refreshes it before each update.
    pub refresh_before_update: bool,
}

impl State {
    /// The state as a stack export has it.
    ///
    /// # Errors
    /// When its id is missing, or it has secrets that only the stack can read.
    pub fn parse(state: &Value) -> Result<Self, String> {
        let id = state.get("id").and_then(Value::as_str);
        let problems = state.get("initErrors").and_then(Value::as_array);
        let texts = problems.into_iter().flatten().filter_map(Value::as_str);
        Ok(Self {
            id: id.ok_or("a recorded state needs an `id`")?.to_owned(),
            inputs: recorded::properties(state, "inputs")?,
            outputs: recorded::properties(state, "outputs")?,
            problems: texts.map(str::to_owned).collect(),
            refresh_before_update: state.get("refreshBeforeUpdate") == Some(&Value::Bool(true)),
        })
    }

    /// The state as [`Self::parse`] reads it. Secrets are marked, and readable.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let json = |map: &PropertyMap| values::from_map(map.clone());
        let mut state = json!({
            "id": self.id, "inputs": json(&self.inputs), "outputs": json(&self.outputs),
        });
        if !self.problems.is_empty() {
            state["initErrors"] = self.problems.clone().into();
        }
        if self.refresh_before_update {
            state["refreshBeforeUpdate"] = true.into();
        }
        state
    }

    /// The inputs as a program sees them: without the host's private state.
    #[must_use]
    pub fn shown_inputs(&self) -> PropertyMap {
        without_private_state(&self.inputs)
    }

    /// The outputs without private state.
    #[must_use]
    pub fn shown_outputs(&self) -> PropertyMap {
        without_private_state(&self.outputs)
    }

    /// The rest of a failed create.
    pub(super) fn of_failure(failed: &FailedChange, inputs: PropertyMap) -> Option<Self> {
        let partial = failed
            .partial
            .as_ref()
            .filter(|partial| !partial.id.is_empty())?;
        Some(Self {
            id: partial.id.clone(),
            inputs,
            outputs: partial.outputs.clone().into(),
            problems: partial.reasons.clone(),
            refresh_before_update: failed.refresh_before_update,
        })
    }
}

/// Properties without the host's private state.
#[must_use]
pub fn without_private_state(map: &PropertyMap) -> PropertyMap {
    StoredProperties::from(map.clone()).values
}
