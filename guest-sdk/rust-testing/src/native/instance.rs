//! A thread that a provider's functions run on.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::mpsc::{Sender, channel};

use pulumi_wasm_capability::in_process::InProcess;
use pulumi_wasm_core::error::{CallError, TrapReport};
use pulumi_wasm_provider::attached;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::functions::Functions;
use super::panics;

type Work = Box<dyn FnOnce() + Send>;

/// The stand-in for an instance of the sandbox: the thread owns the values that a provider keeps between calls. It ends
/// when this is dropped.
pub(super) struct Instance {
    work: Sender<Work>,
}

impl Instance {
    /// Starts the thread, whose calls of host functions go to this host.
    ///
    /// # Errors
    /// When no thread can be started.
    pub(super) fn start(name: &str, host: InProcess) -> Result<Self, CallError> {
        let (sender, receiver) = channel::<Work>();
        let runtime = Handle::current();
        std::thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || {
                panics::remember_in_this_thread();
                attached::attach(Rc::new(Functions { host, runtime }));
                for work in receiver {
                    work();
                }
            })
            .map_err(|error| CallError::Unusable {
                reason: format!("cannot start a thread: {error}"),
                hint: None,
            })?;
        Ok(Self { work: sender })
    }

    /// Runs something on the thread.
    ///
    /// # Errors
    /// The known facts about its panic.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, TrapReport> {
        let (done, result) = oneshot::channel();
        let work = move || {
            // The thread is not used again after a panic, so nothing half-done is seen.
            let ended = catch_unwind(AssertUnwindSafe(work)).map_err(|_| TrapReport {
                cause: "panic".to_owned(),
                gave_up: true,
                message: panics::last_words(),
                ..TrapReport::default()
            });
            // The receiver is gone if the call was given up.
            drop(done.send(ended));
        };
        let gone = || TrapReport {
            cause: "the thread of the provider ended".to_owned(),
            ..TrapReport::default()
        };
        self.work.send(Box::new(work)).map_err(|_| gone())?;
        result.await.map_err(|_| gone())?
    }
}
