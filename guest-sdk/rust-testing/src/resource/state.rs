//! What the engine keeps of a resource.

use pulumi_wasm_host::provider::value::{PropertyMap, PropertyValue};
use serde_json::{Value, json};

use crate::core::FailedChange;
use crate::recorded;
use crate::values;

/// A recorded resource.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    pub(crate) id: String,
    pub(crate) inputs: PropertyMap,
    pub(crate) outputs: PropertyMap,
    /// What is wrong with it: the engine updates it until there is nothing.
    pub(crate) problems: Vec<String>,
    pub(crate) refresh_before_update: bool,
}

impl State {
    /// The state as an export has it.
    pub(crate) fn parse(state: &Value) -> Result<Self, String> {
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

    pub(crate) fn to_json(&self) -> Value {
        let json = |map: &PropertyMap| values::from_core(PropertyValue::Object(map.clone()));
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

    /// What a failed create left.
    pub(crate) fn of_failure(failed: &FailedChange, inputs: PropertyMap) -> Option<Self> {
        let partial = failed
            .partial
            .as_ref()
            .filter(|partial| !partial.id.is_empty())?;
        Some(Self {
            id: partial.id.clone(),
            inputs,
            outputs: partial.outputs.clone(),
            problems: partial.reasons.clone(),
            refresh_before_update: failed.refresh_before_update,
        })
    }
}
