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

use crate::recovery::journal::{Journal, Note};
use crate::state::StoredProperties;
use crate::state::private_state::{Missing, PrivateState};

/// A package's journal, and the work of this process with it.
#[derive(Default)]
pub(crate) struct PendingCreates {
    pub(super) journal: Option<Arc<dyn Journal>>,
    /// What was noted in this process and is in the journal still, by URN.
    noted: Mutex<BTreeMap<String, Noted>>,
    /// The things that a create of this process found and took over: ids by URN.
    taken_over: Mutex<BTreeMap<String, String>>,
    /// Whether it was said that notes cannot be kept: once is enough.
    failed: AtomicBool,
}

pub(super) struct Noted {
    pub(super) note: Note,
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

    pub(super) fn with_noted<T>(
        &self,
        action: impl FnOnce(&mut BTreeMap<String, Noted>) -> T,
    ) -> T {
        action(&mut self.noted.lock())
    }

    /// Notes that a create is being answered.
    pub(super) fn answered(&self, urn: &str) {
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
    pub(super) fn take_over(&self, urn: &str, note: Note) {
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
