//! Whether something is a secret as a whole: what that costs does not grow with the number of secrets.

use std::ops::Range;

use super::{Known, LOOK_AHEAD_BYTES, Secrets, ring, worth};

/// A longer text is not looked through secret by secret.
const MAX_SHORT_BYTES: usize = 1 << 10;

impl Secrets {
    /// Whether bytes are one of the secrets, whole.
    #[must_use]
    pub fn knows(&self, bytes: &[u8]) -> bool {
        let hash = ring::hash(bytes);
        let knows = |known: &Known| known.all().into_iter().any(|ring| ring.has(hash));
        knows(&self.lock())
            || self
                .session
                .as_ref()
                .is_some_and(|session| knows(&session.lock()))
    }

    /// The lengths of all secrets.
    pub(super) fn lengths(&self) -> Lengths {
        let mut lengths = Lengths::default();
        let mut add = |known: &Known| {
            for ring in known.all() {
                lengths.add_all(ring.lengths());
            }
        };
        add(&self.lock());
        if let Some(session) = &self.session {
            add(&session.lock());
        }
        lengths
    }

    /// Where a secret is in a short text as it is: one of this call or one that was kept, or any that is the whole text.
    #[must_use]
    pub fn first_in(&self, text: &str) -> Option<Range<usize>> {
        let bytes = text.as_bytes();
        if bytes.len() < worth::MIN_BYTES || self.is_empty() {
            return None;
        }
        if self.knows(bytes) {
            return Some(0..bytes.len());
        }
        if bytes.len() > MAX_SHORT_BYTES {
            let looked_at = text.get(..text.floor_char_boundary(LOOK_AHEAD_BYTES));
            return self
                .places(looked_at.unwrap_or_default())
                .into_iter()
                .next();
        }
        let own = self.lock().first_in(bytes);
        let kept = || {
            let session = self.session.as_ref()?;
            let known = session.lock();
            let rings = [&known.kept, &known.shared];
            rings.into_iter().find_map(|ring| ring.first_in(bytes))
        };
        own.or_else(kept)
    }
}

impl Known {
    fn first_in(&self, bytes: &[u8]) -> Option<Range<usize>> {
        self.all().into_iter().find_map(|ring| ring.first_in(bytes))
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
