//! Interrupted creates: the host records checkpoints while a create runs, and the next create continues from there.

use std::sync::Arc;

use async_trait::async_trait;

use crate::call::{Call, CheckpointSink, Effects, Operation, Severity};
use crate::component::{Checkpoint, Component, ReadRequest};
use crate::error::advice::{Adoption, Advice};
use crate::error::{CallError, GuestError};
use crate::manifest::Hook;
use crate::package::resource_binding::ResourceBinding;
use crate::recovery::journal::Note;
use crate::recovery::pending_creates::PendingCreates;
use crate::schema;
use crate::state::StoredProperties;
use crate::text::Excerpt;
use crate::value::PropertyMap;

/// The checkpoint sink of one create.
struct CreateNotes {
    pending_creates: Arc<PendingCreates>,
    component: Arc<dyn Component>,
    /// The inputs decide which outputs are secret.
    inputs: Arc<StoredProperties>,
}

#[async_trait]
impl CheckpointSink for CreateNotes {
    async fn keep(&self, call: &Call, checkpoint: &Checkpoint) {
        let note = self.note(call, checkpoint);
        if let Err(reason) = self.pending_creates.keep(&call.subject.urn, &note).await {
            let message = format!(
                "the id `{}` of the new resource is not saved before its create ends: {reason}",
                checkpoint.id
            );
            call.log(Severity::Warning, &message);
        }
    }
}

impl CreateNotes {
    /// The part of a checkpoint that may be stored.
    fn note(&self, call: &Call, checkpoint: &Checkpoint) -> Note {
        let package = &self.component.manifest().schema;
        let outputs = match package.resources.get(&call.subject.token) {
            Some(resource) => schema::mark_secrets(
                package,
                resource,
                &self.inputs.values,
                checkpoint.outputs.clone(),
            ),
            None => PropertyMap::new(),
        };
        Note::of(call, &checkpoint.id, outputs, checkpoint.is_cut)
    }
}

/// The checkpoint sink of a create; `None` for a call that completes a resource that the engine already knows.
pub(crate) fn notes(
    binding: &ResourceBinding<'_>,
    call: &Call,
    inputs: &Arc<StoredProperties>,
) -> Option<Arc<dyn CheckpointSink>> {
    if call.operation != Operation::Create || call.subject.urn.is_empty() {
        return None;
    }
    binding.pending_creates.journal.as_ref()?;
    Some(Arc::new(CreateNotes {
        pending_creates: Arc::clone(binding.pending_creates),
        component: Arc::clone(binding.component),
        inputs: Arc::clone(inputs),
    }))
}

/// Records that a create is being answered, and its id.
pub(crate) async fn is_answered(binding: &ResourceBinding<'_>, call: &Call, id: &str) {
    let urn = &call.subject.urn;
    let other_id = binding.pending_creates.with_noted(|noted| {
        let noted = noted.get(urn).filter(|noted| noted.note.id != id);
        noted.map(|noted| Note {
            id: id.to_owned(),
            ..noted.note.clone()
        })
    });
    if let Some(note) = other_id
        && let Err(reason) = binding.pending_creates.keep(urn, &note).await
    {
        call.log(Severity::Debug, &reason);
    }
    binding.pending_creates.answered(urn);
}

/// The resource that an earlier create made without telling the engine; `None` if the journal has no record, or the resource no longer exists.
///
/// # Errors
/// If the resource exists and the component cannot continue from it, or it cannot be read now. Nothing was changed.
pub(crate) async fn checkpoint(
    binding: &ResourceBinding<'_>,
    call: &Call,
) -> Result<Option<Checkpoint>, CallError> {
    let urn = &call.subject.urn;
    let Some(note) = binding.pending_creates.find(urn) else {
        return Ok(None);
    };
    let Note {
        id,
        mut outputs,
        mut withheld,
    } = note.clone();
    binding.ready()?;
    if binding.has(Hook::Read) {
        let Some(found) = look(binding, call, &id).await? else {
            let message = format!(
                "an earlier create was interrupted after it had made `{}`, which no longer exists: it is created anew",
                Excerpt::id(&id)
            );
            call.log(Severity::Info, &message);
            binding.pending_creates.forget(urn);
            return Ok(None);
        };
        outputs.extend(found);
        withheld = false;
    }
    if withheld || !binding.has(Hook::Resume) {
        return Err(exists_already(binding, call, &id));
    }
    let message = format!(
        "an earlier create was interrupted after it had made `{}`: it is completed, and no second one is created",
        Excerpt::id(&id)
    );
    call.log(Severity::Warning, &message);
    binding.pending_creates.take_over(urn, note);
    Ok(Some(Checkpoint {
        id,
        outputs,
        is_cut: false,
    }))
}

/// Tells the user in a preview how an update will continue from an interrupted create.
pub(crate) fn announce(binding: &ResourceBinding<'_>, call: &Call) {
    let Some(Note { id, withheld, .. }) = binding.pending_creates.find(&call.subject.urn) else {
        return;
    };
    let can_look = binding.has(Hook::Read);
    let becomes = if binding.has(Hook::Resume) && (can_look || !withheld) {
        "the update will complete it, and create no second one"
    } else {
        "the update will stop and show how to import it"
    };
    let condition = if can_look { "if it still exists, " } else { "" };
    let message = format!(
        "an earlier create was interrupted after it had made `{}`: {condition}{becomes}",
        Excerpt::id(&id)
    );
    call.log(Severity::Info, &message);
}

/// The current outputs of a resource; `None` if it does not exist.
pub(crate) async fn look(
    binding: &ResourceBinding<'_>,
    call: &Call,
    id: &str,
) -> Result<Option<PropertyMap>, CallError> {
    let look = Call {
        operation: Operation::Read,
        effects: Effects::Read,
        views: None,
        ..call.clone()
    };
    let inputs = binding.inputs_of_id(id, false)?;
    let request = ReadRequest {
        id,
        old_inputs: inputs.as_ref(),
        old_outputs: None,
        old_views: &[],
    };
    match binding.component.read(&look, request).await {
        Ok(found) => Ok(found.map(|found| found.outputs)),
        Err(CallError::Guest(GuestError::Partial(state))) => Ok(Some(state.outputs)),
        Err(error) => Err(CallError::Refused {
            reason: format!(
                "an earlier create was interrupted after it had made `{}`, which cannot be read: {error}",
                Excerpt::id(id)
            ),
            hint: error.hint(),
        }),
    }
}

fn exists_already(binding: &ResourceBinding<'_>, call: &Call, id: &str) -> CallError {
    let place = binding.pending_creates.journal.as_ref();
    let place = place.map(|journal| journal.place(&call.subject.urn));
    CallError::Refused {
        reason: format!(
            "it was made already: an earlier create was interrupted after it had made `{}`",
            Excerpt::id(id)
        ),
        hint: Some(call.advice(Advice::Adopt(Adoption {
            name: &call.subject.name,
            id,
            can_import: binding.has(Hook::Read),
            entry: &place.unwrap_or_default(),
        }))),
    }
}
