//! Outputs of a failed create or update that are too large for the engine's state. They are left out with a message,
//! stored in the journal if the create can be completed, and restored when it is.

use crate::call::{Call, Severity};
use crate::component::Checkpoint;
use crate::error::advice::Advice;
use crate::error::{CallError, PartialState};
use crate::manifest::Hook;
use crate::package::resource_binding::ResourceBinding;
use crate::recovery::interrupted_create;
use crate::recovery::journal::Note;
use crate::state::private_state::{Missing, PrivateState};
use crate::text::Excerpt;
use crate::value::size_limits;
use crate::value::{PropertyMap, PropertyValue};

/// Leaves out outputs that are too large for a failure, and adds a reason. If the create can be completed, the outputs
/// are stored in the journal. `private` is the private state that will be recorded.
pub(crate) async fn fit(
    binding: &ResourceBinding<'_>,
    call: &Call,
    partial: &mut PartialState,
    private: &mut PrivateState,
) {
    let may_be_written = |value: &PropertyValue| Note::may_have(call, value);
    let excess = size_limits::take_excess(&mut partial.outputs, may_be_written);
    if partial.is_cut {
        private.missing = Missing::Nowhere;
    }
    if excess.is_empty() {
        return;
    }
    let names: Vec<String> = excess
        .keys()
        .map(|name| format!("`{}`", Excerpt::path(name)))
        .collect();
    let names = names.join(", ");
    let most = size_limits::MAX_STATE_BYTES >> 20;
    let mut reason = format!(
        "{names}: left out of the state, which keeps at most {most} MiB of a failed resource"
    );
    if private.partial {
        let is_plain = excess.values().all(may_be_written);
        let mut outputs = partial.outputs.clone();
        outputs.extend(excess);
        let note = Note::of(call, &partial.id, outputs, partial.is_cut);
        match binding
            .pending_creates
            .keep_for_later(&call.subject.urn, &note)
            .await
        {
            Ok(place) if is_plain => {
                reason.push_str(&format!("; kept in {place} until the create is completed"));
                if !partial.is_cut {
                    private.missing = Missing::InJournal;
                }
            }
            Ok(_) => private.missing = Missing::Nowhere,
            Err(why) => {
                call.log(Severity::Warning, &why);
                private.missing = Missing::Nowhere;
            }
        }
    }
    partial.reasons.push(reason);
}

/// Whether a failed create can be completed from its recorded state or its journal: it is resumed, or updated to the
/// program's inputs.
pub(crate) fn can_complete(
    binding: &ResourceBinding<'_>,
    call: &Call,
    id: &str,
    missing: Missing,
) -> bool {
    (binding.has(Hook::Resume) || binding.has(Hook::Update))
        && match missing {
            Missing::Nothing => true,
            Missing::InJournal => binding.has(Hook::Read) || left_out(binding, call, id).is_some(),
            Missing::Nowhere => binding.has(Hook::Read),
        }
}

/// The outputs that a failed create had saved: the recorded outputs, and those that were left out.
///
/// # Errors
/// If the outputs that were left out can no longer be found. Nothing was changed.
pub(crate) async fn saved(
    binding: &ResourceBinding<'_>,
    call: &Call,
    id: String,
    mut outputs: PropertyMap,
    missing: Missing,
) -> Result<Checkpoint, CallError> {
    let left_out = match missing {
        Missing::Nothing => Some(PropertyMap::new()),
        Missing::InJournal => left_out(binding, call, &id),
        Missing::Nowhere => None,
    };
    if let Some(left_out) = left_out {
        for (name, value) in left_out {
            outputs.entry(name).or_insert(value);
        }
    } else if binding.has(Hook::Read) {
        binding.ready()?;
        match interrupted_create::look(binding, call, &id).await? {
            Some(found) => outputs.extend(found),
            None => {
                return Err(CallError::Refused {
                    reason: format!(
                        "`{}`, which an earlier create had made in part, does not exist any more",
                        Excerpt::id(&id)
                    ),
                    hint: Some(call.advice(Advice::RefreshToForget)),
                });
            }
        }
    } else {
        return Err(CallError::Refused {
            reason: format!(
                "the create of `{}` cannot be completed: its checkpoint was too large for the state, and is not in the journal of this machine",
                Excerpt::id(&id)
            ),
            hint: Some(call.advice(Advice::CreateAgain)),
        });
    }
    Ok(Checkpoint {
        id,
        outputs,
        is_cut: false,
    })
}

/// The outputs in the journal.
fn left_out(binding: &ResourceBinding<'_>, call: &Call, id: &str) -> Option<PropertyMap> {
    let note = binding.pending_creates.find(&call.subject.urn)?;
    (note.id == id).then_some(note.outputs)
}
