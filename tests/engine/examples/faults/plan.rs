//! The boundary of the fault, and the fault.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pulumi_wasm_capability::fault_injection::{Injection, InjectionPoint, Moment, Observer};
use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::error::GuestError;

/// The fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The guest is ended there.
    Kill,
    /// The host call fails with a permanent error.
    Fail,
    /// From there on the server cannot be reached.
    Outage,
}

impl Fault {
    pub(crate) const ALL: [Fault; 3] = [Fault::Kill, Fault::Fail, Fault::Outage];
}

/// The place of the fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// At the boundary with this index.
    Index(usize),
    /// After the server's first change, before the guest knows of it.
    Changed,
}

/// Counts the boundaries of one operation, and injects a fault at one of them.
#[derive(Debug, Default)]
pub(crate) struct Plan(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    operation: Option<Operation>,
    fault: Option<(Place, Fault)>,
    passed: Vec<String>,
    /// Whether that boundary was reached.
    is_over: bool,
}

impl Plan {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Observes the boundaries of an operation from now on, and injects a fault at one of them.
    pub(crate) fn watch(&self, operation: Operation, fault: Option<(Place, Fault)>) {
        *self.lock() = State {
            operation: Some(operation),
            fault,
            passed: Vec::new(),
            is_over: false,
        };
    }

    /// Stops observing, and returns the boundaries that were passed.
    pub(crate) fn finish(&self) -> Vec<String> {
        std::mem::take(&mut *self.lock()).passed
    }
}

impl Observer for Plan {
    fn at(&self, call: &Call, point: InjectionPoint) -> Injection {
        let mut state = self.lock();
        if call.preview || state.operation != Some(call.operation) {
            return Injection::Continue;
        }
        let index = state.passed.len();
        let InjectionPoint { host_call, moment } = point;
        state.passed.push(match moment {
            Moment::Before => format!("before {host_call}"),
            Moment::After => format!("after {host_call}"),
        });
        let is_there = match state.fault {
            Some((Place::Index(at), _)) => at == index,
            Some((Place::Changed, _)) => {
                moment == Moment::After && call.changes.are_possible() && !state.is_over
            }
            None => false,
        };
        state.is_over |= is_there;
        let lost = || GuestError::Unavailable("the connection was lost".to_owned());
        match state.fault {
            Some((_, Fault::Kill)) if is_there => Injection::End,
            Some((_, Fault::Fail)) if is_there => {
                Injection::Fail(GuestError::Other("it broke in the middle".to_owned()))
            }
            Some((_, Fault::Outage)) if state.is_over && host_call.starts_with("http.") => {
                Injection::Fail(lost())
            }
            _ => Injection::Continue,
        }
    }
}
