//! The refusals that a review notes, and the components that it stores meanwhile.

use std::sync::{Mutex, PoisonError};

use crate::{SourceError, Store, TemporaryFolder};

/// The state of a loader that reviews values.
pub(crate) struct ReviewNotes {
    /// The store for components that only the project has.
    store: Store,
    refusals: Mutex<Vec<SourceError>>,
    _folder: TemporaryFolder,
}

impl ReviewNotes {
    /// Empty notes.
    ///
    /// # Errors
    /// If a temporary folder cannot be created.
    pub(crate) fn new() -> Result<Self, SourceError> {
        let folder = TemporaryFolder::new().map_err(|error| {
            SourceError::new(format!("cannot make a temporary folder: {error}")).hint(
                "make the folder for temporary files writable, or set `TMPDIR` to another folder",
            )
        })?;
        Ok(Self {
            store: Store::new(folder.path().join("store")),
            refusals: Mutex::default(),
            _folder: folder,
        })
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Notes a refusal once.
    pub(crate) fn note(&self, refusal: SourceError) {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        if !refusals.iter().any(|known| is_same(known, &refusal)) {
            refusals.push(refusal);
        }
    }

    /// Takes the refusals that were noted since the last call.
    pub(crate) fn take(&self) -> Vec<SourceError> {
        let mut refusals = self.refusals.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *refusals)
    }
}

/// Whether two refusals are for the same component and rule. A load applies some rules twice: before and after it knows
/// the package.
fn is_same(one: &SourceError, other: &SourceError) -> bool {
    let parts = |refusal: &SourceError| {
        let (component, rest) = refusal.reason.split_once(" may not run")?;
        let (_, rule) = rest.split_once(": ")?;
        Some((component.to_owned(), rule.to_owned()))
    };
    one == other || (parts(one).is_some() && parts(one) == parts(other))
}
