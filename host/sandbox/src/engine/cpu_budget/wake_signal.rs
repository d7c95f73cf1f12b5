//! Tells whether a future was woken since it was last polled. A call asks for a turn only if it can go on: a request is
//! polled for other reasons too, for example right after each of its turns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Wake, Waker};

use futures_util::task::AtomicWaker;

/// The waker of one future. It notes that the future was woken, and wakes the task around the future.
pub(crate) struct WakeSignal {
    is_woken: AtomicBool,
    task: AtomicWaker,
}

impl WakeSignal {
    /// The signal of a future that was not polled yet, which counts as woken.
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            is_woken: AtomicBool::new(true),
            task: AtomicWaker::new(),
        })
    }

    /// Whether the future was woken since the last [`Self::reset`]. A later wake-up wakes the task of this context.
    pub(super) fn is_woken(&self, context: &Context<'_>) -> bool {
        // Before the look: a wake-up in between reaches the new task.
        self.task.register(context.waker());
        self.is_woken.load(Ordering::Acquire)
    }

    /// Must come before a poll of the future, so that a wake-up during the poll counts.
    pub(super) fn reset(&self) {
        self.is_woken.store(false, Ordering::Release);
    }

    /// The waker to poll the future with.
    pub(crate) fn waker(self: &Arc<Self>) -> Waker {
        Waker::from(Arc::clone(self))
    }
}

impl Wake for WakeSignal {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.is_woken.store(true, Ordering::Release);
        self.task.wake();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_future_is_woken_at_first_and_by_its_waker_alone() {
        let signal = WakeSignal::new();
        let (task, inner) = (WakeSignal::new(), signal.waker());
        let waker = task.waker();
        let context = Context::from_waker(&waker);
        task.reset();
        assert!(signal.is_woken(&context));
        // It stays woken until it is polled.
        assert!(signal.is_woken(&context));
        signal.reset();
        assert!(!signal.is_woken(&context));
        inner.wake_by_ref();
        assert!(signal.is_woken(&context));
        assert!(task.is_woken(&Context::from_waker(Waker::noop())));
    }

    #[test]
    fn a_wake_up_reaches_the_task_that_looked_last() {
        let signal = WakeSignal::new();
        let tasks = [WakeSignal::new(), WakeSignal::new()];
        for task in &tasks {
            task.reset();
            let waker = task.waker();
            signal.is_woken(&Context::from_waker(&waker));
        }
        signal.waker().wake();
        let noop = Context::from_waker(Waker::noop());
        let woken = tasks.map(|task| task.is_woken(&noop));
        assert_eq!(woken, [false, true]);
    }
}
