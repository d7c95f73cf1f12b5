//! The components that are under construction. With the answer of Cancel the engine closes the connection, and shows
//! an error for each request that is open then: so their answers go first.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// How long a Cancel waits for the components that it ends. Each answers within some milliseconds.
const ANSWER_TIME: Duration = Duration::from_millis(100);

/// The number of open components of a session.
pub(crate) struct OpenComponents(Arc<watch::Sender<usize>>);

/// One open component, until the engine has its answer.
pub(crate) struct OpenComponent(Arc<watch::Sender<usize>>);

impl OpenComponents {
    pub(crate) fn new() -> Self {
        Self(Arc::new(watch::Sender::new(0)))
    }

    /// Counts a component until the result is dropped.
    pub(crate) fn begin(&self) -> OpenComponent {
        self.0.send_modify(|count| *count += 1);
        OpenComponent(Arc::clone(&self.0))
    }

    /// Waits until all have been answered for, but not for long: a Cancel must be answered.
    pub(crate) async fn answered(&self) {
        let mut count = self.0.subscribe();
        let answered = count.wait_for(|count| *count == 0);
        // For later answers, the user sees the engine's error.
        drop(tokio::time::timeout(ANSWER_TIME, answered).await);
    }
}

impl Drop for OpenComponent {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}
