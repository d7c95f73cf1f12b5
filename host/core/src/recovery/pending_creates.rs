//! Creates whose answers the engine may not have: what a package does with its journal.
//!
//! A note is kept with a checkpoint of a create, and goes when the engine shows that it has the resource: with a call
//! that carries this id, or with the Cancel that an engine sends at its orderly end, for creates that were answered by
//! then. What is left was made in a run that was killed. The next create of that URN takes it over, or is refused.
//!
//! A resource that is replaced has the same URN as its replacement. The engine compares before it replaces, and so shows
//! that it has the old one, unless the user asked for the replacement: then the engine may, after the create took over
//! what was there, ask to delete the very same thing as the old one. That delete is answered without deleting.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use crate::call::{Call, Effects, Operation, Severity};
use crate::component::{Checkpoint, ReadRequest};
use crate::error::{CallError, GuestError};
use crate::manifest::Hook;
use crate::operations::read;
use crate::recovery::journal::{CheckpointSink, CreateNotes, Journal, Note};
use crate::resource_binding::ResourceBinding;
use crate::state::StoredProperties;
use crate::state::private_state::{Missing, PrivateState};
use crate::text::Excerpt;
use crate::value::PropertyMap;

/// A package's journal, and what this process did with it.
#[derive(Default)]
pub(crate) struct PendingCreates {
    journal: Option<Arc<dyn Journal>>,
    /// What was noted in this process and is in the journal still, by URN.
    noted: Mutex<BTreeMap<String, Noted>>,
    /// What a create of this process found and took over: ids by URN.
    taken_over: Mutex<BTreeMap<String, String>>,
    /// Whether it was said that notes cannot be kept: once is enough.
    failed: AtomicBool,
}

struct Noted {
    note: Note,
    /// Whether the create has been answered.
    answered: bool,
}

impl PendingCreates {
    pub(crate) fn new(journal: Arc<dyn Journal>) -> Self {
        Self {
            journal: Some(journal),
            ..Self::default()
        }
    }

    /// Keeps a note.
    ///
    /// # Errors
    /// Why it cannot be kept, the first time.
    pub(crate) async fn keep(&self, urn: &str, note: &Note) -> Result<(), String> {
        let Some(journal) = &self.journal else {
            return Ok(());
        };
        let is_known = self.with_noted(|noted| {
            let before = noted.insert(
                urn.to_owned(),
                Noted {
                    note: note.clone(),
                    answered: false,
                },
            );
            before.is_some_and(|before| before.note == *note)
        });
        if is_known {
            return Ok(());
        }
        match journal.keep(urn, note).await {
            Err(reason) if !self.failed.swap(true, Ordering::Relaxed) => Err(reason),
            _ => Ok(()),
        }
    }

    /// Keeps a note of a resource that the engine is told of, until that is completed: it holds what the engine's state
    /// cannot take. Gives the place.
    ///
    /// # Errors
    /// Why it cannot be kept.
    pub(crate) async fn keep_for_later(&self, urn: &str, note: &Note) -> Result<String, String> {
        let Some(journal) = &self.journal else {
            return Err("there is no journal to keep more in".to_owned());
        };
        self.with_noted(|noted| noted.remove(urn));
        journal.keep(urn, note).await?;
        Ok(journal.place(urn))
    }

    pub(crate) fn find(&self, urn: &str) -> Option<Note> {
        self.journal.as_ref()?.find(urn)
    }

    pub(crate) fn forget(&self, urn: &str) {
        self.with_noted(|noted| noted.remove(urn));
        if let Some(journal) = &self.journal {
            journal.forget(urn);
        }
    }

    fn with_noted<T>(&self, action: impl FnOnce(&mut BTreeMap<String, Noted>) -> T) -> T {
        action(&mut self.noted.lock())
    }

    /// Notes that a create is being answered.
    fn answered(&self, urn: &str) {
        self.with_noted(|noted| {
            if let Some(noted) = noted.get_mut(urn) {
                noted.answered = true;
            }
        });
    }

    /// Forgets a resource that the engine has shown to have, with these outputs, unless there is more in the journal.
    pub(crate) fn confirm(&self, urn: &str, id: &str, outputs: &StoredProperties) {
        if PrivateState::of(outputs).missing == Missing::InJournal {
            return;
        }
        if self.find(urn).is_some_and(|note| note.id == id) {
            self.forget(urn);
        }
    }

    /// Forgets the creates that were answered.
    pub(crate) fn settle(&self) {
        let answered: Vec<String> = self.with_noted(|noted| {
            let answered = noted.iter().filter(|(_, noted)| noted.answered);
            answered.map(|(urn, _)| urn.clone()).collect()
        });
        for urn in answered {
            self.forget(&urn);
        }
    }

    /// Notes that a create of this process goes on from what another has noted.
    fn take_over(&self, urn: &str, note: Note) {
        self.taken_over
            .lock()
            .insert(urn.to_owned(), note.id.clone());
        let noted = Noted {
            note,
            answered: false,
        };
        self.with_noted(|all| all.insert(urn.to_owned(), noted));
    }

    /// Whether a create of this process took this thing over.
    pub(crate) fn has_taken_over(&self, urn: &str, id: &str) -> bool {
        self.taken_over
            .lock()
            .get(urn)
            .is_some_and(|taken| taken == id)
    }
}

/// Where the checkpoints of a create go; none for calls that complete what the engine has already.
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

/// Notes that a create is being answered, and with which id.
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

/// What an earlier create of this resource has made, where the engine was never told; none where nothing is known
/// or it does not exist any more.
///
/// # Errors
/// When there is such a thing and the component has no way to go on from it, or it cannot be looked at now. Nothing
/// was changed then.
pub(crate) async fn left_over(
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
                "an earlier create was interrupted after it had made `{}`, which is gone: it is made anew",
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
        "an earlier create was interrupted after it had made `{}`: this is completed, and nothing is made anew",
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

/// Says in a preview what an update will make of what an earlier create of this resource has made.
pub(crate) fn tell_of_left_over(binding: &ResourceBinding<'_>, call: &Call) {
    let Some(Note { id, withheld, .. }) = binding.pending_creates.find(&call.subject.urn) else {
        return;
    };
    let can_look = binding.has(Hook::Read);
    let becomes = match binding.has(Hook::Resume) && (can_look || !withheld) {
        true => "it will be completed, and nothing made anew",
        false => "the update will stop there, and say how to take it over",
    };
    let condition = match can_look {
        true => "if it still exists, ",
        false => "",
    };
    let message = format!(
        "an earlier create was interrupted after it had made `{}`: {condition}{becomes}",
        Excerpt::id(&id)
    );
    call.log(Severity::Info, &message);
}

/// The outputs of a thing as it is now; none where it does not exist.
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
    let inputs = read::inputs_of_id(binding, id, false)?;
    let request = ReadRequest {
        id,
        inputs: inputs.as_ref(),
        outputs: None,
        old_views: &[],
    };
    match binding.component.read(&look, request).await {
        Ok(found) => Ok(found.map(|found| found.outputs)),
        Err(CallError::Guest(GuestError::Partial(state))) => Ok(Some(state.outputs)),
        Err(error) => Err(CallError::Refused {
            reason: format!(
                "an earlier create was interrupted after it had made `{}`, which cannot be looked at: {error}",
                Excerpt::id(id)
            ),
            hint: error.hint(),
        }),
    }
}

fn exists_already(binding: &ResourceBinding<'_>, call: &Call, id: &str) -> CallError {
    let place = binding.pending_creates.journal.as_ref();
    let place = place.map(|journal| journal.place(&call.subject.urn));
    let keep = match binding.has(Hook::Read) {
        true => format!(
            "to keep it, give `{}` the resource option `import: {}` for one `pulumi up`",
            Excerpt::name(&call.subject.name),
            Excerpt::id(id)
        ),
        false => "its component cannot import it: delete it where it is".to_owned(),
    };
    CallError::Refused {
        reason: format!(
            "it was made already: an earlier create was interrupted after it had made `{}`",
            Excerpt::id(id)
        ),
        hint: Some(format!(
            "{keep}; to have another one made, remove {}; if the stack has it after all, `pulumi refresh` settles it",
            place.unwrap_or_default()
        )),
    }
}
