//! The limits of one session: memory, dependencies and computing time.
//!
//! A small declaration can expand into large state: ten levels of lists with ten outputs each contain ten thousand million values,
//! and a thousand resources that depend on a group of a thousand have a million dependencies. So the graph counts everything that it
//! derives at the moment when it derives it, and fails the session beyond its limit. Every step of the graph counts as work, so the
//! same count bounds the time.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::time::Duration;

use super::resolve::{Resolution, Resolved};
use super::{Graph, NodeId};
use crate::error::CallError;
use crate::size_limits;
use crate::value::{MAX_DEPTH, PropertyValue};

/// The size of an entry of a set beside its text, and the price of a step from one node to another.
pub(super) const ENTRY: usize = 32;
/// The size of a function as the engine is told it: an address and a token.
pub(super) const FUNCTION: usize = 160;
/// The work after which the graph lets other calls run. It takes about a millisecond.
const SLICE: usize = 512 << 10;
/// The time after which it does so on a machine that is slower.
const SLICE_TIME: Duration = Duration::from_millis(2);

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
    /// The time that this thread has computed so far.
    pub clock: Box<dyn Fn() -> Duration + Send>,
    /// Time that the host computes for the session between the calls of its guest.
    pub most_time: Duration,
    /// The error of a session for which it computes longer.
    pub out_of_time: CallError,
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
    /// The computing time of work since other calls could run, and of all work.
    slice_time: Cell<Duration>,
    time: Cell<Duration>,
    /// Whether the present work holds up no other call.
    has_turn: Cell<bool>,
    step: Cell<Step>,
    /// Bytes that are reserved, and belong to a step that was broken off.
    unused: Cell<usize>,
    excess: RefCell<Option<CallError>>,
}

/// The look at one node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// It goes to its end, however long it takes.
    Whole,
    /// It is broken off once it has worked for a slice. The number of bytes that were kept before it.
    Short(usize),
    /// It was broken off.
    BrokenOff(usize),
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
            clock: Box::new(|| Duration::ZERO),
            most_time: Duration::MAX,
            out_of_time: refusal(),
        };
        Self {
            limits: RefCell::new(limits),
            kept: Cell::new(0),
            running: Cell::new(0),
            worked: Cell::new(0),
            before: Cell::new(0),
            slice_time: Cell::new(Duration::ZERO),
            time: Cell::new(Duration::ZERO),
            has_turn: Cell::new(false),
            step: Cell::new(Step::Whole),
            unused: Cell::new(0),
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
        self.worked.get() > SLICE || self.slice_time.get() > SLICE_TIME
    }

    /// Notes that other calls could run, and that they can until the next pause.
    pub(super) fn rest(&self) {
        let worked = self.worked.replace(0);
        self.before.set(self.before.get().saturating_add(worked));
        self.slice_time.set(Duration::ZERO);
        self.has_turn.set(true);
    }

    /// Notes that the next work may hold up other calls again.
    pub(super) fn pause(&self) {
        self.has_turn.set(false);
    }

    /// The time that this thread has computed so far.
    pub(super) fn clock(&self) -> Duration {
        (self.limits.borrow().clock)()
    }

    /// Counts the time of work that began at this time of the thread.
    pub(super) fn worked_since(&self, began: Duration) {
        let took = self.clock().saturating_sub(began);
        self.slice_time.set(self.slice_time.get() + took);
        let time = self.time.get().saturating_add(took);
        self.time.set(time);
        let limits = self.limits.borrow();
        if time > limits.most_time {
            self.exceed(limits.out_of_time.clone());
        }
    }

    /// Begins the look at a node. If it may hold up other calls, it is broken off after a slice: nothing is known before its end of how
    /// long it takes.
    pub(super) fn begin_step(&self) {
        self.begin();
        self.step.set(match self.has_turn.get() {
            true => Step::Whole,
            false => Step::Short(self.kept.get()),
        });
    }

    /// Ends it. True if it was broken off: then nothing of it is kept, and it begins again in a turn.
    pub(super) fn is_broken_off(&self) -> bool {
        let Step::BrokenOff(kept) = self.step.replace(Step::Whole) else {
            return false;
        };
        let unused = self.kept.replace(kept).saturating_sub(kept);
        self.unused.set(self.unused.get().saturating_add(unused));
        self.running.set(0);
        true
    }

    /// Whether the step goes on.
    fn goes_on(&self) -> bool {
        match self.step.get() {
            Step::Short(kept) if self.worked.get() > SLICE => {
                self.step.set(Step::BrokenOff(kept));
                false
            }
            Step::BrokenOff(_) => false,
            Step::Short(_) | Step::Whole => true,
        }
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
        self.holds(all.saturating_add(declared)) && self.goes_on()
    }

    /// Counts derived bytes that the session keeps. False if there is no room for them beside the declared bytes.
    pub(super) fn spend(&self, bytes: usize, declared: usize) -> bool {
        let kept = self.kept.get().saturating_add(bytes);
        let all = kept.saturating_add(self.running.get());
        if !self.holds(all.saturating_add(declared)) {
            return false;
        }
        self.work(bytes);
        self.keep(bytes) && self.goes_on()
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
        let there = bytes.min(self.unused.get());
        let reserved = (self.limits.borrow_mut().reserve)(bytes - there);
        if let Err(error) = reserved {
            self.exceed(error);
            return false;
        }
        self.unused.set(self.unused.get() - there);
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

impl Graph {
    /// The value at a path below a node, if there is room for it.
    pub(super) fn output(&self, id: NodeId, path: &str) -> Resolution {
        match self.output_of(id, path) {
            Resolution::Known(resolved) if !self.room.takes(&resolved, self.bytes) => {
                Resolution::Failed
            }
            other => other,
        }
    }

    /// Sets the limits of what is declared, and of what is derived of it.
    pub fn bound(&mut self, room: SessionRoom) {
        self.room.bound(room);
    }

    /// Why nothing more can come of the session, if its values are too large or nest too deep, or if a registration cannot be
    /// sent as it is meant.
    #[must_use]
    pub fn excess(&self) -> Option<CallError> {
        let refused = self.refused.borrow().clone();
        refused.or_else(|| self.room.excess())
    }
}
