//! The record of a resource, as the present component understands it: without the host's marks, and brought to the
//! manifest's state version.
//!
//! The engine rewrites a state only when something changes, so the same old state comes again at every call, and every
//! call migrates it again. The record afterwards is marked with the new version.

use crate::call::{Call, Effects, Operation};
use crate::component::{OldState, RecordedState};
use crate::error::CallError;
use crate::manifest::Hook;
use crate::redaction;
use crate::resource_binding::ResourceBinding;
use crate::schema::{self, Taken};
use crate::state::private_state::{self, PrivateState};
use crate::value::{PropertyMap, PropertyValue};

/// Recorded inputs and outputs, each with the marks that it came with.
#[derive(Debug, Clone, Default)]
pub(crate) struct Recorded {
    pub(crate) inputs: Option<PropertyMap>,
    pub(crate) outputs: Option<PropertyMap>,
    pub(crate) input_marks: PrivateState,
    pub(crate) output_marks: PrivateState,
    /// The values that a refresh took over into the inputs.
    pub(crate) taken: Taken,
}

/// Those properties that are secret or have a secret in them.
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

impl ResourceBinding<'_> {
    /// Takes recorded state apart and migrates what is older than the component.
    ///
    /// # Errors
    /// When the state is newer than the component, or its migration fails. Nothing was changed outside then.
    pub(crate) async fn recorded(
        &self,
        call: &Call,
        mut inputs: Option<PropertyMap>,
        mut outputs: Option<PropertyMap>,
    ) -> Result<Recorded, CallError> {
        let is_something = |properties: &Option<PropertyMap>| {
            properties
                .as_ref()
                .is_some_and(|properties| !properties.is_empty())
        };
        // The engine sends empty properties for missing ones: alone, they have no version.
        let [has_inputs, has_outputs] = [is_something(&inputs), is_something(&outputs)];
        let taken = inputs
            .as_ref()
            .map(private_state::taken)
            .unwrap_or_default();
        let input_marks = inputs.as_mut().map(PrivateState::take).unwrap_or_default();
        let output_marks = outputs.as_mut().map(PrivateState::take).unwrap_or_default();
        let of_lookup = output_marks.looked_up && input_marks == PrivateState::default();
        let versions = match (has_inputs, has_outputs) {
            (false, false) => [None, None],
            (true, false) => [Some(input_marks.version); 2],
            (false, true) => [Some(output_marks.version); 2],
            // The program's values for its lookup, as they were when the outputs were recorded.
            (true, true) if of_lookup => [Some(output_marks.version); 2],
            (true, true) => [Some(input_marks.version), Some(output_marks.version)],
        };
        let state = match versions {
            [Some(first), Some(second)] if first == second => {
                let state = RecordedState { inputs, outputs };
                self.brought_up(call, first, state).await?
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
                    Some(version) => self.brought_up(call, version, inputs).await?,
                    None => inputs,
                };
                let outputs = match second {
                    Some(version) => self.brought_up(call, version, outputs).await?,
                    None => outputs,
                };
                RecordedState {
                    inputs: inputs.inputs,
                    outputs: outputs.outputs,
                }
            }
        };
        Ok(Recorded {
            inputs: state.inputs,
            outputs: state.outputs,
            input_marks,
            output_marks,
            // A migration may have moved it elsewhere.
            taken: match input_marks.version == self.schema.traits.state_version {
                true => taken,
                false => Taken::new(),
            },
        })
    }

    /// Recorded inputs. If the engine sends none, they are taken from the outputs.
    pub(crate) fn old_inputs(
        &self,
        inputs: Option<PropertyMap>,
        outputs: &PropertyMap,
    ) -> PropertyMap {
        inputs.unwrap_or_else(|| schema::inputs_from_outputs(self.package, self.schema, outputs))
    }

    /// Brings state of one version to the component's.
    async fn brought_up(
        &self,
        call: &Call,
        version: u32,
        state: RecordedState,
    ) -> Result<RecordedState, CallError> {
        let newest = self.schema.traits.state_version;
        if version > newest {
            return Err(self.too_new(version));
        }
        // A component without its configuration cannot be asked: only previews get here then.
        if version == newest || !self.asks(Hook::Migrate) {
            return Ok(state);
        }
        let migration = Call {
            operation: Operation::Migrate,
            effects: Effects::None,
            // Pure, and under a separate limit: the time of the call is for the call.
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
        let migrated = self.component.migrate(&migration, old).await;
        let mut migrated = migrated.map_err(|error| CallError::Refused {
            // Its effects came before any change outside.
            reason: format!(
                "the recorded state of version {version} could not be brought to version {newest}: {error}"
            ),
            hint: error.hint(),
        })?;
        // Properties that the guest was not asked for are not part of the record.
        if !wanted.0 {
            migrated.inputs = None;
        }
        if !wanted.1 {
            migrated.outputs = None;
        }
        if is_known && migrated.contains_unknown() {
            return Err(CallError::BadAnswer(
                "its migration made values unknown".to_owned(),
            ));
        }
        let parts = [
            (&mut migrated.inputs, &self.schema.inputs, secret.0),
            (&mut migrated.outputs, &self.schema.outputs, secret.1),
        ];
        for (properties, declared, secret) in parts {
            if let Some(properties) = properties {
                PrivateState::take(properties);
                // It is told what was secret, and may give it back in the open.
                let given = std::mem::take(properties);
                *properties = schema::keep_secrets(self.package, declared, &secret, given);
                let is_gone = |name: &&String| !properties.contains_key(*name);
                let left_out: Vec<String> = secret.keys().filter(is_gone).cloned().collect();
                redaction::mark_moved(&secret, &left_out, properties);
                redaction::hide_silently(call, declared, properties);
            }
        }
        Ok(migrated)
    }

    fn too_new(&self, version: u32) -> CallError {
        let manifest = self.component.manifest();
        CallError::Refused {
            reason: format!(
                "the state was recorded by a newer version of the component: it has state version {version} of \
                 `{}`, and `{}` {} knows up to {}",
                self.token,
                manifest.name(),
                manifest.version(),
                self.schema.traits.state_version
            ),
            hint: Some(format!(
                "use the newer component, in the place of `{}`: `pulumi package add wasm FILE`",
                self.component.origin().file
            )),
        }
    }

    /// The marks of properties that are recorded from now on.
    pub(crate) fn marks(&self) -> PrivateState {
        PrivateState {
            version: self.schema.traits.state_version,
            ..PrivateState::default()
        }
    }
}
