//! The lengths of secrets: most texts are passed over because of theirs.

use super::segment;

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
