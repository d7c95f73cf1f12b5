//! The observer of a component's host calls, for tests.

use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;

/// The side of a host call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InjectionPoint {
    /// The interface and its function: `http.fetch`, `checkpoint.save`.
    pub host_call: &'static str,
    pub moment: Moment,
}

/// The time of an observation: before or after the host call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Before the host call has any effect.
    Before,
    /// It was done, and the guest does not know it yet.
    After,
}

/// How a host call continues at an injection point.
#[derive(Debug, Clone)]
pub enum Injection {
    Continue,
    /// The host call fails. A host call that cannot fail continues.
    Fail(GuestError),
    /// The guest never comes back: its call ends like one that was cancelled and used up its grace.
    End,
}

/// Observes every host call of a component.
pub trait Observer: Send + Sync {
    /// Decides how the host call continues.
    fn at(&self, call: &Call, point: InjectionPoint) -> Injection;
}
