//! Who computes when. A call that computes for a moment does so at once, where it was asked. One that goes on waits for
//! its turn in a lane, and computes there beside everything else, so that other calls, the engine's Cancel and health
//! checks wait for nobody's endless loop.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::Semaphore;

use super::Engine;
use super::clock::EpochClock;

/// What a call may compute before it is long. Calls of providers take microseconds, those of interpreted ones a few
/// milliseconds.
const SHORT: Duration = Duration::from_millis(2);
/// What a call may compute besides: this part of the time that has passed since it began. One that looks at something
/// every second for an hour is not long.
const SHARE: u32 = 20;
/// How long a turn in the lane is.
const TURN: Duration = Duration::from_millis(10);
/// The memory of a guest whose calls are always long: a single instruction can fill or copy all of it.
const LARGE_MEMORY: usize = 64 << 20;
/// A text that takes longer to read than others should wait.
const LARGE_TEXT: usize = 256 << 10;

/// Where long computations take turns.
#[derive(Clone)]
pub(super) struct Lane {
    turns: Arc<Semaphore>,
}

impl Lane {
    /// A lane that leaves one processor to everybody else, where there are several.
    pub(super) fn of_this_machine() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            turns: Arc::new(Semaphore::new(processors.saturating_sub(1).max(1))),
        }
    }
}

/// What a guest does when its clock ticks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tick {
    GoOn,
    /// Lets others run, and waits for the next turn.
    GiveWay,
    /// The call has computed for as long as it may.
    Stop,
}

/// Measures and orders what an instance computes. Clones measure the same instance.
#[derive(Clone)]
pub struct Meter {
    limit: Duration,
    lane: Lane,
    clock: Arc<EpochClock>,
    state: Arc<Mutex<State>>,
}

struct State {
    began: Instant,
    /// What the running call computed so far.
    computed: Duration,
    /// Since when it computes, and whether in a turn.
    at_work: Option<(Instant, bool)>,
    is_large: bool,
}

impl Meter {
    /// A meter for an instance in an engine, whose calls may compute for so long each.
    #[must_use]
    pub fn new(engine: &Engine, limit: Duration) -> Self {
        Self {
            limit,
            lane: engine.lane().clone(),
            clock: Arc::clone(engine.clock()),
            state: Arc::new(Mutex::new(State {
                began: Instant::now(),
                computed: Duration::ZERO,
                at_work: None,
                is_large: false,
            })),
        }
    }

    fn with<T>(&self, action: impl FnOnce(&mut State) -> T) -> T {
        action(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Begins to measure a new call.
    pub fn begin(&self) {
        self.with(|state| {
            state.began = Instant::now();
            state.computed = Duration::ZERO;
        });
    }

    /// Notes how much memory the instance has. True when the running call is long from now on and should give way.
    pub fn note_memory(&self, bytes: usize) -> bool {
        self.with(|state| {
            state.is_large = bytes > LARGE_MEMORY;
            state.is_large && matches!(state.at_work, Some((_, false)))
        })
    }

    /// What the guest does at a tick of its engine's clock.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.with(|state| {
            let Some((since, is_turn)) = state.at_work else {
                return Tick::GoOn;
            };
            let now = since.elapsed();
            if state.computed + now > self.limit {
                Tick::Stop
            } else if if is_turn {
                now >= TURN
            } else {
                state.is_long(now)
            } {
                Tick::GiveWay
            } else {
                Tick::GoOn
            }
        })
    }

    /// Runs work that enters the guest, in turns where it computes for long.
    pub async fn run<T>(&self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            let is_long = self.with(|state| state.is_long(Duration::ZERO));
            // The lane is never closed; were it, everybody would have a turn at once.
            let mut turn = Some(match is_long {
                true => self.lane.turns.acquire().await.ok(),
                false => None,
            });
            let step = std::future::poll_fn(|context| {
                let Some(turn) = turn.take() else {
                    // Woken up: for another turn, or because what it waited for is there.
                    return Poll::Ready(None);
                };
                let answer = self.poll(|| work.as_mut().poll(context), is_long);
                drop(turn);
                answer.map(Some)
            });
            if let Some(answer) = step.await {
                return answer;
            }
        }
    }

    fn poll<T>(&self, poll: impl FnOnce() -> Poll<T>, is_turn: bool) -> Poll<T> {
        let work = || {
            let _running = self.clock.running();
            let _measured = self.at_work(is_turn);
            poll()
        };
        if is_turn && is_on_worker() {
            tokio::task::block_in_place(work)
        } else {
            work()
        }
    }

    /// Measures until what this gives is dropped.
    fn at_work(&self, is_turn: bool) -> impl Drop + use<'_> {
        struct AtWork<'a>(&'a Meter, bool, Duration);
        impl Drop for AtWork<'_> {
            fn drop(&mut self) {
                let AtWork(meter, is_turn, before) = self;
                meter.with(|state| {
                    if let Some((since, _)) = state.at_work.take() {
                        // The clock of the thread, which stands still while others have the processor, costs more.
                        state.computed += match is_turn {
                            true => time_on_processor().saturating_sub(*before),
                            false => since.elapsed(),
                        };
                    }
                });
            }
        }
        self.with(|state| state.at_work = Some((Instant::now(), is_turn)));
        let before = match is_turn {
            true => time_on_processor(),
            false => Duration::ZERO,
        };
        AtWork(self, is_turn, before)
    }
}

impl State {
    /// Whether the call has computed for more than a moment, with what it is at now.
    fn is_long(&self, now: Duration) -> bool {
        self.is_large || self.computed + now > SHORT + self.began.elapsed() / SHARE
    }
}

/// Does work of the host that takes long for its size alone, so that nobody else waits for it.
pub fn beside<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    if bytes > LARGE_TEXT && is_on_worker() {
        tokio::task::block_in_place(work)
    } else {
        work()
    }
}

/// What this thread has computed so far.
fn time_on_processor() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Whether another thread can take over what this one is there for.
fn is_on_worker() -> bool {
    Handle::try_current()
        .is_ok_and(|runtime| runtime.runtime_flavor() == RuntimeFlavor::MultiThread)
}
