//! The end of a create or update, after the component's call: the result is compared with the planned outputs, and
//! the rest of a failure is prepared for the state.

use crate::call::{Call, Operation};
use crate::component::{CallFailure, Updated};
use crate::error::advice::Advice;
use crate::error::failure::{PropertyDifference, PropertyFailure};
use crate::error::{CallError, LostOutputs, PartialState};
use crate::operations::change::failure::{ChangeFailure, LeftBehind};
use crate::operations::change::preview::{self, PlannedOutputs};
use crate::package::resource_binding::ResourceBinding;
use crate::recovery::overflow;
use crate::redaction;
use crate::schema::{self, ResourceSchema};
use crate::state::private_state::{Failed, PrivateState};
use crate::state::unknown_values::take_unknown;
use crate::state::{StoredProperties, exposed_secrets};
use crate::text::Excerpt;
use crate::value::size_limits::MAX_ID_BYTES;
use crate::value::special_values;
use crate::value::{PropertyMap, PropertyValue};

/// The result of a create or update, ready to be recorded.
pub(crate) struct Completed {
    pub(crate) outputs: StoredProperties,
    pub(crate) refresh_before_update: bool,
}

/// Prepares the result of a create or update for the state, and compares it with the planned outputs. `known` contains
/// the id, the recorded outputs and an earlier failure.
///
/// # Errors
/// If the result is not usable, or differs from the planned outputs and the manifest makes that an error. The resource
/// is complete nevertheless: its state is part of the error, and there is nothing to resume.
pub(crate) async fn completed(
    binding: &ResourceBinding<'_>,
    call: &Call,
    planned: &PlannedOutputs,
    inputs: &PropertyMap,
    known: (&str, &PropertyMap, Failed),
    mut done: Updated,
) -> Result<Completed, ChangeFailure> {
    let (id, recorded, failed) = known;
    done.outputs = secret(binding, call, inputs, done.outputs);
    if call.operation == Operation::Create {
        binding
            .open_ids
            .warn_about_new(call, binding.token, inputs, id);
    }
    done.refresh_before_update |= binding.schema.traits.refresh_before_update;
    let held = preview::hold(binding, call, planned, &mut done.outputs);
    let mut private = binding.private_state();
    if let Err(inconsistent) = held {
        let failure = inconsistent.error().into();
        let mut partial = PartialState {
            id: id.to_owned(),
            outputs: done.outputs,
            reasons: inconsistent.reasons,
            lost: LostOutputs::Named(inconsistent.unknown),
            ..PartialState::default()
        };
        partial.keep_lost(recorded);
        overflow::fit(binding, call, &mut partial, &mut private).await;
        private.failed = match call.operation {
            Operation::Create => Failed::Somewhere,
            _ => failed.after(recorded, &partial.outputs),
        };
        return Err(ChangeFailure {
            failure,
            inputs: StoredProperties::default(),
            partial: Some(recorded_with(&private, partial)),
            refresh_before_update: done.refresh_before_update,
        });
    }
    Ok(Completed {
        outputs: private.with(done.outputs),
        refresh_before_update: done.refresh_before_update,
    })
}

/// Prepares a resource that a failed create or update left behind for the state, with this private state. If the
/// resource already had an id and outputs, these are used, whatever the guest recorded.
pub(crate) async fn left_behind(
    binding: &ResourceBinding<'_>,
    call: &Call,
    mut failure: CallFailure,
    mut partial: Option<PartialState>,
    known: Option<(&str, &PropertyMap)>,
    inputs: &PropertyMap,
    mut private: PrivateState,
) -> ChangeFailure {
    if let (Some(partial), Some((id, _))) = (&mut partial, known) {
        id.clone_into(&mut partial.id);
    }
    // A resource without an id cannot be found again. The engine refuses an id that is empty or too long.
    let is_nameless =
        |id: &str| id.is_empty() || id.len() > MAX_ID_BYTES || special_values::is_unknown(id);
    if let Some(nameless) = partial.take_if(|partial| is_nameless(&partial.id)) {
        let id = match nameless.id.len() {
            bytes if bytes <= MAX_ID_BYTES => "no id".to_owned(),
            bytes => format!("an id of {bytes} bytes"),
        };
        failure.error = CallError::BadAnswer(format!(
            "it recorded a resource with {id}: {}",
            nameless.reasons.join("; ")
        ));
    }
    if let Some(partial) = &mut partial {
        partial.outputs = secret(binding, call, inputs, std::mem::take(&mut partial.outputs));
        if known.is_none() {
            binding
                .open_ids
                .warn_about_new(call, binding.token, inputs, &partial.id);
        }
        partial.reasons.extend(take_unknown(&mut partial.outputs));
        partial.reasons.extend(what_is_lost(&partial.lost));
        overflow::fit(binding, call, partial, &mut private).await;
        private.failed = match (private.partial, known) {
            (true, _) => private.failed,
            (false, Some((_, recorded))) if call.operation != Operation::Create => {
                private.failed.after(recorded, &partial.outputs)
            }
            (false, _) => Failed::Somewhere,
        };
    }
    ChangeFailure {
        failure,
        inputs: StoredProperties::default(),
        partial: partial.map(|partial| recorded_with(&private, partial)),
        refresh_before_update: binding.schema.traits.refresh_before_update,
    }
}

/// Marks outputs that are secret by the schema, because of the inputs that they come from, or because they are known
/// secrets.
pub(crate) fn secret(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: &PropertyMap,
    outputs: PropertyMap,
) -> PropertyMap {
    // A guest has no private state, so private state in its outputs is dropped.
    let outputs = StoredProperties::from(outputs).values;
    call.secrets.learn(inputs);
    let mut outputs = schema::mark_secrets(binding.package, binding.schema, inputs, outputs);
    call.secrets.learn_answer(&outputs);
    let declared = Some(&binding.schema.outputs);
    redaction::hide(call, "output", declared, inputs, &mut outputs);
    outputs
}

/// Recorded outputs with the marks that they would get now, by the inputs and the schema.
pub(crate) fn hidden_today(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: &PropertyMap,
    outputs: PropertyMap,
) -> PropertyMap {
    if !knows_secrets(binding, call, inputs) {
        return outputs;
    }
    let mut outputs = schema::mark_secrets(binding.package, binding.schema, inputs, outputs);
    call.secrets.learn(inputs);
    call.secrets.learn_answer(&outputs);
    let declared = &binding.schema.outputs;
    redaction::hide_silently(call, declared, inputs, &mut outputs);
    outputs
}

/// The recorded outputs with a plain value that is a secret now, and whether an update can record them as secrets: it cannot
/// if it lacks the content of an asset.
pub(crate) fn opened(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: &PropertyMap,
    outputs: &PropertyMap,
) -> (Vec<PropertyDifference>, bool) {
    if !knows_secrets(binding, call, inputs) {
        return (Vec::new(), true);
    }
    let mut whole = outputs.clone();
    let is_whole = exposed_secrets::restore_assets(inputs, &mut whole);
    let now = hidden_today(binding, call, inputs, whole.clone());
    (exposed_secrets::between(&whole, &now), is_whole)
}

/// Warns of plain values in the state that no update can record as secrets.
pub(crate) fn warn_of_opened(call: &Call, opened: Vec<PropertyDifference>) {
    let note = |difference: PropertyDifference| PropertyFailure {
        property: difference.property,
        reason: format!(
            "the state has its value in plain text, but the value is a secret now\nhint: {}",
            call.advice(Advice::RefreshToHide)
        ),
    };
    call.warn_of(&opened.into_iter().map(note).collect::<Vec<_>>());
}

/// Whether any part of a resource may be secret.
pub(crate) fn knows_secrets(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: &PropertyMap,
) -> bool {
    let ResourceSchema {
        inputs: of_inputs,
        outputs: of_outputs,
        ..
    } = binding.schema;
    !call.secrets.is_empty()
        || inputs.values().any(PropertyValue::contains_secret)
        || [of_inputs, of_outputs]
            .into_iter()
            .any(|object| schema::has_secrets(binding.package, object))
}

fn recorded_with(private: &PrivateState, partial: PartialState) -> LeftBehind {
    LeftBehind {
        id: partial.id,
        outputs: private.with(partial.outputs),
        reasons: partial.reasons,
    }
}

/// The maximum number of lost outputs in a message.
const MAX_NAMED: usize = 20;

/// The consequence of lost outputs for the resource; `None` if nothing was lost.
fn what_is_lost(lost: &LostOutputs) -> Option<String> {
    let names = match lost {
        LostOutputs::Nothing => return None,
        LostOutputs::Unnamed => "some of its outputs".to_owned(),
        LostOutputs::Named(names) => {
            let shown = names.iter().take(MAX_NAMED);
            let shown: Vec<String> = shown
                .map(|name| format!("`{}`", Excerpt::path(name)))
                .collect();
            let more = names.len().saturating_sub(MAX_NAMED);
            match more {
                0 => shown.join(", "),
                more => format!("{} and {more} more", shown.join(", ")),
            }
        }
    };
    Some(format!(
        "it completed its work, and only {names} could not be recorded: the resource is not created a second time"
    ))
}
