//! The threads that work on requests. One thread serves all of them, because nearly everything that a provider does is
//! short or waits for a network. Long computations continue in turns, on separate threads, so that no other call,
//! Cancel or health check waits for them.
//!
//! The work itself says when it is long, by [`may_continue`]. A request that waits for its turn is still polled
//! whenever it is woken, so that its deadline and a cancel take effect.

use std::any::Any;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use pulumi_wasm_platform::process::give_way;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// The stack of threads that serve requests. Deeply nested messages are read by recursion. An engine, whose own limit
/// is 10,000 levels, cannot send a value that needs more than this. Memory is used only on demand.
pub const STACK_BYTES: usize = 64 << 20;
/// The niceness of the threads for the longest work.
const NICENESS: i32 = 5;

/// The queues in which long work waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Priority {
    /// Work that may end soon. It does not wait for endless work.
    Medium,
    Long,
}

/// The future that serves one request.
pub type Work<T> = Pin<Box<dyn Future<Output = T> + Send>>;
type Turn = Box<dyn FnOnce() + Send>;

/// The wish of a request that is being worked on, and its turn.
#[derive(Clone)]
struct Task {
    wish: Arc<Mutex<Wish>>,
    is_turn: bool,
}

/// The event that a request waits for.
#[derive(Default)]
struct Wish {
    priority: Option<Priority>,
    /// The tasks to wake when the turn begins. Work in a set of futures is looked at only if it was woken itself.
    waiting: Vec<Waker>,
}

thread_local! {
    /// The request that this thread works on.
    static TASK: RefCell<Option<Task>> = const { RefCell::new(None) };
}

/// Whether the process is about to end: turns are as short as can be then.
static IS_OVER: AtomicBool = AtomicBool::new(false);

/// Whether long work may continue on this thread now. If not, it should wait: the scheduler gives its request a turn of
/// that priority, and wakes it then.
#[must_use]
pub fn may_continue(priority: Priority, context: &Context<'_>) -> bool {
    let task = TASK.with_borrow(Clone::clone);
    match task {
        // This work is not scheduled: it is not a request of the server.
        None => true,
        Some(task) if task.is_turn => true,
        Some(task) => {
            let mut wish = task.wish.lock();
            wish.priority = Some(priority);
            let waker = context.waker();
            if !wish.waiting.iter().any(|other| other.will_wake(waker)) {
                wish.waiting.push(waker.clone());
            }
            false
        }
    }
}

/// Waits for a new turn, in which long work of the host may go on. A running turn ends here.
pub async fn turn(priority: Priority) {
    let mut has_ended = false;
    std::future::poll_fn(|context| {
        if !has_ended {
            has_ended = true;
            if is_turn() {
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
        }
        if may_continue(priority, context) {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    })
    .await;
}

/// Whether the present work delays no short call.
#[must_use]
pub fn is_turn() -> bool {
    let is_turn = |task: &Option<Task>| task.as_ref().is_none_or(|task| task.is_turn);
    !IS_OVER.load(Ordering::Relaxed) && TASK.with_borrow(is_turn)
}

/// Works on a request until it is done.
pub async fn run<T: Send + 'static>(mut work: Work<T>) -> T {
    let wish = Arc::new(Mutex::new(Wish::default()));
    loop {
        let permit = match until_turn(&mut work, &wish).await {
            Ok(answer) => return answer,
            Err(permit) => permit,
        };
        let waker = std::future::poll_fn(|context| Poll::Ready(context.waker().clone())).await;
        let (done, back) = oneshot::channel();
        let (task, runtime) = (task(&wish, true), Handle::try_current());
        let granted = std::mem::take(&mut *wish.lock());
        let priority = permit.priority;
        let job = Box::new(move || {
            let _runtime = runtime.as_ref().map(Handle::enter);
            for inner in granted.waiting {
                // The request itself is polled anyway.
                if !inner.will_wake(&waker) {
                    inner.wake();
                }
            }
            let mut context = Context::from_waker(&waker);
            let polled = catch_unwind(AssertUnwindSafe(|| {
                within(task, || work.as_mut().poll(&mut context))
            }));
            // If the caller no longer waits, the request was cancelled, and its work is dropped here.
            drop(done.send((work, polled)));
            drop(permit);
        });
        QUEUES.of(priority).push(job);
        match back.await {
            Ok((_, Ok(Poll::Ready(answer)))) => return answer,
            // A wake-up in the meantime is handled in the next round.
            Ok((unfinished, Ok(Poll::Pending))) => work = unfinished,
            Ok((_, Err(panic))) => raise(panic),
            // Every job sends a result, so this branch does not occur.
            Err(_) => return std::future::pending().await,
        }
    }
}

/// Waits for a limited time until no turn is running: after the runtime was shut down and all requests were dropped, so
/// that their values are dropped before the process ends.
pub fn settle(time: Duration) {
    IS_OVER.store(true, Ordering::Relaxed);
    let began = Instant::now();
    while !QUEUES.are_free() && began.elapsed() < time {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Ends when a request's turn has come.
type Arrival = Pin<Box<dyn Future<Output = TurnPermit> + Send>>;

/// Works on a request in place, until it is done, or has a turn for its long part.
async fn until_turn<T>(work: &mut Work<T>, wish: &Arc<Mutex<Wish>>) -> Result<T, TurnPermit> {
    let mut waiting: Option<(Priority, Arrival)> = None;
    std::future::poll_fn(|context| {
        if let Poll::Ready(answer) = within(task(wish, false), || work.as_mut().poll(context)) {
            return Poll::Ready(Ok(answer));
        }
        // It stays until the turn begins: work in a set of futures registers once, and not on every poll of the set.
        let Some(priority) = wish.lock().priority else {
            return Poll::Pending;
        };
        if waiting.as_ref().is_none_or(|(other, _)| *other != priority) {
            waiting = Some((priority, Box::pin(QUEUES.of(priority).permit(priority))));
        }
        match &mut waiting {
            Some((_, permit)) => permit.as_mut().poll(context).map(Err),
            None => Poll::Pending,
        }
    })
    .await
}

fn task(wish: &Arc<Mutex<Wish>>, is_turn: bool) -> Task {
    Task {
        wish: Arc::clone(wish),
        is_turn,
    }
}

/// Runs an action as part of a request's task.
fn within<T>(task: Task, action: impl FnOnce() -> T) -> T {
    struct Restore(Option<Task>);
    impl Drop for Restore {
        fn drop(&mut self) {
            TASK.set(self.0.take());
        }
    }
    let _restore = Restore(TASK.replace(Some(task)));
    action()
}

/// Lets a panic go on at the place that awaits the request.
fn raise(panic: Box<dyn Any + Send>) -> ! {
    resume_unwind(panic)
}

static QUEUES: LazyLock<Queues> = LazyLock::new(Queues::of_this_machine);

struct Queues {
    medium: Threads,
    long: Threads,
}

impl Queues {
    /// Queues that leave one processor to all other work, if there are several.
    fn of_this_machine() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let turns = processors.saturating_sub(1).max(1);
        Self {
            medium: Threads::new(turns, 0),
            long: Threads::new(turns, NICENESS),
        }
    }

    fn are_free(&self) -> bool {
        [&self.medium, &self.long]
            .iter()
            .all(|priority| priority.turns.available_permits() == priority.count)
    }

    fn of(&self, priority: Priority) -> &Threads {
        match priority {
            Priority::Medium => &self.medium,
            Priority::Long => &self.long,
        }
    }
}

/// The right to a turn.
struct TurnPermit {
    priority: Priority,
    _permit: Option<OwnedSemaphorePermit>,
}

/// The threads of a priority, one for each concurrent turn. They are started at their first use.
struct Threads {
    turns: Arc<Semaphore>,
    count: usize,
    niceness: i32,
    shared: Arc<(Mutex<Queue>, Condvar)>,
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Turn>,
    started: usize,
    idle: usize,
}

impl Threads {
    fn new(count: usize, niceness: i32) -> Self {
        Self {
            turns: Arc::new(Semaphore::new(count)),
            count,
            niceness,
            shared: Arc::default(),
        }
    }

    /// Waits for a turn, in order of arrival.
    fn permit(&self, priority: Priority) -> impl Future<Output = TurnPermit> + Send + use<> {
        let turns = Arc::clone(&self.turns).acquire_owned();
        async move {
            TurnPermit {
                priority,
                // It is never closed; otherwise all requests would have a turn at once.
                _permit: turns.await.ok(),
            }
        }
    }

    /// Runs a job on a thread. Without a thread, because the machine gives no more, the job runs here.
    fn push(&self, job: Turn) {
        let (queue, work) = &*self.shared;
        let mut queue = queue.lock();
        if queue.idle <= queue.jobs.len() && queue.started < self.count {
            let (shared, niceness) = (Arc::clone(&self.shared), self.niceness);
            let started = std::thread::Builder::new()
                .name("long work".to_owned())
                .stack_size(STACK_BYTES)
                .spawn(move || serve(&shared, niceness));
            queue.started += usize::from(started.is_ok());
        }
        if queue.started == 0 {
            drop(queue);
            job();
            return;
        }
        queue.jobs.push_back(job);
        work.notify_one();
    }
}

/// Runs one job after the other.
fn serve(shared: &(Mutex<Queue>, Condvar), niceness: i32) {
    give_way(niceness);
    let (queue, work) = shared;
    loop {
        let job = {
            let mut queue = queue.lock();
            loop {
                if let Some(job) = queue.jobs.pop_front() {
                    break job;
                }
                queue.idle += 1;
                work.wait(&mut queue);
                queue.idle -= 1;
            }
        };
        job();
    }
}

#[cfg(test)]
mod tests;
