//! The end of the process: a separate thread waits for signals and for the end of the parent process. It ends this
//! process even if all other threads are busy.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::{Builder, Handle};
use tokio_util::sync::CancellationToken;
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

use crate::parent::Parent;
use crate::process;

/// How often the thread checks whether the parent still runs.
const PARENT_INTERVAL: Duration = Duration::from_secs(1);
/// The steps in which the wait for an answer is counted. If the machine is suspended or gives this process no
/// processor, the pause counts as one step.
const STEP: Duration = Duration::from_millis(100);
/// The maximum time in which a working runtime starts a task, on a busy machine.
const ANSWER_TIME: Duration = Duration::from_secs(5);
/// The time limit of the exit handlers, which may wait for locks of a busy thread.
const EXIT_TIME: Duration = Duration::from_millis(50);
const STACK_BYTES: usize = 256 << 10;

/// The causes that end the process, in addition to an interrupt (SIGINT; Ctrl+C on Windows).
#[derive(Debug, Clone, Copy, Default)]
pub struct Watched {
    /// Interrupts have no effect.
    pub ignores_interrupts: bool,
    /// SIGTERM. On Windows: Ctrl+Break, closing the console, and shutting down the machine. If it is not watched,
    /// the system ends the process.
    pub terminate: bool,
    /// The end of the process that started this one.
    pub parent: bool,
}

/// A handle of the thread that ends the process. Clones are handles of the same thread.
#[derive(Clone)]
pub struct Termination {
    begun: CancellationToken,
    runtime: Handle,
    end: Arc<dyn Fn() + Send + Sync>,
}

impl Termination {
    /// Starts the thread. After the first cause, the process may take as long as `patience` returns to end in
    /// order. After that time, or at a second signal, the thread ends it with a status.
    ///
    /// # Errors
    /// If signals cannot be received, or the thread cannot be started.
    pub fn start(
        watched: Watched,
        patience: impl Fn() -> Duration + Send + 'static,
        status: i32,
    ) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let mut causes = {
            let _entered = runtime.enter();
            SystemCauses::of(watched)?
        };
        let this = Self {
            begun: CancellationToken::new(),
            runtime: runtime.handle().clone(),
            end: Arc::new(move || end_process(status)),
        };
        let shared = this.clone();
        std::thread::Builder::new()
            .name("termination".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || runtime.block_on(shared.watch(&mut causes, patience)))?;
        Ok(this)
    }

    /// Resolves when the process should end.
    pub async fn begun(&self) {
        self.begun.cancelled().await;
    }

    /// Whether the process should end.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.begun.is_cancelled()
    }

    /// Ends the process if the runtime of the caller does not respond within the grace period, because work that
    /// cannot be cancelled keeps it busy.
    pub fn expect_answer_after(&self, grace: Duration) {
        let Ok(watched) = Handle::try_current() else {
            return;
        };
        let end = Arc::clone(&self.end);
        self.runtime.spawn(async move {
            if !answers_after(grace, &watched, tokio::time::sleep).await {
                end();
            }
        });
    }

    async fn watch(self, causes: &mut impl Causes, patience: impl Fn() -> Duration) {
        causes.first().await;
        self.begun.cancel();
        tokio::select! {
            () = tokio::time::sleep(patience()) => {}
            () = causes.again() => {}
        }
        (self.end)();
    }
}

/// Whether a runtime starts a task in time after the grace period. Time is counted in steps of `wait`: if the
/// clock jumps, the runtime loses no time, because it could not work meanwhile either.
async fn answers_after<W: Future<Output = ()>>(
    grace: Duration,
    runtime: &Handle,
    wait: impl Fn(Duration) -> W,
) -> bool {
    in_steps(grace, || false, &wait).await;
    let answer = runtime.spawn(async {});
    in_steps(ANSWER_TIME, || answer.is_finished(), &wait).await
}

/// Waits for a future, for at most this time. Returns whether it completed.
async fn in_steps<W: Future<Output = ()>>(
    time: Duration,
    is_done: impl Fn() -> bool,
    wait: &impl Fn(Duration) -> W,
) -> bool {
    let mut left = time;
    while !is_done() {
        if left.is_zero() {
            return false;
        }
        let step = left.min(STEP);
        wait(step).await;
        left -= step;
    }
    true
}

/// The reasons to end the process.
trait Causes {
    async fn first(&mut self);
    /// Waits for the next signal.
    async fn again(&mut self);
}

struct SystemCauses {
    signals: system::Signals,
    parent: Option<Parent>,
}

impl SystemCauses {
    fn of(watched: Watched) -> io::Result<Self> {
        Ok(Self {
            signals: system::Signals::listen(watched)?,
            parent: watched.parent.then(Parent::find).flatten(),
        })
    }
}

impl Causes for SystemCauses {
    async fn first(&mut self) {
        let signals = &mut self.signals;
        tokio::select! {
            () = signals.next() => {}
            () = gone(self.parent.as_ref()) => {}
        }
    }

    async fn again(&mut self) {
        self.signals.next().await;
    }
}

/// Waits for the end of the parent process, or for ever without a parent.
async fn gone(parent: Option<&Parent>) {
    let Some(parent) = parent else {
        return std::future::pending().await;
    };
    while parent.is_alive() {
        tokio::time::sleep(PARENT_INTERVAL).await;
    }
}

/// Ends the process, after a short time for exit handlers.
fn end_process(status: i32) {
    let started = std::thread::Builder::new()
        .name("end".to_owned())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            std::thread::sleep(EXIT_TIME);
            process::end_at_once(status);
        });
    if started.is_err() {
        process::end_at_once(status);
    }
    std::process::exit(status);
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

    use super::*;

    struct Told(UnboundedReceiver<()>);

    impl Causes for Told {
        async fn first(&mut self) {
            self.again().await;
        }

        async fn again(&mut self) {
            if self.0.recv().await.is_none() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// A thread whose causes the test sends, and the number of times that it ended the process.
    fn started(patience: Duration) -> (Termination, UnboundedSender<()>, Arc<AtomicUsize>) {
        let (tell, told) = unbounded_channel();
        let ends = Arc::new(AtomicUsize::new(0));
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let counted = Arc::clone(&ends);
        let this = Termination {
            begun: CancellationToken::new(),
            runtime: runtime.handle().clone(),
            end: Arc::new(move || {
                counted.fetch_add(1, Ordering::SeqCst);
            }),
        };
        let shared = this.clone();
        std::thread::spawn(move || {
            runtime.block_on(shared.watch(&mut Told(told), move || patience));
        });
        (this, tell, ends)
    }

    fn wait_for(ends: &AtomicUsize, count: usize) {
        let began = std::time::Instant::now();
        while ends.load(Ordering::SeqCst) < count {
            assert!(began.elapsed() < Duration::from_secs(20), "it goes on");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn the_process_has_time_to_end_by_itself_and_no_more() {
        let (termination, tell, ends) = started(Duration::from_millis(300));
        assert!(!termination.has_begun());
        tell.send(()).expect("a thread");
        let began = std::time::Instant::now();
        // No task runs here that could respond.
        wait_for(&ends, 1);
        assert!(termination.has_begun());
        assert!(began.elapsed() >= Duration::from_millis(250));
    }

    #[test]
    fn said_again_it_ends_at_once() {
        let (_termination, tell, ends) = started(Duration::from_secs(3600));
        tell.send(()).expect("a thread");
        tell.send(()).expect("a thread");
        wait_for(&ends, 1);
    }

    /// A runtime whose only thread is busy until the sender is dropped.
    fn busy() -> (tokio::runtime::Runtime, std::sync::mpsc::Sender<()>) {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .build()
            .expect("a runtime");
        let (begun, has_begun) = std::sync::mpsc::channel();
        let (let_go, is_let_go) = std::sync::mpsc::channel::<()>();
        runtime.spawn(async move {
            _ = begun.send(());
            _ = is_let_go.recv();
        });
        has_begun.recv().expect("a busy worker");
        (runtime, let_go)
    }

    #[test]
    fn time_that_a_machine_stood_still_is_not_taken_from_a_runtime() {
        /// The number of waits in which the machine is suspended, during the grace period of 10 s and after it.
        const PAUSES: usize = 120;
        let (runtime, let_go) = busy();
        let handle = runtime.handle().clone();
        let (let_go, waits) = (Cell::new(Some(let_go)), Cell::new(0));
        // Each wait takes an hour by the clock. The runtime can work again only after the last wait.
        let wait = |_| {
            waits.set(waits.get() + 1);
            if waits.get() > PAUSES {
                drop(let_go.take());
                while handle.metrics().num_alive_tasks() > 0 {
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
            std::future::ready(())
        };
        let own = Builder::new_current_thread().build().expect("a runtime");
        let grace = Duration::from_secs(10);
        assert!(own.block_on(answers_after(grace, &handle, wait)));
        assert!(waits.get() > PAUSES);
    }

    #[test]
    fn a_runtime_has_the_time_of_the_grace_and_of_an_answer() {
        let (runtime, let_go) = busy();
        let waited = Cell::new(Duration::ZERO);
        let wait = |time: Duration| {
            waited.set(waited.get() + time);
            std::future::ready(())
        };
        let own = Builder::new_current_thread().build().expect("a runtime");
        let grace = Duration::from_millis(1234);
        assert!(!own.block_on(answers_after(grace, runtime.handle(), wait)));
        assert_eq!(waited.get(), grace + ANSWER_TIME);
        drop(let_go);
    }

    #[test]
    fn a_runtime_that_does_not_answer_after_the_grace_ends_the_process() {
        let (termination, _tell, ends) = started(Duration::from_secs(3600));
        let (runtime, let_go) = busy();
        let _entered = runtime.enter();
        termination.expect_answer_after(Duration::ZERO);
        wait_for(&ends, 1);
        drop(let_go);
    }

    #[test]
    fn a_runtime_that_answers_goes_on() {
        let (termination, tell, ends) = started(Duration::ZERO);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .build()
            .expect("a runtime");
        let _entered = runtime.enter();
        termination.expect_answer_after(Duration::ZERO);
        std::thread::sleep(2 * STEP);
        assert_eq!(ends.load(Ordering::SeqCst), 0);
        tell.send(()).expect("a thread");
        wait_for(&ends, 1);
    }
}
