//! How much of the host's memory a guest's answer may take.

use std::cell::Cell;
use std::sync::Arc;

use pulumi_wasm_core::value::PropertyValue;

use crate::budget::LimitReached;

/// Bytes that any value takes.
pub(super) const VALUE_BYTES: usize = size_of::<PropertyValue>();
/// Bytes that a member of an object takes apart from its key's text and its value.
pub(super) const MEMBER_BYTES: usize = size_of::<String>();
/// Bytes that an object with members takes before all of them: its tree has room for eleven from the first on.
pub(super) const OBJECT_BYTES: usize = 11 * (VALUE_BYTES + MEMBER_BYTES);

/// Bytes of the host's memory that are left for a guest's answer. A few bytes of text become many in memory: without a
/// limit, an answer that a guest may hand over would take all that there is.
pub struct Room {
    bytes: u64,
    left: Cell<u64>,
    /// The limit that was reached.
    limit: Arc<LimitReached>,
}

impl Room {
    pub fn of(bytes: u64, limit: Arc<LimitReached>) -> Self {
        Self {
            bytes,
            left: Cell::new(bytes),
            limit,
        }
    }

    /// How much is left.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Gives back what was taken since so much was left.
    pub fn give_back(&self, left: u64) {
        self.left.set(left);
    }

    /// Bytes that were taken so far.
    pub fn used(&self) -> usize {
        usize::try_from(self.bytes - self.left.get()).unwrap_or(usize::MAX)
    }

    /// Takes bytes, or says which limit would be exceeded; then nothing is left.
    pub(super) fn take(&self, bytes: usize) -> Result<(), Arc<LimitReached>> {
        let left = self.left.get().checked_sub(bytes as u64);
        self.left.set(left.unwrap_or(0));
        match left {
            Some(_) => Ok(()),
            None => Err(Arc::clone(&self.limit)),
        }
    }
}
