//! Ending guest code: one deadline and one cancellation around a whole call.

use std::future::Future;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// Why a call was ended from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Deadline,
    Cancelled,
}

/// Runs guest code until it returns, its deadline passes, or it was cancelled and its grace period is over.
///
/// Guests yield at every tick of the engine's clock and host functions never block, so dropping the future ends them
/// within a few ticks at any point. The store is not usable afterwards.
///
/// # Errors
/// How the call was ended.
pub async fn run<T>(
    call: impl Future<Output = T>,
    deadline: Duration,
    cancellation: &CancellationToken,
    grace: Duration,
) -> Result<T, Ending> {
    let cancelled = async {
        cancellation.cancelled().await;
        tokio::time::sleep(grace).await;
    };
    tokio::select! {
        // An available answer wins over a deadline at the same moment.
        biased;
        answer = call => Ok(answer),
        () = cancelled => Err(Ending::Cancelled),
        () = tokio::time::sleep(deadline) => Err(Ending::Deadline),
    }
}
