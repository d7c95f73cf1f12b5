//! A journal in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;
use parking_lot::{Mutex, MutexGuard};

use crate::recovery::journal::{Journal, Note};

/// Notes by URN.
#[derive(Default)]
pub struct Notes {
    notes: Mutex<BTreeMap<String, Note>>,
    /// The reason why no note can be stored.
    failure: Option<&'static str>,
}

impl Notes {
    /// A journal that stores nothing.
    pub fn failing(reason: &'static str) -> Self {
        Self {
            failure: Some(reason),
            ..Self::default()
        }
    }

    fn notes(&self) -> MutexGuard<'_, BTreeMap<String, Note>> {
        self.notes.lock()
    }

    /// All notes.
    pub fn all(&self) -> Vec<Note> {
        self.notes().values().cloned().collect()
    }
}

#[async_trait]
impl Journal for Notes {
    async fn keep(&self, urn: &str, note: &Note) -> Result<(), String> {
        if let Some(reason) = self.failure {
            return Err(reason.to_owned());
        }
        self.notes().insert(urn.to_owned(), note.clone());
        Ok(())
    }

    fn find(&self, urn: &str) -> Option<Note> {
        self.notes().get(urn).cloned()
    }

    fn forget(&self, urn: &str) {
        self.notes().remove(urn);
    }

    fn place(&self, urn: &str) -> String {
        format!("the note on {urn}")
    }
}
