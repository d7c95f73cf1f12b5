//! Secrets in the order in which they came, within bounds.

use std::collections::VecDeque;
use std::sync::Arc;

use super::segment::{Matcher, Segment};
use super::worth;

/// Segments of secrets that were learnt: with what one of them holds, about 1000 secrets or 256 KiB.
pub(super) const MAX_SEGMENTS: usize = 4;

/// What of one value is recognised.
const MAX_VALUE_BYTES: usize = 32 << 10;

/// Secrets in segments, the newest of which still grows.
#[derive(Default)]
pub(super) struct Ring {
    segments: VecDeque<Segment>,
}

impl Ring {
    /// Adds a value that is worth it. Where that takes more segments than there may be, the oldest is forgotten.
    pub(super) fn add(&mut self, value: &[u8], max_segments: usize) {
        let value = value.get(..MAX_VALUE_BYTES).unwrap_or(value);
        if !worth::is_worth_hiding(value) || self.knows(value) {
            return;
        }
        if self.segments.back().is_none_or(Segment::is_full) {
            if self.segments.len() >= max_segments {
                self.segments.pop_front();
            }
            self.segments.push_back(Segment::default());
        }
        if let Some(newest) = self.segments.back_mut() {
            newest.add(value);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    /// Whether a value was added, whole.
    pub(super) fn knows(&self, value: &[u8]) -> bool {
        let value = value.get(..MAX_VALUE_BYTES).unwrap_or(value);
        self.segments.iter().any(|segment| segment.knows(value))
    }

    /// Adds all of another, as newer.
    pub(super) fn take_over(&mut self, other: Ring) {
        for segment in other.segments {
            for value in segment.into_values() {
                self.add(&value, MAX_SEGMENTS);
            }
        }
    }

    /// What recognises them.
    pub(super) fn matchers(&mut self) -> Vec<Arc<Matcher>> {
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
        assert!(!ring.knows(value(0).as_bytes()) && !ring.knows(value(3000).as_bytes()));
        assert!((4300..5000).all(|index| ring.knows(value(index).as_bytes())));
        let mut unbounded = Ring::default();
        for index in 0..5000 {
            unbounded.add(value(index).as_bytes(), usize::MAX);
        }
        assert!((0..5000).all(|index| unbounded.knows(value(index).as_bytes())));
        let mut later = Ring::default();
        later.add(b"a value that came later", MAX_SEGMENTS);
        later.take_over(ring);
        assert!(later.knows(value(4999).as_bytes()));
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
