//! Whether something is a secret as a whole: what that costs does not grow with the number of secrets.

use super::ring::Ring;
use super::{Known, Secrets, ring};

impl Secrets {
    /// Whether no value is secret for what is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.any(&|ring| !ring.is_empty())
    }

    /// Whether bytes are one of the secrets, whole: one of this call, or one that was kept.
    #[must_use]
    pub fn knows(&self, bytes: &[u8]) -> bool {
        let hash = ring::hash(bytes);
        self.any(&|ring| ring.has(hash))
    }

    /// The lengths of these secrets.
    pub(super) fn lengths(&self) -> Lengths {
        let mut lengths = Lengths::default();
        let own = |known: &Known| known.all().map(Ring::lengths);
        own(&self.lock())
            .into_iter()
            .for_each(|ring| lengths.add_all(ring));
        if let Some(session) = &self.session {
            lengths.add_all(session.lock().kept.lengths());
        }
        lengths
    }

    /// Whether something holds for a ring that says what values are secret.
    fn any(&self, found: &dyn Fn(&Ring) -> bool) -> bool {
        let own = self.lock().all().into_iter().any(found);
        own || self
            .session
            .as_ref()
            .is_some_and(|session| found(&session.lock().kept))
    }
}

/// A set of lengths: those that differ by 64 are not told apart.
#[derive(Clone, Copy, Default)]
pub(super) struct Lengths(u64);

impl Lengths {
    pub(super) fn add(&mut self, length: usize) {
        self.0 |= 1 << (length % 64);
    }

    pub(super) fn add_all(&mut self, others: Self) {
        self.0 |= others.0;
    }

    /// Makes it the set of all lengths.
    pub(super) fn add_every(&mut self) {
        self.0 = u64::MAX;
    }

    pub(super) fn have(self, length: usize) -> bool {
        self.0 & (1 << (length % 64)) != 0
    }
}
