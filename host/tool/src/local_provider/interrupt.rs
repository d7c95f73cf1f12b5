//! Ctrl-C while a provider works: the first one cancels, as it does with an engine; the process ends with the grace at
//! the latest, or at the second one, whatever the provider is busy with.

use std::future::Future;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use pulumi_wasm_platform::termination::{Termination, Watched};
use pulumi_wasm_simulator::Provider;

/// The status of an interrupted process: 128 and the signal's number, as shells have it.
pub(crate) const INTERRUPTED: i32 = 130;

/// The time, after its grace, in which a component ends and this process records the things that exist.
const REST_TIME: Duration = Duration::from_secs(1);

/// Providers that work.
static WORKING: AtomicUsize = AtomicUsize::new(0);
/// The grace of the provider that was loaded last, in milliseconds.
static GRACE: AtomicU64 = AtomicU64::new(0);

/// Waits for interrupts in a thread, which starts at the first use. `None` if the thread cannot start: then the first
/// interrupt ends the process.
static TERMINATION: LazyLock<Option<Termination>> = LazyLock::new(|| {
    let patience = || match WORKING.load(Ordering::SeqCst) {
        0 => REST_TIME,
        _ => Duration::from_millis(GRACE.load(Ordering::SeqCst)).saturating_add(REST_TIME),
    };
    Termination::start(Watched::default(), patience, INTERRUPTED).ok()
});

/// Sets how long a component may go on after an interrupt.
pub(super) fn set_grace(grace: Duration) {
    let milliseconds = u64::try_from(grace.as_millis()).unwrap_or(u64::MAX);
    GRACE.store(milliseconds, Ordering::SeqCst);
}

/// Runs work of a provider. An interrupt cancels the waits in it; the work may still finish.
pub(crate) async fn until_interrupted<T>(provider: &Provider, work: impl Future<Output = T>) -> T {
    struct Working;
    impl Drop for Working {
        fn drop(&mut self) {
            WORKING.fetch_sub(1, Ordering::SeqCst);
        }
    }
    WORKING.fetch_add(1, Ordering::SeqCst);
    let _working = Working;
    let Some(termination) = &*TERMINATION else {
        return work.await;
    };
    tokio::pin!(work);
    tokio::select! {
        biased;
        done = &mut work => return done,
        () = termination.begun() => {}
    }
    eprintln!("\ninterrupted: waiting for the component to finish; interrupt again to end at once");
    provider.cancellation().cancel();
    work.await
}
