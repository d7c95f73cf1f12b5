//! The time limit of a call of a guest's function, and the cancellation that ends the call earlier.

use std::future::Future;
use std::time::{Duration, Instant};

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::error::CallError;

use crate::engine::{Ending, run};

/// A call's time and cancellation.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<'a> {
    pub(crate) call: &'a Call,
    limits: &'a Limits,
    /// The rest of the call's time.
    left: Duration,
}

impl<'a> Bounds<'a> {
    /// The bounds of a call under the limits of its component.
    pub(crate) fn of(call: &'a Call, limits: &'a Limits) -> Self {
        Self {
            call,
            limits,
            left: limits.call_time(call).saturating_sub(call.spent),
        }
    }

    /// The bounds for a later part of work that began at this time.
    pub(crate) fn since(self, began: Instant) -> Self {
        Self {
            left: self.left.saturating_sub(began.elapsed()),
            ..self
        }
    }

    /// The time that is left.
    pub(crate) fn left(&self) -> Duration {
        self.left
    }

    /// The remaining time in the guest's unit.
    pub(super) fn left_ms(&self) -> u32 {
        u32::try_from(self.left.as_millis()).unwrap_or(u32::MAX)
    }

    /// Runs work until it is done, the time is over, or the grace after a cancel has passed. Work
    /// that is not done is dropped.
    ///
    /// # Errors
    /// The consequence of ending the work.
    pub(crate) async fn run<T>(
        &self,
        grace: Duration,
        work: impl Future<Output = T>,
    ) -> Result<T, CallError> {
        run(work, self.left, &self.call.cancellation, grace)
            .await
            .map_err(|ending| match ending {
                Ending::Cancelled => CallError::Cancelled,
                Ending::Deadline => self.exceeded(),
            })
    }

    /// The time that a cancelled call has to end.
    pub(crate) fn grace(&self) -> Duration {
        self.limits.time(Limit::CancelGrace)
    }

    /// The error of a call after its deadline.
    pub(crate) fn exceeded(&self) -> CallError {
        CallError::Deadline {
            after: self.limits.call_time(self.call),
            frames: Vec::new(),
            hint: format!("raise it with {}", self.limits.call_time_setting(self.call)),
        }
    }
}
