//! Waiting for something that takes its time.

use std::time::Duration;

use crate::bindings::pulumi_wasm::provider::waiting::Schedule;
use crate::error::Result;
use crate::host::{self, NO_EXTRA};

/// How to wait between two looks at something. See [`Context::wait`](crate::Context::wait).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wait {
    first: Duration,
    factor: f64,
    longest: Option<Duration>,
    timeout: Option<Duration>,
}

/// The result of one look at something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Poll<T> {
    /// It is there, or done.
    Ready(T),
    /// Not yet: the present status, for the resource's status line and for the error when the time is over.
    Pending(String),
}

impl Wait {
    /// A pause of this length between two looks, until the call's own deadline.
    pub fn every(pause: Duration) -> Self {
        Self {
            first: pause,
            factor: 1.0,
            longest: None,
            timeout: None,
        }
    }

    /// Each pause is so many times as long as the one before it: 1 or more.
    #[must_use]
    pub fn factor(mut self, factor: f64) -> Self {
        self.factor = factor;
        self
    }

    /// No pause is longer than this.
    #[must_use]
    pub fn max_delay(mut self, delay: Duration) -> Self {
        self.longest = Some(delay);
        self
    }

    /// The wait as a whole is over after this time, though the call may have more.
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Self {
        self.timeout = Some(time);
        self
    }

    /// Looks until something is found, or the host ends the wait.
    pub(crate) fn run<T>(self, mut look: impl FnMut(u32) -> Result<Poll<T>>) -> Result<T> {
        let schedule = self.schedule();
        let mut looks = 0u32;
        loop {
            looks = looks.saturating_add(1);
            match look(looks)? {
                Poll::Ready(found) => return Ok(found),
                Poll::Pending(status) => host::pause(&schedule, looks, &status)?,
            }
        }
    }

    fn schedule(self) -> Schedule {
        Schedule {
            first_ms: milliseconds(self.first),
            factor: self.factor,
            // Without growth, all pauses are equal.
            longest_ms: self.longest.map_or(
                if self.factor > 1.0 {
                    u32::MAX
                } else {
                    milliseconds(self.first)
                },
                milliseconds,
            ),
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
