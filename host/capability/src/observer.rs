//! The observer of a component's host calls, which a test gives.

use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::GuestError;

/// One side of a host call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InjectionPoint {
    /// The interface and its function: `http.fetch`, `checkpoint.save`.
    pub host_call: &'static str,
    pub moment: Moment,
}

/// Which side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Nothing was done yet.
    Before,
    /// It was done, and the guest does not know it yet.
    After,
}

/// How a call continues at an injection point.
#[derive(Debug, Clone)]
pub enum Injection {
    Continue,
    /// The host call fails. One that cannot fail goes on.
    Fail(GuestError),
    /// The guest never comes back: its call ends like one that was cancelled and used up its grace.
    End,
}

/// Looks on at every host call of a component.
pub trait Observer: Send + Sync {
    /// Says how the call goes on.
    fn at(&self, call: &Call, point: InjectionPoint) -> Injection;
}
