//! Back-off between attempts, and waiting with it.

use std::time::Duration;

use crate::error::Result;
use crate::host::bindings::pulumi_wasm::provider::common::Backoff as Wire;
use crate::host::{self, NO_EXTRA};

/// The pauses between attempts, when a request is sent again and when something is waited for.
///
/// The default begins with half a second, doubles each pause, and never exceeds 30 seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Backoff {
    pub(crate) first_delay: Duration,
    pub(crate) factor: f64,
    pub(crate) max_delay: Duration,
    /// `None` for no limit.
    pub(crate) attempts: Option<u32>,
    /// `None` leaves it to the call.
    pub(crate) timeout: Option<Duration>,
}

impl Backoff {
    /// The same pause between all attempts, unless [`factor`](Self::factor) lets it grow.
    #[must_use]
    pub fn every(delay: Duration) -> Self {
        Self {
            first_delay: delay,
            factor: 1.0,
            max_delay: Duration::MAX,
            attempts: None,
            timeout: None,
        }
    }

    /// The pause between the first attempt and the second.
    #[must_use]
    pub fn first_delay(mut self, delay: Duration) -> Self {
        self.first_delay = delay;
        self
    }

    /// The factor between a pause and the next pause: 1 or more.
    #[must_use]
    pub fn factor(mut self, factor: f64) -> Self {
        self.factor = factor;
        self
    }

    /// The longest pause.
    #[must_use]
    pub fn max_delay(mut self, delay: Duration) -> Self {
        self.max_delay = delay;
        self
    }

    /// The maximum number of attempts, including the first.
    #[must_use]
    pub fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = Some(attempts);
        self
    }

    /// The attempts and pauses together take at most this time, though the call may have more.
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Self {
        self.timeout = Some(time);
        self
    }

    pub(crate) fn wire(self) -> Wire {
        Wire {
            attempts: self.attempts.unwrap_or(0),
            first_delay_ms: milliseconds(self.first_delay),
            factor: self.factor,
            max_delay_ms: milliseconds(self.max_delay),
            timeout_ms: self.timeout.map_or(0, milliseconds),
            extra: NO_EXTRA.to_owned(),
        }
    }
}

/// 0 would mean something else.
fn milliseconds(duration: Duration) -> u32 {
    u32::try_from(duration.as_millis())
        .unwrap_or(u32::MAX)
        .max(1)
}

impl Default for Backoff {
    fn default() -> Self {
        Self {
            first_delay: Duration::from_millis(500),
            factor: 2.0,
            max_delay: Duration::from_secs(30),
            attempts: None,
            timeout: None,
        }
    }
}

/// This number of attempts in total, with the default pauses.
impl From<u32> for Backoff {
    fn from(attempts: u32) -> Self {
        Self::default().attempts(attempts)
    }
}

/// The result of an attempt. See [`WaitContext::wait`](crate::WaitContext::wait).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress<T> {
    /// The resource is ready.
    Ready(T),
    /// The resource is not ready. The text is its status, for the status line and for the error after the last attempt.
    Pending(String),
}

/// Calls `look` until it is ready, or the host ends the wait.
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
