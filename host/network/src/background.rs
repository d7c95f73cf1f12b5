//! The thread that serves connections, so that guests and the engine do not wait for servers.

use std::io;

use tokio::runtime::{Builder, Handle, Runtime};

use super::lookups::LOOKUPS;

/// A single-threaded runtime. Dropping it ends all its connections, without waiting.
pub(super) struct Background(Option<Runtime>);

impl Background {
    /// # Errors
    /// If the thread cannot be started.
    pub(super) fn start() -> io::Result<Self> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(LOOKUPS)
            .thread_name("network")
            .enable_all()
            // A server that sends fast must not starve the others.
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
