//! Creates whose answers the engine may not have: a package's use of its journal.
//!
//! A note is kept with a checkpoint of a create, and goes when the engine shows that it has the resource: with a call
//! that carries this id, or with the Cancel that an engine sends at its orderly end, for creates that were answered by
//! then. Other notes come from a run that was killed. The next create of that URN takes it over, or is refused.
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
use crate::package::Package;
use crate::recovery::journal::{CheckpointSink, CreateNotes, Journal, Note};
use crate::resource_binding::ResourceBinding;
use crate::state::private_state::{Missing, PrivateState};
use crate::text::Excerpt;
use crate::value::PropertyMap;

/// A package's journal, and the work of this process with it.
#[derive(Default)]
pub(crate) struct PendingCreates {
    journal: Option<Arc<dyn Journal>>,
    /// The notes of this process that are still in the journal, by URN.
    noted: Mutex<BTreeMap<String, Noted>>,
    /// The things that a create of this process found and took over: ids by URN.
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
    pub(crate) fn confirm(&self, urn: &str, id: &str, outputs: &PropertyMap) {
        if PrivateState::of(outputs).missing == Missing::InJournal {
            return;
        }
        if self.find(urn).is_some_and(|note| note.id == id) {
            self.forget(urn);
        }
    }

    /// Notes that a create of this process goes on from another one's note.
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

impl Package {
    /// Lets the package keep notes of the things that its creates have made.
    #[must_use]
    pub fn with_journal(mut self, journal: Arc<dyn Journal>) -> Self {
        self.pending_creates = Arc::new(PendingCreates::new(journal));
        self
    }

    /// Forgets the creates that were answered: the engine is there, or it could not cancel, and keeps what it was told.
    pub fn settle(&self) {
        let answered: Vec<String> = self.pending_creates.with_noted(|noted| {
            let answered = noted.iter().filter(|(_, noted)| noted.answered);
            answered.map(|(urn, _)| urn.clone()).collect()
        });
        for urn in answered {
            self.pending_creates.forget(&urn);
        }
    }
}

impl ResourceBinding<'_> {
    /// The receiver of a create's checkpoints; `None` for calls that complete a thing that the engine has already.
    pub(crate) fn notes(
        &self,
        call: &Call,
        inputs: &Arc<PropertyMap>,
    ) -> Option<Arc<dyn CheckpointSink>> {
        if call.operation != Operation::Create || call.subject.urn.is_empty() {
            return None;
        }
        self.pending_creates.journal.as_ref()?;
        Some(Arc::new(CreateNotes {
            pending_creates: Arc::clone(self.pending_creates),
            component: Arc::clone(self.component),
            inputs: Arc::clone(inputs),
        }))
    }

    /// Notes that a create is being answered, and with which id.
    pub(crate) async fn is_answered(&self, call: &Call, id: &str) {
        let urn = &call.subject.urn;
        let other_id = self.pending_creates.with_noted(|noted| {
            let noted = noted.get(urn).filter(|noted| noted.note.id != id);
            noted.map(|noted| Note {
                id: id.to_owned(),
                ..noted.note.clone()
            })
        });
        if let Some(note) = other_id
            && let Err(reason) = self.pending_creates.keep(urn, &note).await
        {
            call.log(Severity::Debug, &reason);
        }
        self.pending_creates.answered(urn);
    }

    /// The thing that an earlier create of this resource made without the engine's knowledge, or `None` if no such
    /// thing is known or it does not exist any more.
    ///
    /// # Errors
    /// When the thing exists and the component cannot go on from it, or it cannot be looked at now. Nothing was changed
    /// then.
    pub(crate) async fn left_over(&self, call: &Call) -> Result<Option<Checkpoint>, CallError> {
        let urn = &call.subject.urn;
        let Some(note) = self.pending_creates.find(urn) else {
            return Ok(None);
        };
        let Note {
            id,
            mut outputs,
            mut withheld,
        } = note.clone();
        self.ready()?;
        if self.has(Hook::Read) {
            let Some(found) = self.look(call, &id).await? else {
                let message = format!(
                    "an earlier create was interrupted after it had made `{}`, which is gone: it is made anew",
                    Excerpt::id(&id)
                );
                call.log(Severity::Info, &message);
                self.pending_creates.forget(urn);
                return Ok(None);
            };
            outputs.extend(found);
            withheld = false;
        }
        if withheld || !self.has(Hook::Resume) {
            return Err(self.exists_already(call, &id));
        }
        let message = format!(
            "an earlier create was interrupted after it had made `{}`: this is completed, and nothing is made anew",
            Excerpt::id(&id)
        );
        call.log(Severity::Warning, &message);
        self.pending_creates.take_over(urn, note);
        Ok(Some(Checkpoint {
            id,
            outputs,
            is_cut: false,
        }))
    }

    /// Tells in a preview the effect of an update on the thing that an earlier create of this resource has made.
    pub(crate) fn tell_of_left_over(&self, call: &Call) {
        let Some(Note { id, withheld, .. }) = self.pending_creates.find(&call.subject.urn) else {
            return;
        };
        let can_look = self.has(Hook::Read);
        let becomes = match self.has(Hook::Resume) && (can_look || !withheld) {
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

    /// The outputs of a thing as it is now, or `None` if it does not exist.
    pub(crate) async fn look(
        &self,
        call: &Call,
        id: &str,
    ) -> Result<Option<PropertyMap>, CallError> {
        let look = Call {
            operation: Operation::Read,
            effects: Effects::Read,
            views: None,
            ..call.clone()
        };
        let inputs = self.inputs_of_id(id, false)?;
        let request = ReadRequest {
            id,
            inputs: inputs.as_ref(),
            outputs: None,
            old_views: &[],
        };
        match self.component.read(&look, request).await {
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

    fn exists_already(&self, call: &Call, id: &str) -> CallError {
        let place = self.pending_creates.journal.as_ref();
        let place = place.map(|journal| journal.place(&call.subject.urn));
        let keep = match self.has(Hook::Read) {
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
}
