//! Runs blocking work on a thread other than the one that serves calls.

use crate::SourceError;

/// Runs the work on another thread, so that the server can answer other requests.
///
/// # Errors
/// When the process ends before it is done.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, SourceError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => Ok(done),
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Err(SourceError::new("the plugin is ending")),
        },
    }
}
