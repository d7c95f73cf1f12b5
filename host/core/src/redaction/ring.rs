//! Secrets in the order in which they came, within bounds.

use std::collections::{HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock};

use super::lengths::Lengths;
use super::segment::{SecretMatcher, Segment};
use super::threshold;

/// Segments of secrets that were learnt: with the contents of one of them, about 1000 secrets or 256 KiB.
pub(super) const MAX_SEGMENTS: usize = 4;

/// The same for the secrets of a request.
const MAX_SEGMENTS_OF_A_REQUEST: usize = 64;

/// The part of one value that is recognised.
const MAX_VALUE_BYTES: usize = 32 << 10;

/// The hash by which it is asked whether a value is there.
static HASHES: LazyLock<RandomState> = LazyLock::new(RandomState::new);

/// Secrets in segments, the newest of which still grows.
#[derive(Default)]
pub(super) struct Ring {
    segments: VecDeque<Segment>,
    /// The hashes of all values.
    whole: HashSet<u64>,
    lengths: Lengths,
}

/// The hash of the recognised part of a value.
pub(super) fn hash(value: &[u8]) -> u64 {
    HASHES.hash_one(value.get(..MAX_VALUE_BYTES).unwrap_or(value))
}

impl Ring {
    /// Adds a value that is worth it. If that takes more segments than there may be, the oldest is forgotten.
    pub(super) fn add(&mut self, value: &[u8], max_segments: usize) {
        if let Some(oldest) = self.add_to_segments(value, max_segments) {
            for value in oldest.into_values() {
                self.whole.remove(&hash(&value));
            }
        }
    }

    /// The same, but values of the oldest segment, which are no longer recognised in texts, stay known as a whole for
    /// ever.
    pub(super) fn add_for_good(&mut self, value: &[u8]) {
        self.add_to_segments(value, MAX_SEGMENTS_OF_A_REQUEST);
    }

    /// Returns the oldest segment, if there is no room for it any more.
    fn add_to_segments(&mut self, value: &[u8], max_segments: usize) -> Option<Segment> {
        let is_longer = value.len() > MAX_VALUE_BYTES;
        let value = value.get(..MAX_VALUE_BYTES).unwrap_or(value);
        if !threshold::is_worth_hiding(value) || !self.whole.insert(hash(value)) {
            return None;
        }
        match is_longer {
            true => self.lengths.add_every(),
            false => self.lengths.add(value),
        }
        let mut oldest = None;
        if self.segments.back().is_none_or(Segment::is_full) {
            if self.segments.len() >= max_segments {
                oldest = self.segments.pop_front();
            }
            self.segments.push_back(Segment::default());
        }
        if let Some(newest) = self.segments.back_mut() {
            newest.add(value);
        }
        oldest
    }

    pub(super) fn is_empty(&self) -> bool {
        self.whole.is_empty()
    }

    /// Whether a value with that hash was added.
    pub(super) fn has(&self, hash: u64) -> bool {
        self.whole.contains(&hash)
    }

    /// The lengths of the values, and perhaps some of values that were forgotten.
    pub(super) fn lengths(&self) -> Lengths {
        self.lengths
    }

    /// Adds all of another, as newer.
    pub(super) fn take_over(&mut self, other: Ring) {
        for segment in other.segments {
            for value in segment.into_values() {
                self.add(&value, MAX_SEGMENTS);
            }
        }
    }

    /// The matchers that recognise them.
    pub(super) fn matchers(&mut self) -> Vec<Arc<SecretMatcher>> {
        let segments = self.segments.iter_mut();
        segments.filter_map(Segment::matcher).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(index: usize) -> String {
        format!("value-number-{index}")
    }

    #[test]
    fn the_oldest_go_first_and_what_is_known_is_not_added_again() {
        let mut ring = Ring::default();
        for index in 0..5000 {
            ring.add(value(index).as_bytes(), MAX_SEGMENTS);
            ring.add(value(4999.min(index + 1)).as_bytes(), MAX_SEGMENTS);
        }
        assert_eq!(ring.segments.len(), MAX_SEGMENTS);
        assert!(!ring.has(hash(value(0).as_bytes())) && !ring.has(hash(value(3000).as_bytes())));
        assert!((4300..5000).all(|index| ring.has(hash(value(index).as_bytes()))));
        let mut unbounded = Ring::default();
        for index in 0..5000 {
            unbounded.add(value(index).as_bytes(), usize::MAX);
        }
        assert!((0..5000).all(|index| unbounded.has(hash(value(index).as_bytes()))));
        let mut later = Ring::default();
        later.add(b"a value that came later", MAX_SEGMENTS);
        later.take_over(ring);
        assert!(later.has(hash(value(4999).as_bytes())));
        assert_eq!(later.segments.len(), MAX_SEGMENTS);
    }

    #[test]
    fn large_values_do_not_make_it_grow_without_end() {
        let mut ring = Ring::default();
        for index in 0..100 {
            let large = format!("{index}{}", "0123456789".repeat(100_000));
            ring.add(large.as_bytes(), MAX_SEGMENTS);
        }
        assert!(ring.segments.len() <= MAX_SEGMENTS);
    }
}
