//! Measures the CPU time of calls: a call that computes for more than a moment continues in turns, and a call that has
//! used its budget is ended. Only time on a processor counts: on a busy machine, a call does not become long by
//! waiting.

pub(super) mod clock;
pub(super) mod wake_signal;

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use parking_lot::Mutex;
use pulumi_wasm_capability::limits::Limit;

use super::RunningEngine;
use crate::scheduler::{self, Priority};
use clock::EpochClock;
use wake_signal::WakeSignal;

/// The time that a call may compute before it is long. Most calls take microseconds. Calls of interpreted components
/// take up to some milliseconds.
const SHORT: Duration = Duration::from_millis(1);
/// The time that a call may compute before it waits for its turns among the longest.
const MEDIUM: Duration = Duration::from_millis(10);
/// The additional computing time of a call: this part of the time that has passed since it began. One that looks at
/// something every few seconds for an hour is not long. Many calls together must not get much of this.
const SHARE: u32 = 1000;
/// The length of a turn.
const TURN: Duration = Duration::from_millis(10);
/// The memory of a guest whose calls are always long: a single instruction can fill or copy all of it.
const LARGE_MEMORY: usize = 64 << 20;

/// The guest's action when its clock ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tick {
    Continue,
    /// Lets other calls run, and waits for the next turn.
    Yield,
    /// The call, or its session, has computed for as long as this limit allows.
    Interrupt(Limit),
    /// The time that the call may take is over.
    Late,
}

/// Measures the CPU time of an instance. Clones measure the same instance.
#[derive(Clone)]
pub struct CpuBudget {
    limit: Duration,
    clock: Arc<EpochClock>,
    state: Arc<Mutex<State>>,
}

struct State {
    began: Instant,
    /// The computing time of the running call so far.
    computed: Duration,
    /// While it computes: the computing time of its thread when it began to.
    before: Option<Duration>,
    /// When the time of the running call is over.
    end: Option<Instant>,
    /// Whether it yielded in the middle of a computation and has not continued since.
    has_yielded: bool,
    is_large: bool,
    session: Option<Session>,
}

/// Calls that together may compute for this long.
struct Session {
    limit: Duration,
    /// The time of the calls before the running call.
    computed: Duration,
}

impl CpuBudget {
    /// A CPU budget for an instance in an engine, whose calls may each compute for this long.
    #[must_use]
    pub fn new(engine: &RunningEngine, limit: Duration) -> Self {
        Self {
            limit,
            clock: Arc::clone(engine.clock()),
            state: Arc::new(Mutex::new(State {
                began: Instant::now(),
                computed: Duration::ZERO,
                before: None,
                end: None,
                has_yielded: false,
                is_large: false,
                session: None,
            })),
        }
    }

    fn with<T>(&self, action: impl FnOnce(&mut State) -> T) -> T {
        action(&mut self.state.lock())
    }

    /// Lets all later calls together compute for this long, until [`Self::end_session`].
    pub fn begin_session(&self, limit: Duration) {
        self.with(|state| {
            state.computed = Duration::ZERO;
            state.session = Some(Session {
                limit,
                computed: Duration::ZERO,
            });
        });
    }

    /// Whether the calls of the session have taken all their time.
    #[must_use]
    pub fn is_session_over(&self) -> bool {
        self.with(|state| state.is_session_over(Duration::ZERO))
    }

    /// Ends the session.
    pub fn end_session(&self) {
        self.with(|state| state.session = None);
    }

    /// Starts to measure a new call, which may take this much time.
    pub fn begin(&self, time: Duration) {
        self.with(|state| {
            if let Some(session) = &mut state.session {
                session.computed += state.computed;
            }
            state.began = Instant::now();
            state.computed = Duration::ZERO;
            state.end = state.began.checked_add(time);
            state.has_yielded = false;
        });
    }

    /// Whether the running call's time is over: a guest that was ended at a tick then was ended because of that, unless
    /// it had computed for too long.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.with(|state| state.is_late())
    }

    /// Whether the running call waits only for its turn: its guest will be at a tick as soon as it is let on.
    #[must_use]
    pub fn is_computing(&self) -> bool {
        self.with(|state| state.has_yielded)
    }

    /// Notes how much memory the instance has. True when the running call is long from now on and should give way.
    pub fn note_memory(&self, bytes: usize) -> bool {
        self.with(|state| {
            state.is_large = bytes > LARGE_MEMORY;
            state.is_large && state.before.is_some() && !scheduler::is_turn()
        })
    }

    /// The guest's action at a tick of its engine's clock.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.with(|state| {
            let now = state.now();
            let is_enough = if scheduler::is_turn() {
                now >= TURN
            } else {
                state.priority(now).is_some()
            };
            if state.computed + now > self.limit || state.is_session_over(now) {
                Tick::Interrupt(Limit::ComputeTime)
            } else if state.is_late() {
                Tick::Late
            } else if is_enough {
                state.has_yielded = true;
                Tick::Yield
            } else {
                Tick::Continue
            }
        })
    }

    /// Runs work that enters the guest, in turns if it computes for long. Waiting work requests no turn until it is
    /// woken.
    pub async fn run<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        let signal = WakeSignal::new();
        let waker = signal.waker();
        std::future::poll_fn(|context| {
            if !signal.is_woken(context) {
                return Poll::Pending;
            }
            let priority = self.with(|state| state.priority(Duration::ZERO));
            if priority.is_some_and(|priority| !scheduler::may_continue(priority, context)) {
                return Poll::Pending;
            }
            signal.reset();
            let _ticking = self.clock.running();
            let _measured = self.measured();
            work.as_mut().poll(&mut Context::from_waker(&waker))
        })
        .await
    }

    /// Measures until the result is dropped.
    fn measured(&self) -> impl Drop + use<'_> {
        struct Measured<'a>(&'a CpuBudget);
        impl Drop for Measured<'_> {
            fn drop(&mut self) {
                self.0.with(|state| {
                    state.computed += state.now();
                    state.before = None;
                });
            }
        }
        self.with(|state| {
            state.before = Some(time_on_processor());
            state.has_yielded = false;
        });
        Measured(self)
    }
}

impl State {
    /// The computing time of the call since it was let on.
    fn now(&self) -> Duration {
        self.before.map_or(Duration::ZERO, |before| {
            time_on_processor().saturating_sub(before)
        })
    }

    fn is_late(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether the session has taken all its time, with the call's present computing.
    fn is_session_over(&self, now: Duration) -> bool {
        let over = |session: &Session| session.computed + self.computed + now > session.limit;
        self.session.as_ref().is_some_and(over)
    }

    /// The priority of a call that has computed for more than a moment, with its present computing.
    fn priority(&self, now: Duration) -> Option<Priority> {
        let computed = self
            .computed
            .saturating_add(now)
            .saturating_sub(self.began.elapsed() / SHARE);
        if computed > MEDIUM {
            Some(Priority::Long)
        } else if computed > SHORT || self.is_large {
            Some(Priority::Medium)
        } else {
            None
        }
    }
}

/// The computing time of this thread so far.
pub fn time_on_processor() -> Duration {
    // By libc: rustix looks for the vDSO, which is not at its announced place under valgrind, and calls are measured
    // there.
    ThreadTime::try_now().map_or(Duration::ZERO, |time| time.as_duration())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::engine::Engine;

    #[tokio::test]
    async fn long_work_that_waits_is_polled_when_it_is_woken_and_at_no_other_time() {
        let engine = Engine::new().running().expect("an engine");
        let budget = CpuBudget::new(&engine, Duration::from_secs(60));
        let polls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&polls);
        let work = async move {
            budget.begin(Duration::from_secs(60));
            let work = async {
                let before = time_on_processor();
                while time_on_processor() < before + 2 * MEDIUM {
                    std::hint::spin_loop();
                }
                for _ in 0..3 {
                    let mut wait = pin!(tokio::time::sleep(Duration::from_millis(50)));
                    let counted = |context: &mut Context<'_>| {
                        counted.fetch_add(1, Ordering::SeqCst);
                        wait.as_mut().poll(context)
                    };
                    std::future::poll_fn(counted).await;
                }
            };
            budget.run(work).await;
        };
        scheduler::run(Box::pin(work)).await;
        // Once when each wait begins, and once when its time is over.
        assert_eq!(polls.load(Ordering::SeqCst), 6);
    }
}
