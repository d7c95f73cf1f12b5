//! One call of a guest's function: the only way from the host into a guest's code, except instantiation.
//!
//! The call begins on an instance, runs under its deadline, its cancellation and the CPU budget of the instance, and
//! ends there. The result uses the core's types, and says whether the instance may be reused.

use std::pin::pin;
use std::time::Duration;

use futures_util::future::BoxFuture;
use pulumi_wasm_core::component::Checkpoint;
use pulumi_wasm_core::error::CallError;
use tokio::time::timeout;

use super::instances::instance::Instance;
use super::interface::{Answer, Entry, Guest};
use super::state::GuestState;
use crate::engine::{Crash, Lease, Sources, describe_failure, is_late, script_places};
use bounds::Bounds;

/// How long a guest that computes at the end of its time may wait for the turn in which it ends.
const LAST_MOMENT: Duration = Duration::from_secs(1);

/// A holder of an instance that no other call uses meanwhile.
pub(super) trait HoldsInstance {
    fn instance(&mut self) -> &mut Instance;
}

impl HoldsInstance for Instance {
    fn instance(&mut self) -> &mut Instance {
        self
    }
}

impl HoldsInstance for Lease<Instance> {
    fn instance(&mut self) -> &mut Instance {
        &mut self.instance
    }
}

/// The result of a call.
pub(super) struct Ended<Held, T> {
    pub(super) outcome: Outcome<Held, T>,
    /// The last checkpoint that the guest saved in this call.
    pub(super) checkpoint: Option<Checkpoint>,
}

/// How a call ended. The instance comes along if its function returned; else it is gone, because its state is unknown.
pub(super) enum Outcome<Held, T> {
    /// The function gave this answer.
    Answered(T, Held),
    /// The function gave an error of the guest, or an answer that cannot be used. After an exception, the instance is
    /// gone too.
    Failed(CallError, Option<Held>),
    /// The function did not return: it crashed, reached a limit, ran out of time or was cancelled.
    Interrupted(CallError),
}

impl<Held, T> Outcome<Held, T> {
    /// The answer or the failure, and the instance if it is still usable.
    pub(super) fn into_parts(self) -> (Result<T, CallError>, Option<Held>) {
        match self {
            Outcome::Answered(answer, held) => (Ok(answer), Some(held)),
            Outcome::Failed(error, held) => (Err(error), held),
            Outcome::Interrupted(error) => (Err(error), None),
        }
    }
}

/// Calls a function of a guest, on an instance that no other call uses meanwhile. `sources` tells where the functions of a
/// crashed guest are found in its source code.
pub(super) async fn call_guest<'r, Held, T>(
    mut held: Held,
    bounds: Bounds<'r>,
    sources: Sources<'_>,
    function: impl for<'a> FnOnce(&'a dyn Guest, Entry<'a, 'r>) -> BoxFuture<'a, Answer<T>>,
) -> Ended<Held, T>
where
    Held: HoldsInstance,
{
    let call = bounds.call;
    let instance = held.instance();
    instance.begin(call.clone(), bounds.left());
    let cpu_budget = instance.cpu_budget();
    let Instance { store, guest, .. } = instance;
    let entry = Entry {
        store,
        call,
        time_left_ms: bounds.left_ms(),
    };
    let ran = {
        let mut work = pin!(cpu_budget.run(function(guest.as_ref(), entry)));
        match bounds.run(bounds.grace(), &mut work).await {
            // The guest ends at its next tick, and the trap then has its call stack.
            Err(late @ CallError::Deadline { .. }) if cpu_budget.is_computing() => {
                timeout(LAST_MOMENT, work).await.map_err(|_| late)
            }
            ran => ran,
        }
    };

    let instance = held.instance();
    let (checkpoint, last_words) = match instance.end() {
        Some(mut active) => (active.checkpoint.take(), active.last_words()),
        None => (None, None),
    };
    let outcome = match ran {
        Ok(Ok(Ok(answer))) => Outcome::Answered(answer, held),
        Ok(Ok(Err(exception @ CallError::Trap(_)))) => Outcome::Failed(exception, None),
        Ok(Ok(Err(error))) => Outcome::Failed(error, Some(held)),
        Ok(Err(error)) => {
            let places = script_places(&error, &instance.store);
            let GuestState {
                limiter,
                cpu_budget,
                ..
            } = instance.store.data();
            let crash = if is_late(&error, limiter, cpu_budget) {
                Crash::of(bounds.exceeded(), &error)
            } else {
                describe_failure(&error, limiter, last_words)
            };
            let crash = crash.at(places);
            // Other calls need not wait for its place while its debugging information is searched.
            drop(held);
            Outcome::Interrupted(crash.located(sources, &call.cancellation).await)
        }
        Err(error) => Outcome::Interrupted(error),
    };
    Ended {
        outcome,
        checkpoint,
    }
}

pub(super) mod bounds;
pub(super) mod entering;
#[cfg(test)]
mod tests;
