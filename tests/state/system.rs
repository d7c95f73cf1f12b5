//! The system of a package: messages that are heard, and a journal in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::recovery::journal::{Journal, Note};

/// Messages of warning and error, in order.
#[derive(Default)]
pub(crate) struct Heard(Mutex<Vec<String>>);

impl Heard {
    /// All events so far. Reading them removes them.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl LogSink for Heard {
    fn log(&self, severity: Severity, _urn: &str, message: &str, _ephemeral: bool) {
        if matches!(severity, Severity::Warning | Severity::Error) {
            self.0
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(message.to_owned());
        }
    }
}

/// A journal. Clones have other notes.
#[derive(Default)]
pub(crate) struct Notes(Mutex<BTreeMap<String, Note>>);

impl Notes {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Note>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The ids that it knows.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.lock().values().map(|note| note.id.clone()).collect()
    }

    /// The same notes in a journal of their own.
    pub(crate) fn copy(&self) -> Arc<Self> {
        Arc::new(Self(Mutex::new(self.lock().clone())))
    }
}

#[async_trait]
impl Journal for Notes {
    async fn keep(&self, urn: &str, note: &Note) -> Result<(), String> {
        self.lock().insert(urn.to_owned(), note.clone());
        Ok(())
    }

    fn find(&self, urn: &str) -> Option<Note> {
        self.lock().get(urn).cloned()
    }

    fn forget(&self, urn: &str) {
        self.lock().remove(urn);
    }

    fn place(&self, urn: &str) -> String {
        format!("the note on {urn}")
    }
}
