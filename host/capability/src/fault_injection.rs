//! Boundaries between a guest and the host, at which a test observes, or lets something go wrong.

use pulumi_wasm_core::error::GuestError;

use super::CallSlot;
pub use super::observer::{Boundary, Moment, Observer, Verdict};

/// Passes a boundary of the running call; does nothing between calls.
///
/// # Errors
/// The error that the observer lets the host call fail with.
pub async fn pass(
    observer: Option<&dyn Observer>,
    slot: &CallSlot,
    boundary: Boundary,
) -> Result<(), GuestError> {
    // Ordinary runs have no observer, and this must cost nothing there.
    let Some(observer) = observer else {
        return Ok(());
    };
    let Some(call) = slot.call() else {
        return Ok(());
    };
    match observer.at(&call, boundary) {
        Verdict::GoOn => Ok(()),
        Verdict::Fail(error) => Err(error),
        Verdict::End => {
            call.cancellation.cancel();
            std::future::pending().await
        }
    }
}
