//! Sending requests again.

use std::time::Duration;

use crate::bindings::pulumi_wasm::provider::http::Retry as Wire;
use crate::host::NO_EXTRA;

/// How a request is sent again without an answer, or after one of status 429, 502, 503 or 504. See
/// [`RequestBuilder::retry`](super::RequestBuilder::retry).
///
/// Pauses double from half a second up to half a minute, unless it is said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    attempts: u32,
    first: Duration,
    longest: Duration,
}

impl Retry {
    /// So many attempts in all, the first included; at most 20.
    #[must_use]
    pub fn attempts(attempts: u32) -> Self {
        Self {
            attempts,
            first: Duration::from_millis(500),
            longest: Duration::from_secs(30),
        }
    }

    /// The pause before the second attempt.
    #[must_use]
    pub fn first(mut self, pause: Duration) -> Self {
        self.first = pause;
        self
    }

    /// The longest pause. A server that asks for a longer one is not asked again.
    #[must_use]
    pub fn max_delay(mut self, delay: Duration) -> Self {
        self.longest = delay;
        self
    }

    pub(crate) fn wire(self) -> Wire {
        let milliseconds = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        Wire {
            attempts: self.attempts,
            first_ms: milliseconds(self.first),
            longest_ms: milliseconds(self.longest),
            extra: NO_EXTRA.to_owned(),
        }
    }
}

/// So many attempts, with the usual pauses.
impl From<u32> for Retry {
    fn from(attempts: u32) -> Self {
        Self::attempts(attempts)
    }
}
