//! Resources whose recorded inputs were checked and not compared yet.
//!
//! An update calls Check and then Diff: the engine has already put the recorded values of `ignoreChanges` into the inputs
//! of Check, so every difference in its answer is a change. A refresh calls Read and then Diff, with recorded inputs
//! that the engine has not reset. A request does not say whether it belongs to an update or to a refresh.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use parking_lot::Mutex;

/// The URNs of those resources.
#[derive(Default)]
pub(crate) struct PendingComparisons {
    hasher: RandomState,
    /// Hashes, because the URNs of a large stack are long.
    urns: Mutex<HashSet<u64>>,
}

impl PendingComparisons {
    /// Notes that recorded inputs were checked.
    pub(crate) fn add(&self, urn: &str) {
        let hash = self.hasher.hash_one(urn);
        self.urns.lock().insert(hash);
    }

    /// Whether recorded inputs were checked since the last comparison or read.
    pub(crate) fn take(&self, urn: &str) -> bool {
        let hash = self.hasher.hash_one(urn);
        self.urns.lock().remove(&hash)
    }
}
