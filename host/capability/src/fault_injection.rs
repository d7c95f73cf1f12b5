//! Boundaries between a guest and the host, at which a test observes calls or injects faults.

use pulumi_wasm_core::error::GuestError;

use super::CurrentCall;
pub use crate::system::observer::{Injection, InjectionPoint, Moment, Observer};

/// Passes a boundary of the running call; does nothing between calls.
///
/// # Errors
/// The error that the observer injects into the host call.
pub async fn pass(
    observer: Option<&dyn Observer>,
    current_call: &CurrentCall,
    point: InjectionPoint,
) -> Result<(), GuestError> {
    // Ordinary runs have no observer, and this must cost nothing there.
    let Some(observer) = observer else {
        return Ok(());
    };
    let Some(call) = current_call.call() else {
        return Ok(());
    };
    match observer.at(&call, point) {
        Injection::Continue => Ok(()),
        Injection::Fail(error) => Err(error),
        Injection::End => {
            call.cancellation.cancel();
            std::future::pending().await
        }
    }
}
