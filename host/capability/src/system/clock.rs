//! Time, which stands still in calls that may not change anything outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use pulumi_wasm_core::call::Effects;
use pulumi_wasm_core::error::GuestError;

use crate::CurrentCall;

/// The time of a stopped clock: it is the same in every run, so that the same request gets the same answer.
const FROZEN: Duration = Duration::from_secs(946_684_800);

/// A guest's clock.
#[derive(Clone)]
pub struct Clock {
    current_call: CurrentCall,
    /// The last answer about the time since an arbitrary moment, in nanoseconds.
    latest: Arc<AtomicU64>,
}

impl Clock {
    #[must_use]
    pub fn new(current_call: CurrentCall) -> Self {
        Self {
            current_call,
            latest: Arc::default(),
        }
    }

    /// The time of day, since the beginning of 1970.
    #[must_use]
    pub fn time_of_day(&self) -> Duration {
        let told = self.current_call.with(|active| match active.call.effects {
            Effects::None => FROZEN,
            Effects::Read | Effects::All => self.current_call.time.time_of_day(&active.call),
        });
        told.unwrap_or(FROZEN)
    }

    /// Time since an arbitrary moment. It stands still when the time of day does, so that a guest cannot time anything
    /// with it, and while no call is running. It never goes back, whichever calls an instance has run.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let passed = self.current_call.with(|active| match active.call.effects {
            Effects::None => Duration::ZERO,
            Effects::Read | Effects::All => self.current_call.time.monotonic(Some(&active.call)),
        });
        let now = FROZEN.saturating_add(passed.unwrap_or_default());
        let now = u64::try_from(now.as_nanos()).unwrap_or(u64::MAX);
        let before = self.latest.fetch_max(now, Ordering::Relaxed);
        Duration::from_nanos(now.max(before))
    }

    /// Waits, and ends early when the call is cancelled.
    ///
    /// # Errors
    /// [`GuestError::Cancelled`].
    pub async fn sleep(&self, duration: Duration) -> Result<(), GuestError> {
        let cancelled = || GuestError::Cancelled("the deployment is being cancelled".to_owned());
        let Some(call) = self.current_call.call() else {
            return Err(cancelled());
        };
        tokio::select! {
            biased;
            () = call.cancellation.cancelled() => Err(cancelled()),
            () = self.current_call.time.sleep(duration) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use pulumi_wasm_core::call::{Call, Operation};

    use super::*;
    use crate::budget::Budget;
    use crate::system::Time;
    use crate::testing::{Lines, call, current_call};

    #[tokio::test]
    async fn clocks_stand_still_where_nothing_may_change() {
        let current_call = current_call();
        let clock = Clock::new(current_call.clone());
        let mut check = call(Operation::Check, &Lines::default());
        check.effects = Effects::None;
        let create = call(Operation::Create, &Lines::default());
        for (call, stands) in [(check, true), (create, false)] {
            current_call.begin(call, Duration::from_secs(60));
            let before = (clock.time_of_day(), clock.elapsed());
            clock.sleep(Duration::from_millis(5)).await.expect("a wait");
            let after = (clock.time_of_day(), clock.elapsed());
            assert_eq!(before.1 == after.1, stands);
            if stands {
                assert_eq!((before.0, after.0), (FROZEN, FROZEN));
            }
            current_call.end();
        }
    }

    #[test]
    fn elapsed_time_never_goes_back_from_call_to_call() {
        /// A clock of a run that began again in the middle, as in a recording.
        struct Restarted(Mutex<Vec<u64>>);
        #[async_trait::async_trait]
        impl Time for Restarted {
            fn time_of_day(&self, _call: &Call) -> Duration {
                Duration::ZERO
            }
            fn elapsed(&self) -> Duration {
                Duration::from_secs(self.0.lock().expect("times").pop().unwrap_or(0))
            }
            async fn sleep(&self, _duration: Duration) {}
        }
        let time = Restarted(Mutex::new(vec![7, 2, 1, 9, 1, 5, 1]));
        let current_call = CurrentCall::new(Arc::new(time), Budget::alone(Arc::default()));
        let clock = Clock::new(current_call.clone());
        let mut told = vec![clock.elapsed()];
        for effects in [Effects::All, Effects::None, Effects::Read, Effects::None] {
            let mut call = call(Operation::Create, &Lines::default());
            call.effects = effects;
            current_call.begin(call, Duration::from_secs(60));
            let first = clock.elapsed();
            told.extend([first, clock.elapsed()]);
            current_call.end();
            told.push(clock.elapsed());
        }
        assert!(told.is_sorted(), "{told:?}");
        assert!(told.first() < told.last(), "{told:?}");
    }
}
