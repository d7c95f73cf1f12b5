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
use crate::value::size_limits;
use crate::value::{MAX_DEPTH, PropertyValue};

/// The size of a set entry in addition to its text, and the cost of a step from one node to another.
pub(super) const ENTRY: usize = 32;
/// The size of a function in a registration: an address and a token.
pub(super) const FUNCTION: usize = 160;
/// After this work, in bytes, the graph yields to other calls. It takes about a millisecond.
const SLICE: usize = 512 << 10;
/// On a slower machine, the graph yields after this time.
const SLICE_TIME: Duration = Duration::from_millis(2);

/// Reserves bytes of the memory that the host may use for components.
pub type Reserve = Box<dyn FnMut(usize) -> Result<(), CallError> + Send>;

/// The limits of the data that a session derives.
pub struct SessionLimits {
    /// Bytes of declared and derived data.
    pub max_bytes: usize,
    /// The error of a session that needs more bytes.
    pub exceeded: CallError,
    /// Dependencies of one resource or look-up.
    pub max_dependencies: usize,
    /// The error of a session with a resource or look-up that has more dependencies.
    pub too_many_dependencies: CallError,
    pub reserve: Reserve,
    /// The time that this thread has computed so far.
    pub clock: Box<dyn Fn() -> Duration + Send>,
    /// The time that the host may compute for the session between calls of its guest.
    pub max_time: Duration,
    /// The error of a session that needs more time.
    pub out_of_time: CallError,
}

impl fmt::Debug for SessionLimits {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("SessionLimits");
        shown.field("max_bytes", &self.max_bytes);
        shown.finish_non_exhaustive()
    }
}

/// Counts memory, dependencies and time of a session against its limits.
#[derive(Debug)]
pub(super) struct Budget {
    limits: RefCell<SessionLimits>,
    /// Bytes of stored values.
    kept: Cell<usize>,
    /// Bytes of the value that is being assembled.
    running: Cell<usize>,
    /// Work since the graph last yielded, in bytes.
    worked: Cell<usize>,
    /// Work before that.
    before: Cell<usize>,
    /// The computing time since the graph last yielded, and the total.
    slice_time: Cell<Duration>,
    time: Cell<Duration>,
    /// Whether the current work holds up no other call.
    has_turn: Cell<bool>,
    step: Cell<Step>,
    /// Bytes that an interrupted step had reserved. They are used before new bytes are reserved.
    unused: Cell<usize>,
    excess: RefCell<Option<CallError>>,
}

/// The processing of one node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// The step runs to its end, however long it takes.
    Whole,
    /// The step is interrupted after a slice of work. The value is the number of bytes that were stored before it.
    Short(usize),
    /// The step was interrupted.
    BrokenOff(usize),
}

impl Budget {
    /// A budget without limits.
    pub(super) fn unbounded() -> Self {
        let refusal = || CallError::BadAnswer("its values are too large".to_owned());
        let limits = SessionLimits {
            max_bytes: usize::MAX,
            exceeded: refusal(),
            max_dependencies: usize::MAX,
            too_many_dependencies: refusal(),
            reserve: Box::new(|_| Ok(())),
            clock: Box::new(|| Duration::ZERO),
            max_time: Duration::MAX,
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

    pub(super) fn set_limits(&mut self, limits: SessionLimits) {
        *self.limits.get_mut() = limits;
    }

    /// The error that ends the session.
    pub(super) fn excess(&self) -> Option<CallError> {
        self.excess.borrow().clone()
    }

    /// Whether a limit was exceeded.
    pub(super) fn is_exceeded(&self) -> bool {
        self.excess.borrow().is_some()
    }

    fn exceed(&self, error: CallError) {
        self.excess.borrow_mut().get_or_insert(error);
    }

    /// Bytes of stored values.
    pub(super) fn kept(&self) -> usize {
        self.kept.get()
    }

    /// Whether other calls should run now.
    pub(super) fn should_yield(&self) -> bool {
        self.worked.get() > SLICE || self.slice_time.get() > SLICE_TIME
    }

    /// Records that other calls could run. Until [`Self::end_turn`], the graph's work holds up no other call.
    pub(super) fn begin_turn(&self) {
        let worked = self.worked.replace(0);
        self.before.set(self.before.get().saturating_add(worked));
        self.slice_time.set(Duration::ZERO);
        self.has_turn.set(true);
    }

    /// Records that further work may hold up other calls again.
    pub(super) fn end_turn(&self) {
        self.has_turn.set(false);
    }

    /// The time that this thread has computed so far.
    pub(super) fn clock(&self) -> Duration {
        (self.limits.borrow().clock)()
    }

    /// Counts the computing time since `began`.
    pub(super) fn worked_since(&self, began: Duration) {
        let took = self.clock().saturating_sub(began);
        self.slice_time.set(self.slice_time.get() + took);
        let time = self.time.get().saturating_add(took);
        self.time.set(time);
        let limits = self.limits.borrow();
        if time > limits.max_time {
            self.exceed(limits.out_of_time.clone());
        }
    }

    /// Begins the processing of a node. Outside a turn it is interrupted after a slice, because its duration is not
    /// known in advance.
    pub(super) fn begin_step(&self) {
        self.begin();
        self.step.set(if self.has_turn.get() {
            Step::Whole
        } else {
            Step::Short(self.kept.get())
        });
    }

    /// Ends the step. Returns true if it was interrupted: its results are discarded, and it runs again in a turn.
    pub(super) fn is_broken_off(&self) -> bool {
        let Step::BrokenOff(kept) = self.step.replace(Step::Whole) else {
            return false;
        };
        let unused = self.kept.replace(kept).saturating_sub(kept);
        self.unused.set(self.unused.get().saturating_add(unused));
        self.running.set(0);
        true
    }

    /// Whether the step continues.
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

    /// All work so far, in bytes.
    pub(super) fn total_work(&self) -> usize {
        self.before.get().saturating_add(self.worked.get())
    }

    /// Counts work on bytes that are counted elsewhere.
    pub(super) fn work(&self, bytes: usize) {
        self.worked.set(self.worked.get().saturating_add(bytes));
    }

    /// Begins to assemble a value.
    pub(super) fn begin(&self) {
        self.running.set(0);
    }

    /// Counts an output that becomes part of another value. Returns false if the session exceeds its limit. `declared`
    /// is the number of declared bytes.
    pub(super) fn takes(&self, part: &Resolved, declared: usize) -> bool {
        let urns = part.dependencies.iter().map(|urn| ENTRY + urn.len());
        let bytes = size_limits::size_of_value(&part.value) + urns.sum::<usize>();
        self.work(bytes);
        let running = self.running.get().saturating_add(bytes);
        self.running.set(running);
        let all = running.saturating_add(self.kept.get());
        self.holds(all.saturating_add(declared)) && self.goes_on()
    }

    /// Counts derived bytes that the session stores. Returns false if the session exceeds its limit. `declared` is the
    /// number of declared bytes.
    pub(super) fn spend(&self, bytes: usize, declared: usize) -> bool {
        let kept = self.kept.get().saturating_add(bytes);
        let all = kept.saturating_add(self.running.get());
        if !self.holds(all.saturating_add(declared)) {
            return false;
        }
        self.work(bytes);
        self.keep(bytes) && self.goes_on()
    }

    /// Checks the number of dependencies of one resource or look-up.
    pub(super) fn may_depend(&self, dependencies: usize) -> bool {
        let limits = self.limits.borrow();
        let fits = dependencies <= limits.max_dependencies;
        if !fits {
            self.exceed(limits.too_many_dependencies.clone());
        }
        fits
    }

    fn holds(&self, bytes: usize) -> bool {
        let limits = self.limits.borrow();
        let fits = bytes <= limits.max_bytes;
        if !fits {
            self.exceed(limits.exceeded.clone());
        }
        fits
    }

    /// Reserves bytes that the graph keeps for the rest of the session.
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

    /// Stores the assembled values. Returns false if one nests too deep: values that contain each other in a row could
    /// otherwise nest without end.
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

    /// Records an error if these bytes and the stored values exceed the limit.
    pub(super) fn has(&self, bytes: usize) {
        self.holds(self.kept.get().saturating_add(bytes));
    }
}

/// Whether a value has at most this many levels.
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
    /// The value at a path below a node, if it fits into the limits.
    pub(super) fn output(&self, id: NodeId, path: &str) -> Resolution {
        match self.output_of(id, path) {
            Resolution::Known(resolved) if !self.budget.takes(&resolved, self.bytes) => {
                Resolution::Failed
            }
            other => other,
        }
    }

    /// Sets the limits of declared and derived data.
    pub fn set_limits(&mut self, limits: SessionLimits) {
        self.budget.set_limits(limits);
    }

    /// The error that ends the session: its values are too large or nest too deep, or a registration cannot be sent as
    /// its author meant it.
    #[must_use]
    pub fn excess(&self) -> Option<CallError> {
        let refused = self.refused.borrow().clone();
        refused.or_else(|| self.budget.excess())
    }
}
