//! A rate limit: a bucket of turns that fills evenly.

use std::collections::BTreeMap;
use std::time::Duration;

use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::error::failure::PropertyFailure;

/// The longest time between two turns. A slower rate is a mistake in its unit.
const MAX_INTERVAL: Duration = Duration::from_secs(24 * 60 * 60);

/// A rate as the guest passes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rate {
    /// Turns in a second, in the long run.
    pub per_second: f64,
    /// Turns at once, after a time without any.
    pub burst: u32,
}

/// A rate as durations.
#[derive(Debug, Clone, Copy)]
pub(super) struct Schedule {
    /// Between two turns.
    interval: Duration,
    /// How long before its regular time a turn may be taken.
    early: Duration,
}

impl Rate {
    /// The rate as times.
    ///
    /// # Errors
    /// `Invalid` for an invalid rate.
    pub(super) fn schedule(self) -> Result<Schedule, GuestError> {
        let fault = |property: &str, reason: &str| PropertyFailure {
            property: property.to_owned(),
            reason: reason.to_owned(),
        };
        let interval = Duration::try_from_secs_f64(1.0 / self.per_second).ok();
        let interval = interval.filter(|interval| *interval <= MAX_INTERVAL);
        let mut faults = Vec::new();
        if interval.is_none() || !self.per_second.is_finite() {
            let reason = "it must be a number above 0, and not less than once a day";
            faults.push(fault("per-second", reason));
        }
        if self.burst == 0 {
            faults.push(fault("burst", "it must be 1 or more"));
        }
        match interval {
            Some(interval) if faults.is_empty() => Ok(Schedule {
                interval,
                early: interval.saturating_mul(self.burst - 1),
            }),
            _ => Err(GuestError::Invalid(faults)),
        }
    }
}

/// The rates in use: when the next turn of each is due, if turns are taken evenly.
#[derive(Debug, Default)]
pub(super) struct Rates(BTreeMap<String, Duration>);

impl Rates {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Takes the next turn and returns the pause before it. A pause that is too long is not taken, and the result is
    /// `None`.
    pub(super) fn turn(
        &mut self,
        name: &str,
        schedule: Schedule,
        now: Duration,
        longest: Duration,
    ) -> Option<Duration> {
        let regular = self.0.get(name).copied().unwrap_or(now).max(now);
        let pause = regular.saturating_sub(schedule.early).saturating_sub(now);
        if pause > longest {
            return None;
        }
        let next = regular.saturating_add(schedule.interval);
        self.0.insert(name.to_owned(), next);
        Some(pause)
    }

    /// A rate needs no memory when all its turns are free again.
    pub(super) fn remove_ended(&mut self, now: Duration) {
        self.0.retain(|_, next| *next > now);
    }
}
