//! The clock that interrupts running guests, so that it can be decided whether they go on.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::Thread;
use std::time::Duration;

/// The interval at which running guests are interrupted.
const TICK: Duration = Duration::from_millis(1);
/// The interval at which a stopped clock checks whether its engine still exists.
const REST: Duration = Duration::from_secs(1);

/// Ticks while guests run, and stops otherwise, so that an idle provider wakes no thread.
pub(crate) struct EpochClock {
    running: AtomicUsize,
    thread: OnceLock<Thread>,
}

impl EpochClock {
    /// Starts the clock of an engine, for as long as the engine lives.
    pub(crate) fn start(engine: &wasmtime::Engine) -> io::Result<Arc<Self>> {
        let clock = Arc::new(Self {
            running: AtomicUsize::new(0),
            thread: OnceLock::new(),
        });
        // A weak handle, so that this thread does not keep the engine alive.
        let (weak, shared) = (engine.weak(), Arc::clone(&clock));
        let handle = std::thread::Builder::new()
            .name("epoch".to_owned())
            .stack_size(64 << 10)
            .spawn(move || {
                while let Some(engine) = weak.upgrade() {
                    if shared.running.load(Ordering::SeqCst) == 0 {
                        drop(engine);
                        std::thread::park_timeout(REST);
                        continue;
                    }
                    engine.increment_epoch();
                    drop(engine);
                    std::thread::sleep(TICK);
                }
            })?;
        // Set only here, so this cannot fail.
        drop(clock.thread.set(handle.thread().clone()));
        Ok(clock)
    }

    /// Lets the clock tick until the result is dropped.
    pub(crate) fn running(&self) -> impl Drop + use<'_> {
        struct Running<'a>(&'a AtomicUsize);
        impl Drop for Running<'_> {
            fn drop(&mut self) {
                self.0.fetch_sub(1, Ordering::SeqCst);
            }
        }
        if self.running.fetch_add(1, Ordering::SeqCst) == 0
            && let Some(thread) = self.thread.get()
        {
            // Nearly free if the thread is awake.
            thread.unpark();
        }
        Running(&self.running)
    }
}
