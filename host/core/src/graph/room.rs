//! How much the values of one session may take, once outputs are put into them.
//!
//! A small declaration can expand into large state: ten lists of ten outputs each, one inside the other, are ten
//! thousand million values, and a thousand resources that depend on a group of a thousand have a million dependencies. So the
//! graph counts all that it derives at the moment at which it derives it, and a session that goes beyond its limit fails. As no
//! step of the graph is free, the same count bounds the time.

use std::cell::{Cell, RefCell};
use std::fmt;

use super::resolved::Resolved;
use crate::error::CallError;
use crate::size_limits;
use crate::value::{MAX_DEPTH, PropertyValue};

/// The size of an entry of a set beside its text, and the price of a step from one node to another.
pub(super) const ENTRY: usize = 32;
/// The size of a function as the engine is told it: an address and a token.
pub(super) const FUNCTION: usize = 160;
/// The work after which the graph lets other calls run. It takes about a millisecond.
const SLICE: usize = 512 << 10;

/// Takes bytes of the memory that the host may keep for components.
pub type Reserve = Box<dyn FnMut(usize) -> Result<(), CallError> + Send>;

/// The limits of derived data of a session.
pub struct SessionRoom {
    /// Bytes of declared and derived data.
    pub most: usize,
    /// The error of a session that needs more.
    pub exceeded: CallError,
    /// Dependencies of one resource or look-up.
    pub most_dependencies: usize,
    /// The error of a session in which one has more.
    pub too_many_dependencies: CallError,
    pub reserve: Reserve,
}

impl fmt::Debug for SessionRoom {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("SessionRoom");
        shown.field("most", &self.most);
        shown.finish_non_exhaustive()
    }
}

/// The room for the values of a session.
#[derive(Debug)]
pub(super) struct Room {
    limits: RefCell<SessionRoom>,
    /// Bytes of values that are there.
    kept: Cell<usize>,
    /// Bytes of those that are being put together. They count from then on that all is there.
    running: Cell<usize>,
    /// Work since other calls could run.
    worked: Cell<usize>,
    /// Work before that.
    before: Cell<usize>,
    excess: RefCell<Option<CallError>>,
}

impl Room {
    /// Room for all that memory has.
    pub(super) fn unbounded() -> Self {
        let refusal = || CallError::BadAnswer("its values are too large".to_owned());
        let limits = SessionRoom {
            most: usize::MAX,
            exceeded: refusal(),
            most_dependencies: usize::MAX,
            too_many_dependencies: refusal(),
            reserve: Box::new(|_| Ok(())),
        };
        Self {
            limits: RefCell::new(limits),
            kept: Cell::new(0),
            running: Cell::new(0),
            worked: Cell::new(0),
            before: Cell::new(0),
            excess: RefCell::new(None),
        }
    }

    /// Sets the limits.
    pub(super) fn bound(&mut self, limits: SessionRoom) {
        *self.limits.get_mut() = limits;
    }

    /// Why nothing more can come of the session.
    pub(super) fn excess(&self) -> Option<CallError> {
        self.excess.borrow().clone()
    }

    /// Whether nothing more can come of the session.
    pub(super) fn is_exceeded(&self) -> bool {
        self.excess.borrow().is_some()
    }

    fn exceed(&self, error: CallError) {
        self.excess.borrow_mut().get_or_insert(error);
    }

    /// Bytes of values that are there.
    pub(super) fn kept(&self) -> usize {
        self.kept.get()
    }

    /// Whether other calls should run now.
    pub(super) fn is_tired(&self) -> bool {
        self.worked.get() > SLICE
    }

    /// Notes that other calls could run.
    pub(super) fn rest(&self) {
        let worked = self.worked.replace(0);
        self.before.set(self.before.get().saturating_add(worked));
    }

    /// All work so far.
    pub(super) fn all_work(&self) -> usize {
        self.before.get().saturating_add(self.worked.get())
    }

    /// Notes work on so many bytes that are counted elsewhere.
    pub(super) fn work(&self, bytes: usize) {
        self.worked.set(self.worked.get().saturating_add(bytes));
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
        self.work(bytes);
        let running = self.running.get().saturating_add(bytes);
        self.running.set(running);
        let all = running.saturating_add(self.kept.get());
        self.holds(all.saturating_add(declared))
    }

    /// Counts derived bytes that the session keeps. False if there is no room for them beside the declared bytes.
    pub(super) fn spend(&self, bytes: usize, declared: usize) -> bool {
        let kept = self.kept.get().saturating_add(bytes);
        let all = kept.saturating_add(self.running.get());
        if !self.holds(all.saturating_add(declared)) {
            return false;
        }
        self.work(bytes);
        self.keep(bytes)
    }

    /// Counts the dependencies of one resource or look-up. False if they are too many.
    pub(super) fn may_depend(&self, dependencies: usize) -> bool {
        let limits = self.limits.borrow();
        let fits = dependencies <= limits.most_dependencies;
        if !fits {
            self.exceed(limits.too_many_dependencies.clone());
        }
        fits
    }

    fn holds(&self, bytes: usize) -> bool {
        let limits = self.limits.borrow();
        let fits = bytes <= limits.most;
        if !fits {
            self.exceed(limits.exceeded.clone());
        }
        fits
    }

    /// Keeps bytes for the rest of the session.
    fn keep(&self, bytes: usize) -> bool {
        let reserved = (self.limits.borrow_mut().reserve)(bytes);
        if let Err(error) = reserved {
            self.exceed(error);
            return false;
        }
        self.kept.set(self.kept.get().saturating_add(bytes));
        true
    }

    /// Keeps what was put together. False if it nests too deep, which would have no end with values that are parts of
    /// each other in a row.
    pub(super) fn keeps<'a>(&self, values: impl IntoIterator<Item = &'a PropertyValue>) -> bool {
        let is_flat = values
            .into_iter()
            .all(|value| nests_within(value, MAX_DEPTH));
        if !is_flat {
            self.exceed(CallError::BadAnswer(format!(
                "with the outputs that are put into it, a value nests deeper than {MAX_DEPTH} levels"
            )));
        }
        is_flat && self.keep(self.running.replace(0))
    }

    /// Notes it if there is no room for so many bytes beside the values.
    pub(super) fn has(&self, bytes: usize) {
        self.holds(self.kept.get().saturating_add(bytes));
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
