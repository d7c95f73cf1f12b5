//! Waiting for something that takes its time.

use crate::backoff::Backoff;
use crate::error::Result;
use crate::host;

/// The result of one look at something. See [`WaitContext::wait`](crate::WaitContext::wait).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress<T> {
    /// It is there, or done.
    Ready(T),
    /// Not yet: the present status, for the resource's status line and for the error when the time is over.
    Pending(String),
}

/// Looks until something is found, or the host ends the wait.
pub(crate) fn wait<T>(
    backoff: Backoff,
    mut look: impl FnMut(u32) -> Result<Progress<T>>,
) -> Result<T> {
    let backoff = backoff.wire();
    let mut attempt = 0u32;
    loop {
        attempt = attempt.saturating_add(1);
        match look(attempt)? {
            Progress::Ready(found) => return Ok(found),
            Progress::Pending(status) => host::pause(&backoff, attempt, &status)?,
        }
    }
}
