//! The result of a read, in the form in which it is recorded.

use std::collections::BTreeSet;

use crate::call::Call;
use crate::component::ReadAnswer;
use crate::manifest::Hook;
use crate::operations::change::outcome;
use crate::package::resource_binding::ResourceBinding;
use crate::redaction;
use crate::schema::{self, Refreshed, Taken};
use crate::state::StoredProperties;
use crate::state::private_state::{Failed, Missing, PrivateState};
use crate::state::upgrade::Recorded;
use crate::value::PropertyMap;

/// The result of reading a resource.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReadResult {
    pub id: String,
    pub inputs: StoredProperties,
    pub outputs: StoredProperties,
    /// Whether the engine should refresh the resource before its next update.
    pub refresh_before_update: bool,
    /// The problems, one sentence each; may be empty.
    pub reasons: Vec<String>,
}

impl ReadResult {
    /// The properties to record for a resource that was read with this id.
    pub(super) fn of_answer(
        binding: &ResourceBinding<'_>,
        call: &Call,
        asked: &str,
        recorded: Recorded,
        answer: ReadAnswer,
        reasons: Vec<String>,
    ) -> Self {
        let before = recorded.inputs.unwrap_or_default();
        let mut outputs = outcome::secret(binding, call, &before, answer.outputs);
        if answer.id != asked {
            binding
                .open_ids
                .warn_about_new(call, binding.token, &before, &answer.id);
        }
        let old_outputs = recorded.outputs.filter(|outputs| !outputs.is_empty());
        let of_failure = &recorded.output_private;
        let is_somewhere = of_failure.failed == Failed::Somewhere;
        // Without an update, each output of a complete resource is as the create left it.
        let is_fixed = is_somewhere && !binding.has(Hook::Update);
        let is_trusted =
            |name: &str| !of_failure.partial && (is_fixed || of_failure.failed.spared(name));
        let question = old_outputs.as_ref().map(|old_outputs| Refreshed {
            recorded_inputs: &before,
            recorded_outputs: old_outputs,
            outputs: &outputs,
            is_trusted: &is_trusted,
            trusts_replacing: !(of_failure.partial && is_somewhere),
            vanished: &recorded.input_private.vanished,
        });
        let nothing = BTreeSet::new();
        let (inputs, vanished) = match (answer.inputs, &question) {
            (Some(mut found), question) => {
                call.secrets.learn_answer(&found);
                let declared = Some(&binding.schema.inputs);
                redaction::hide(call, "input", declared, &before, &mut found);
                let found =
                    schema::leave_to_server(binding.package, binding.schema, &before, found);
                match question {
                    Some(question) => schema::reconcile_with_record(
                        binding.package,
                        binding.schema,
                        question,
                        found,
                    ),
                    None => (found, nothing),
                }
            }
            (None, Some(question)) => {
                schema::refreshed_inputs(binding.package, binding.schema, question)
            }
            (None, None) => {
                // An input that only the id contains is in no output.
                let mut inputs = before.clone();
                let shown = schema::inputs_from_outputs(binding.package, binding.schema, &outputs);
                inputs.extend(shown);
                (inputs, nothing)
            }
        };
        let inputs = schema::keep_write_only(binding.package, binding.schema, &before, inputs);
        let inputs = schema::keep_secrets(binding.package, &binding.schema.inputs, &before, inputs);
        if inputs != before {
            // A value that was plain only in the old inputs may now be a secret in the outputs.
            let declared = Some(&binding.schema.outputs);
            redaction::hide(call, "output", declared, &inputs, &mut outputs);
        }
        let is_refresh = old_outputs.is_some();
        keep_notes(&mut outputs, old_outputs.unwrap_or_default());
        let taken = if is_refresh {
            let known = &recorded.input_private.taken;
            schema::taken_over(binding.package, binding.schema, &before, known, &inputs)
        } else {
            // On import, all values are the server's.
            Taken::new()
        };
        let of_inputs = PrivateState {
            named: recorded.input_private.named,
            taken,
            vanished,
            ..binding.private_state()
        };
        // A resource that was read without problems is complete, however its create ended.
        let is_partial = recorded.output_private.partial && !reasons.is_empty();
        let of_outputs = PrivateState {
            partial: is_partial,
            missing: if is_partial {
                recorded.output_private.missing
            } else {
                Missing::Nothing
            },
            looked_up: recorded.output_private.looked_up,
            failed: if is_partial || reasons.is_empty() {
                Failed::Not
            } else {
                Failed::Changed(BTreeSet::new())
            },
            ..binding.private_state()
        };
        ReadResult {
            id: answer.id,
            inputs: of_inputs.with(inputs),
            outputs: of_outputs.with(outputs),
            refresh_before_update: answer.refresh_before_update
                || binding.schema.traits.refresh_before_update,
            reasons,
        }
    }
}

/// Keeps the notes of another provider that wrote this state, such as `__defaults`, and the `id` that providers of the Terraform
/// bridge record as an output: the guest does not know them, and their loss would look like a change. Another output that a read does not give is one of an older version. A library
/// of the guest that migrates within its calls could not read the older and the present form in one state.
fn keep_notes(found: &mut PropertyMap, recorded: PropertyMap) {
    for (key, value) in recorded {
        if key.starts_with("__") || key == "id" {
            found.entry(key).or_insert(value);
        }
    }
}
