//! Recorded state in the form for the current component: without private state, and migrated to the manifest's state
//! version.
//!
//! The engine rewrites a state only if something changes. So every call may send the same old state, and every call
//! migrates it again. New state is recorded with the new version.

use crate::call::{Call, Effects, Operation};
use crate::component::{OldState, RecordedState};
use crate::error::CallError;
use crate::error::advice::{Advice, Version};
use crate::error::failure::PropertyDifference;
use crate::manifest::Hook;
use crate::package::resource_binding::ResourceBinding;
use crate::redaction;
use crate::schema;
use crate::state::StoredProperties;
use crate::state::migrated_outputs;
use crate::state::private_state::PrivateState;
use crate::value::{PropertyMap, PropertyValue};

/// Recorded inputs and outputs, each with its private state.
#[derive(Debug, Clone, Default)]
pub(crate) struct Recorded {
    pub(crate) inputs: Option<PropertyMap>,
    pub(crate) outputs: Option<PropertyMap>,
    pub(crate) input_private: PrivateState,
    pub(crate) output_private: PrivateState,
    /// The recorded outputs that a migration changed.
    pub(crate) moved: Vec<PropertyDifference>,
}

/// The properties that are or contain secrets.
fn secret_ones(properties: Option<&PropertyMap>) -> PropertyMap {
    let all = properties.into_iter().flatten();
    let secret = all.filter(|(_, value)| value.contains_secret());
    secret
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

impl RecordedState {
    fn contains_unknown(&self) -> bool {
        let all = [&self.inputs, &self.outputs]
            .into_iter()
            .flatten()
            .flatten();
        all.map(|(_, value)| value)
            .any(PropertyValue::contains_unknown)
    }
}

/// Reads recorded state, and migrates the parts that are older than the component.
///
/// # Errors
/// If the state is newer than the component, or its migration fails. Nothing was changed outside.
pub(crate) async fn recorded(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: Option<StoredProperties>,
    outputs: Option<StoredProperties>,
) -> Result<Recorded, CallError> {
    let is_something = |properties: &Option<StoredProperties>| {
        properties
            .as_ref()
            .is_some_and(|properties| !properties.is_empty())
    };
    // The engine sends empty properties if it has recorded none. They have no version.
    let [has_inputs, has_outputs] = [is_something(&inputs), is_something(&outputs)];
    let private = |properties: &Option<StoredProperties>| {
        properties
            .as_ref()
            .map(PrivateState::of)
            .unwrap_or_default()
    };
    let mut input_private = private(&inputs);
    let output_private = private(&outputs);
    let of_lookup = output_private.looked_up && input_private.is_bare();
    let [inputs, outputs] = [inputs, outputs].map(|stored| stored.map(|stored| stored.values));
    let versions = match (has_inputs, has_outputs) {
        (false, false) => [None, None],
        (true, false) => [Some(input_private.version); 2],
        (false, true) => [Some(output_private.version); 2],
        // The program's lookup properties have the form of the time when the outputs were recorded.
        (true, true) if of_lookup => [Some(output_private.version); 2],
        (true, true) => [Some(input_private.version), Some(output_private.version)],
    };
    let is_older = versions[1].is_some_and(|version| migrates(binding, version));
    let before = outputs.as_ref().filter(|_| is_older).cloned();
    let state = match versions {
        [Some(first), Some(second)] if first == second => {
            let state = RecordedState { inputs, outputs };
            upgraded(binding, call, first, state).await?
        }
        [first, second] => {
            let inputs = RecordedState {
                inputs,
                outputs: None,
            };
            let outputs = RecordedState {
                inputs: None,
                outputs,
            };
            let inputs = match first {
                Some(version) => upgraded(binding, call, version, inputs).await?,
                None => inputs,
            };
            let outputs = match second {
                Some(version) => upgraded(binding, call, version, outputs).await?,
                None => outputs,
            };
            RecordedState {
                inputs: inputs.inputs,
                outputs: outputs.outputs,
            }
        }
    };
    if input_private.version != binding.schema.traits.state_version {
        // A migration may have moved the value.
        input_private.taken.clear();
        if let (false, Some(inputs)) = (input_private.vanished.is_empty(), &state.inputs) {
            let absent = schema::absent_with_defaults(binding.package, binding.schema, inputs);
            input_private.vanished.retain(|path| absent.contains(path));
        }
    }
    let moved = before.map(|before| migrated_outputs::between(&before, state.outputs.as_ref()));
    Ok(Recorded {
        moved: moved.unwrap_or_default(),
        inputs: state.inputs,
        outputs: state.outputs,
        input_private,
        output_private,
    })
}

/// The recorded inputs. Some engines send none; the inputs are then taken from the outputs.
pub(crate) fn old_inputs(
    binding: &ResourceBinding<'_>,
    inputs: Option<PropertyMap>,
    outputs: &PropertyMap,
) -> PropertyMap {
    inputs.unwrap_or_else(|| schema::inputs_from_outputs(binding.package, binding.schema, outputs))
}

/// Whether the component migrates state of this version.
pub(crate) fn migrates(binding: &ResourceBinding<'_>, version: u32) -> bool {
    // A component without configuration cannot be entered. This happens only in previews.
    version < binding.schema.traits.state_version && binding.asks(Hook::Migrate)
}

/// Migrates state from one version to the component's version.
async fn upgraded(
    binding: &ResourceBinding<'_>,
    call: &Call,
    version: u32,
    state: RecordedState,
) -> Result<RecordedState, CallError> {
    let newest = binding.schema.traits.state_version;
    if version > newest {
        return Err(too_new(binding, call, version));
    }
    if !migrates(binding, version) {
        return Ok(state);
    }
    let migration = Call {
        operation: Operation::Migrate,
        effects: Effects::None,
        // A migration has no effects and its own time limit. The time of the call is for the call itself.
        timeout: None,
        ..call.clone()
    };
    let wanted = (state.inputs.is_some(), state.outputs.is_some());
    let secret = (
        secret_ones(state.inputs.as_ref()),
        secret_ones(state.outputs.as_ref()),
    );
    let is_known = !state.contains_unknown();
    let old = OldState {
        version,
        recorded: state,
    };
    let migrated = binding.component.migrate(&migration, old).await;
    let mut migrated = migrated.map_err(|error| CallError::Refused {
        // A failure here happened before anything was changed outside.
        reason: format!(
            "the recorded state of version {version} could not be brought to version {newest}: {error}"
        ),
        hint: error.hint(),
    })?;
    // A part that was not requested was not recorded.
    if !wanted.0 {
        migrated.inputs = None;
    }
    if !wanted.1 {
        migrated.outputs = None;
    }
    if is_known && migrated.contains_unknown() {
        return Err(CallError::BadAnswer(
            "its migration returned unknown values".to_owned(),
        ));
    }
    let parts = [
        (&mut migrated.inputs, &binding.schema.inputs, secret.0),
        (&mut migrated.outputs, &binding.schema.outputs, secret.1),
    ];
    for (properties, declared, secret) in parts {
        if let Some(properties) = properties {
            let given = StoredProperties::from(std::mem::take(properties)).values;
            // The guest knows which values are secret, but may return them without marks.
            *properties = schema::keep_secrets(binding.package, declared, &secret, given);
            let is_gone = |name: &&String| !properties.contains_key(*name);
            let left_out: Vec<String> = secret.keys().filter(is_gone).cloned().collect();
            redaction::mark_moved(&secret, &left_out, properties);
            redaction::hide_silently(call, declared, &PropertyMap::new(), properties);
        }
    }
    Ok(migrated)
}

fn too_new(binding: &ResourceBinding<'_>, call: &Call, version: u32) -> CallError {
    let manifest = binding.component.manifest();
    CallError::Refused {
        reason: format!(
            "the state was recorded by a newer version of the component: it has state version {version} of \
             `{}`, and `{}` {} knows up to {}",
            binding.token,
            manifest.name(),
            manifest.version(),
            binding.schema.traits.state_version
        ),
        hint: Some(call.advice(Advice::UseOtherVersion {
            file: &binding.component.origin().file,
            package: manifest.name(),
            which: Version::Newer,
        })),
    }
}
