//! How long a call of a guest's function may take, and what ends it before that.

use std::future::Future;
use std::time::{Duration, Instant};

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::call::{Call, Operation};
use pulumi_wasm_core::error::CallError;

use crate::engine::{Ending, run};

/// A call's time and cancellation.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'a> {
    pub(super) call: &'a Call,
    limits: &'a Limits,
    /// The limit that says how long such a call may take, unless the resource says it.
    limit: Limit,
    /// What is left of that time.
    left: Duration,
}

impl<'a> Bounds<'a> {
    /// The bounds of a call under the limits of its component.
    pub(super) fn of(call: &'a Call, limits: &'a Limits) -> Self {
        let limit = match call.operation {
            Operation::CheckConfig
            | Operation::Configure
            | Operation::Check
            | Operation::Diff
            | Operation::Construct
            | Operation::Call
            | Operation::Migrate => Limit::CheckTime,
            _ => Limit::CallTime,
        };
        let mut bounds = Self {
            call,
            limits,
            limit,
            left: Duration::ZERO,
        };
        bounds.left = bounds.whole().saturating_sub(call.spent);
        bounds
    }

    /// The same for what comes after something that began then.
    pub(super) fn since(self, began: Instant) -> Self {
        Self {
            left: self.left.saturating_sub(began.elapsed()),
            ..self
        }
    }

    /// The time that is left.
    pub(super) fn left(&self) -> Duration {
        self.left
    }

    /// The time that is left as guests are told it.
    pub(super) fn left_ms(&self) -> u32 {
        u32::try_from(self.left.as_millis()).unwrap_or(u32::MAX)
    }

    /// Runs work until it is done, the time is over, or the call was cancelled and so long has passed since then. Work
    /// that is not done is dropped.
    ///
    /// # Errors
    /// What it means that the work was ended.
    pub(super) async fn run<T>(
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

    /// The time that a cancelled call has to end by itself.
    pub(super) fn grace(&self) -> Duration {
        self.limits.time(Limit::CancelGrace)
    }

    /// The error of a call whose time is over.
    pub(super) fn exceeded(&self) -> CallError {
        CallError::Deadline {
            after: self.whole(),
            frames: Vec::new(),
            knob: match self.call.timeout {
                Some(_) => "the resource option `customTimeouts`".to_owned(),
                None => self.limits.knob(self.limit),
            },
        }
    }

    /// The time of the call, with what earlier calls of the same request took of it.
    fn whole(&self) -> Duration {
        let timeout = self.call.timeout;
        timeout.unwrap_or_else(|| self.limits.time(self.limit))
    }
}
