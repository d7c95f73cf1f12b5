//! Entering a component: compiled, on an instance of the pool, under the call's deadline and cancellation, and what it
//! means when that ends.

use std::future::Future;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use pulumi_wasm_capability::limits::Limit;
use pulumi_wasm_core::call::Call;
use pulumi_wasm_core::component::CallFailure;
use pulumi_wasm_core::error::{CallError, GuestError};

use super::component::WasmComponent;
use super::factory::Factory;
use super::instance::Instance;
use super::v0_1_0::exports::Answer;
use crate::engine::{Ending, Lease, Meter, Sources, describe_failure, run};

/// An instance that a call runs on.
pub(super) struct Running {
    pub(super) lease: Lease<Instance>,
    pub(super) meter: Meter,
    /// The time that is left for the guest.
    pub(super) left: Duration,
    pub(super) limit: Limit,
}

impl WasmComponent {
    /// Makes sure that the component is compiled: under a separate limit, so that the first call of all does not run
    /// out of its time because of that.
    pub(super) async fn compiled(&self, call: &Call) -> Result<(), CallError> {
        tokio::select! {
            biased;
            prepared = self.prepared(&call.log) => prepared.map(drop),
            () = call.cancellation.cancelled() => Err(CallError::Cancelled),
        }
    }

    /// Takes an instance for a call, making one if none is idle. A call that fails here changed nothing. If it is
    /// cancelled, it has no grace: a call that was not begun is not begun any more.
    pub(super) async fn begin(&self, call: &Call) -> Result<Running, CallError> {
        self.compiled(call).await.map_err(not_entered)?;
        self.entries.fetch_add(1, Ordering::Relaxed);
        let (time, limit) = self.time_for(call);
        // A guest that answers at its first step would be in time for ever: an answer wins over its deadline.
        if time.is_zero() {
            return Err(self.ended(call, limit, Ending::Deadline));
        }
        let started = Instant::now();
        let factory = Factory {
            component: self,
            call,
        };
        let leased = run(
            self.pool.lease(&factory),
            time,
            &call.cancellation,
            Duration::ZERO,
        );
        let mut lease = leased
            .await
            .map_err(|ending| self.ended(call, limit, ending))
            .flatten()
            .map_err(not_entered)?;
        let left = time.saturating_sub(started.elapsed());
        lease.instance.begin(call.clone(), left);
        Ok(Running {
            meter: lease.instance.meter(),
            lease,
            left,
            limit,
        })
    }

    /// Says how a call ended, and keeps the instance only if it returned.
    pub(super) async fn finish<T>(
        &self,
        call: &Call,
        mut running: Running,
        ended: Result<Answer<T>, CallError>,
    ) -> Result<T, CallFailure> {
        let noted = running.lease.instance.end();
        let (checkpoint, last_words) = noted
            .map(|active| (active.checkpoint, active.last_words))
            .unwrap_or_default();
        let error = match ended {
            Ok(Ok(answer)) => {
                // An exception leaves the instance in an unknown state.
                let has_crashed = matches!(answer, Err(CallError::Trap(_)));
                if !has_crashed && running.lease.instance.may_stay() {
                    running.lease.give_back();
                }
                match answer {
                    Ok(answer) => return Ok(answer),
                    Err(error) => error,
                }
            }
            Ok(Err(error)) => {
                let limiter = &running.lease.instance.store.data().limiter;
                let crash = describe_failure(&error, limiter, last_words);
                // Other calls do not wait for the result.
                drop(running);
                crash.located(self.sources(), &call.cancellation).await
            }
            Err(error) => error,
        };
        Err(CallFailure { error, checkpoint })
    }

    /// Runs guest code under a call's time and cancellation, in the turns that its instance's meter gives it.
    pub(super) async fn bounded<T>(
        &self,
        call: &Call,
        time: Duration,
        limit: Limit,
        meter: &Meter,
        work: impl Future<Output = T>,
    ) -> Result<T, CallError> {
        let grace = self.settings.limits.time(Limit::CancelGrace);
        run(meter.run(work), time, &call.cancellation, grace)
            .await
            .map_err(|ending| self.ended(call, limit, ending))
    }

    /// The place of the component's debugging information.
    pub(super) fn sources(&self) -> Sources<'_> {
        let settings = &self.settings;
        Sources {
            compiler: &settings.compiler,
            file: &settings.file,
            digest: &settings.origin.digest,
        }
    }

    /// The error of a call that was ended.
    pub(super) fn ended(&self, call: &Call, limit: Limit, ending: Ending) -> CallError {
        match ending {
            Ending::Cancelled => CallError::Cancelled,
            Ending::Deadline => CallError::Deadline {
                after: self.whole_time_for(call).0,
                knob: match call.timeout {
                    Some(_) => "the resource option `customTimeouts`".to_owned(),
                    None => self.settings.limits.knob(limit),
                },
            },
        }
    }
}

/// The error of a call that never entered the component's function: the call failed cleanly in every case.
fn not_entered(error: CallError) -> CallError {
    match error {
        CallError::Cancelled => {
            CallError::Guest(GuestError::Cancelled("the call was cancelled".to_owned()))
        }
        error if error.is_uncertain() => CallError::Refused {
            reason: format!("the component could not be made ready: {error}"),
            hint: error.hint(),
        },
        error => error,
    }
}
