//! Creates whose answers the engine may not have received: how a package uses its journal.
//!
//! The journal gets a record with each checkpoint of a create. The record is removed when the engine shows that it
//! knows the resource: by a call with this id, or by Cancel at an orderly shutdown, for creates that were answered by
//! then. Other records come from a run that was killed. The next create of the URN takes them over, or is refused.
//!
//! A replaced resource has the same URN as its replacement. The engine compares before it replaces, and so shows that
//! it knows the old resource, unless the user requested the replacement. In that case the engine may ask to delete the
//! resource that the create has just taken over. That delete is answered without deleting.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use crate::recovery::journal::{Journal, Note};
use crate::state::StoredProperties;
use crate::state::private_state::{Missing, PrivateState};

/// A package's journal, and its use in this process.
#[derive(Default)]
pub(crate) struct PendingCreates {
    pub(super) journal: Option<Arc<dyn Journal>>,
    /// The records of this process that are still in the journal, by URN.
    noted: Mutex<BTreeMap<String, Noted>>,
    /// The resources that creates of this process took over: ids by URN.
    taken_over: Mutex<BTreeMap<String, String>>,
    /// Whether the user was told that records cannot be stored. The warning appears once.
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

    /// Stores a record.
    ///
    /// # Errors
    /// Why it cannot be stored. Only the first failure is reported.
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

    /// Stores a record for a resource that the engine knows, until the resource is completed: it contains the outputs
    /// that are too large for the engine's state. Returns the place of the record.
    ///
    /// # Errors
    /// Why it cannot be stored.
    pub(crate) async fn keep_for_later(&self, urn: &str, note: &Note) -> Result<String, String> {
        let Some(journal) = &self.journal else {
            return Err("this process has no journal".to_owned());
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

    /// Records that a create is being answered.
    pub(super) fn answered(&self, urn: &str) {
        self.with_noted(|noted| {
            if let Some(noted) = noted.get_mut(urn) {
                noted.answered = true;
            }
        });
    }

    /// Removes the record of a resource that the engine knows with these outputs, unless the journal contains more
    /// outputs.
    pub(crate) fn confirm(&self, urn: &str, id: &str, outputs: &StoredProperties) {
        if PrivateState::of(outputs).missing == Missing::InJournal {
            return;
        }
        if self.find(urn).is_some_and(|note| note.id == id) {
            self.forget(urn);
        }
    }

    /// Removes the records of creates that were answered.
    pub(crate) fn settle(&self) {
        let answered: Vec<String> = self.with_noted(|noted| {
            let answered = noted.iter().filter(|(_, noted)| noted.answered);
            answered.map(|(urn, _)| urn.clone()).collect()
        });
        for urn in answered {
            self.forget(&urn);
        }
    }

    /// Records that a create of this process continues from an earlier record.
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

    /// Whether a create of this process took this resource over.
    pub(crate) fn has_taken_over(&self, urn: &str, id: &str) -> bool {
        self.taken_over
            .lock()
            .get(urn)
            .is_some_and(|taken| taken == id)
    }
}
