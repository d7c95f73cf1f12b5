//! Whether a call may have changed something outside: by the host's observation, not by the guest's word.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Requests of a call that may have changed something, less those that changed nothing for sure. Clones count together.
#[derive(Debug, Clone, Default)]
pub struct Mutations(Arc<AtomicUsize>);

impl Mutations {
    /// A request is sent that may change something.
    pub fn sent(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// That request was refused, and has changed nothing.
    pub fn refused(&self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether something may have been changed.
    #[must_use]
    pub fn are_possible(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}
