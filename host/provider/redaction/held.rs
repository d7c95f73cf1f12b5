//! Secrets inside what is recorded: a part of a longer value, as it is or in any form that texts are searched for.

use std::ops::Range;
use std::sync::Arc;

use super::ring::Ring;
use super::segment::Matcher;
use super::{LOOK_AHEAD_BYTES, Secrets, views, whole, worth};

/// How much is read at a time: decoded forms of it take several times as much memory.
const WINDOW_BYTES: usize = 256 << 10;

/// What finds the secrets that say whether a value is secret: those of a call, and those that were kept.
pub(super) struct Holder(Vec<Arc<Matcher>>);

impl Holder {
    /// The place of a secret in bytes; none where there is none.
    pub(super) fn held_in(&self, bytes: &[u8]) -> Option<Range<usize>> {
        if bytes.len() < worth::MIN_BYTES || self.0.is_empty() {
            return None;
        }
        let mut found = Vec::new();
        let mut start = 0;
        loop {
            let end = bytes.len().min(start + WINDOW_BYTES);
            let window = bytes.get(start..end).unwrap_or_default();
            views::find(&self.0, window, &mut found);
            if let Some(first) = found.iter().min_by_key(|range| range.start) {
                return Some(start + first.start..start + first.end);
            }
            if end == bytes.len() {
                return None;
            }
            // One that begins in this window ends in the next.
            start = end - LOOK_AHEAD_BYTES;
        }
    }
}

impl Secrets {
    /// What finds the secrets of this call and those that were kept.
    pub(super) fn holder(&self) -> Holder {
        let mut matchers = self.lock().segments();
        if let Some(session) = &self.session {
            matchers.extend(Ring::matchers(&mut session.lock().kept));
        }
        Holder(matchers)
    }

    /// Where a secret of this call, or one that was kept, is in a text, in whole characters.
    #[must_use]
    pub fn held_in(&self, text: &str) -> Option<Range<usize>> {
        if text.len() < worth::MIN_BYTES || self.is_empty() {
            return None;
        }
        let found = self.holder().held_in(text.as_bytes())?;
        Some(whole(text, &found))
    }

    /// Where all of those are in a short text, in no order.
    pub(super) fn all_held_in(&self, text: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let Holder(matchers) = self.holder();
        if !matchers.is_empty() {
            views::find(&matchers, text.as_bytes(), &mut found);
        }
        found
            .iter_mut()
            .for_each(|range| *range = whole(text, range));
        found
    }
}
