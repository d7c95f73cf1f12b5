//! How much the values of one session may take, once outputs are put into them.
//!
//! What a guest declares is small beside what comes of it: ten lists of ten outputs each, one inside the other, are ten
//! thousand million values. So what outputs bring along counts, and a session that goes beyond its limit fails.

use std::cell::Cell;

use super::resolved::Resolved;
use crate::error::CallError;
use crate::size_limits;
use crate::value::{MAX_DEPTH, PropertyValue};

/// What an entry of a set takes beside its text.
const ENTRY: usize = 32;

/// The room for the values of a session.
#[derive(Debug)]
pub(super) struct Room {
    most: usize,
    /// The error of a session that needs more.
    exceeded: CallError,
    /// Bytes of values that are there.
    kept: Cell<usize>,
    /// Bytes of those that are being put together. They count from then on that all is there.
    running: Cell<usize>,
    excess: Cell<Option<Excess>>,
}

#[derive(Debug, Clone, Copy)]
enum Excess {
    Size,
    Depth,
}

impl Room {
    /// Room for all that memory has.
    pub(super) fn unbounded() -> Self {
        Self {
            most: usize::MAX,
            exceeded: CallError::BadAnswer("its values are too large".to_owned()),
            kept: Cell::new(0),
            running: Cell::new(0),
            excess: Cell::new(None),
        }
    }

    /// Room for so many bytes, with those that were declared. `exceeded` is the error of a session that needs more.
    pub(super) fn bound(&mut self, most: usize, exceeded: CallError) {
        self.most = most;
        self.exceeded = exceeded;
    }

    /// Why nothing more can come of the session, if its values are too large or nest too deep.
    pub(super) fn excess(&self) -> Option<CallError> {
        self.excess.get().map(|excess| match excess {
            Excess::Size => self.exceeded.clone(),
            Excess::Depth => CallError::BadAnswer(format!(
                "with the outputs that are put into it, a value nests deeper than {MAX_DEPTH} levels"
            )),
        })
    }

    /// Bytes of values that are there.
    pub(super) fn kept(&self) -> usize {
        self.kept.get()
    }

    /// Begins to put a value together.
    pub(super) fn begin(&self) {
        self.running.set(0);
    }

    /// Counts the value of an output that becomes a part of another value. False if there is no room for it beside so many
    /// bytes that were declared.
    pub(super) fn takes(&self, part: &Resolved, declared: usize) -> bool {
        let urns = part.dependencies.iter().map(|urn| ENTRY + urn.len());
        let bytes = size_limits::size_of_value(&part.value) + urns.sum::<usize>();
        let running = self.running.get().saturating_add(bytes);
        self.running.set(running);
        let all = running.saturating_add(self.kept.get());
        let fits = all.saturating_add(declared) <= self.most;
        if !fits {
            self.excess.set(Some(Excess::Size));
        }
        fits
    }

    /// Keeps what was put together. False if it nests too deep, which would have no end with values that are parts of
    /// each other in a row.
    pub(super) fn keeps<'a>(&self, values: impl IntoIterator<Item = &'a PropertyValue>) -> bool {
        let passes = self.passes(values);
        if passes {
            let kept = self.kept.get().saturating_add(self.running.replace(0));
            self.kept.set(kept);
        }
        passes
    }

    /// The same for what was put together to be handed on at once.
    pub(super) fn passes<'a>(&self, values: impl IntoIterator<Item = &'a PropertyValue>) -> bool {
        let is_flat = values
            .into_iter()
            .all(|value| nests_within(value, MAX_DEPTH));
        if !is_flat {
            self.excess.set(Some(Excess::Depth));
        }
        is_flat
    }

    /// Notes it if there is no room for so many bytes beside the values.
    pub(super) fn has(&self, bytes: usize) {
        if self.kept.get().saturating_add(bytes) > self.most {
            self.excess.set(Some(Excess::Size));
        }
    }
}

/// Whether a value has no more levels than so many.
fn nests_within(value: &PropertyValue, levels: usize) -> bool {
    let below = |value: &PropertyValue| {
        levels
            .checked_sub(1)
            .is_some_and(|levels| nests_within(value, levels))
    };
    match value {
        PropertyValue::Array(items) => items.iter().all(below),
        PropertyValue::Object(map) => map.values().all(below),
        PropertyValue::Secret(inner) => nests_within(inner, levels),
        _ => true,
    }
}
