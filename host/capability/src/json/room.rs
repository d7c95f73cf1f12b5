//! The memory that a guest's answer may take.

use std::cell::Cell;
use std::sync::Arc;

use pulumi_wasm_core::value::PropertyValue;

use crate::budget::LimitReached;

/// The bytes that any value takes.
pub(super) const VALUE_BYTES: usize = size_of::<PropertyValue>();
/// Bytes that a member of an object takes apart from its key's text and its value.
pub(super) const MEMBER_BYTES: usize = size_of::<String>();
/// Bytes that an object with members takes before all of them: its tree has room for eleven from the first on.
pub(super) const OBJECT_BYTES: usize = 11 * (VALUE_BYTES + MEMBER_BYTES);

/// Bytes of the host's memory that are left for a guest's answer. A few bytes of text can take much more memory when
/// they are parsed: without a limit, one allowed answer could use all memory.
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

    /// The remaining bytes.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Releases the bytes that were counted since `left` bytes remained.
    pub fn give_back(&self, left: u64) {
        self.left.set(left);
    }

    /// The counted bytes so far.
    pub fn used(&self) -> usize {
        usize::try_from(self.bytes - self.left.get()).unwrap_or(usize::MAX)
    }

    /// Counts bytes. If they exceed a limit, returns that limit, and no bytes remain.
    pub(super) fn take(&self, bytes: usize) -> Result<(), Arc<LimitReached>> {
        let left = self.left.get().checked_sub(bytes as u64);
        self.left.set(left.unwrap_or(0));
        match left {
            Some(_) => Ok(()),
            None => Err(Arc::clone(&self.limit)),
        }
    }
}
