//! The thread that serves connections: guests and the engine do not wait for the data of servers.

use std::io;

use tokio::runtime::{Builder, Handle, Runtime};

use super::lookups::LOOKUPS;

/// A runtime of one thread. Dropped, it ends with all its connections, and is not waited for.
pub(super) struct Background(Option<Runtime>);

impl Background {
    /// # Errors
    /// When the machine cannot start a thread for it.
    pub(super) fn start() -> io::Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(LOOKUPS)
            .thread_name("network")
            .enable_all()
            // A server that sends much must not keep the others from being heard.
            .event_interval(1)
            .build()?;
        Ok(Self(Some(runtime)))
    }

    pub(super) fn handle(&self) -> Option<Handle> {
        self.0.as_ref().map(|runtime| runtime.handle().clone())
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
