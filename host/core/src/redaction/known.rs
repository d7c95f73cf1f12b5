//! Whether something is a secret as a whole: the cost does not grow with the number of secrets.

use super::ring::Ring;
use super::{Secrets, ring, segment};

impl Secrets {
    /// Whether no secret is known.
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
        let mut add = |ring: &Ring| lengths.add_all(ring.lengths());
        self.lock().all().for_each(&mut add);
        if let Some(session) = &self.session {
            session.lock().judging().for_each(&mut add);
        }
        lengths
    }

    /// Whether something holds for a ring that says what values are secret.
    fn any(&self, found: &dyn Fn(&Ring) -> bool) -> bool {
        let own = self.lock().all().any(found);
        let session = self.session.as_ref();
        own || session.is_some_and(|session| session.lock().judging().any(found))
    }
}

/// A set of lengths: those that differ by 64 are not told apart.
#[derive(Clone, Copy)]
pub(super) struct Lengths {
    set: u64,
    /// The shortest that is looked for inside of longer values.
    shortest: usize,
}

impl Default for Lengths {
    fn default() -> Self {
        Self {
            set: 0,
            shortest: usize::MAX,
        }
    }
}

impl Lengths {
    pub(super) fn add(&mut self, value: &[u8]) {
        self.set |= 1 << (value.len() % 64);
        self.shortest = self.shortest.min(segment::shortest_part(value));
    }

    pub(super) fn add_all(&mut self, others: Self) {
        self.set |= others.set;
        self.shortest = self.shortest.min(others.shortest);
    }

    /// Makes it the set of all lengths.
    pub(super) fn add_every(&mut self) {
        self.set = u64::MAX;
        self.shortest = 0;
    }

    pub(super) fn have(self, length: usize) -> bool {
        self.set & (1 << (length % 64)) != 0
    }

    /// Whether something of that length may have one in it: no form of a value is shorter than the value.
    pub(super) fn may_be_in(self, length: usize) -> bool {
        length >= self.shortest
    }
}
