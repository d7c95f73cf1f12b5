//! The attempts at something that may not succeed at once, and the delays between them.

use std::time::Duration;

use pulumi_wasm_core::error::failure::PropertyFailure;

/// The attempts of a request or of a wait. The names of its members in errors are the interface's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Backoff {
    /// The number of attempts, including the first; 0 for no limit.
    pub attempts: u32,
    /// The delay before the second attempt.
    pub first_delay: Duration,
    /// The factor from each delay to the next.
    pub factor: f64,
    /// No delay is longer than this, including the first.
    pub max_delay: Duration,
    /// The time for all attempts together; `None` leaves it to the call.
    pub timeout: Option<Duration>,
}

impl Backoff {
    /// The members that are out of their bounds.
    pub(crate) fn failures(&self) -> Vec<PropertyFailure> {
        let mut failures = Vec::new();
        let mut fail = |property: &str, reason: &str| {
            failures.push(PropertyFailure {
                property: format!("backoff.{property}"),
                reason: reason.to_owned(),
            });
        };
        for (name, delay) in [
            ("first-delay-ms", self.first_delay),
            ("max-delay-ms", self.max_delay),
        ] {
            if delay.is_zero() {
                fail(name, "it must be at least a millisecond");
            }
        }
        if !self.factor.is_finite() || self.factor < 1.0 {
            fail("factor", "it must be a number of 1 or more");
        }
        failures
    }

    /// The delay after this number of attempts.
    pub(crate) fn delay_after(&self, attempt: u32) -> Duration {
        let power = i32::try_from(attempt.saturating_sub(1)).unwrap_or(i32::MAX);
        let seconds = self.first_delay.as_secs_f64() * self.factor.powi(power);
        self.max_delay
            .mul_f64((seconds / self.max_delay.as_secs_f64()).min(1.0))
    }

    /// Whether no attempt is left after this number of attempts.
    pub(crate) fn is_last(&self, attempt: u32) -> bool {
        self.attempts > 0 && attempt >= self.attempts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn backoff(first: u64, factor: f64, max: u64) -> Backoff {
        Backoff {
            attempts: 0,
            first_delay: Duration::from_millis(first),
            factor,
            max_delay: Duration::from_millis(max),
            timeout: None,
        }
    }

    #[test]
    fn delays_grow_up_to_the_longest() {
        let milliseconds = |backoff: Backoff, attempts: &[u32]| -> Vec<u128> {
            let delay = |attempt: &u32| backoff.delay_after(*attempt).as_millis();
            attempts.iter().map(delay).collect()
        };
        let attempts = [1, 2, 3, 4, 5, u32::MAX];
        assert_eq!(
            milliseconds(backoff(100, 2.0, 1000), &attempts),
            [100, 200, 400, 800, 1000, 1000]
        );
        assert_eq!(milliseconds(backoff(50, 1.0, 1000), &attempts), [50; 6]);
        assert_eq!(milliseconds(backoff(50, 2.0, 30), &attempts), [30; 6]);
        let steep = backoff(1, f64::MAX, u64::from(u32::MAX));
        assert_eq!(milliseconds(steep, &[1, 2]), [1, u128::from(u32::MAX)]);
    }

    #[test]
    fn members_out_of_their_bounds_are_named() {
        for (backoff, expected) in [
            (backoff(0, 2.0, 10), "backoff.first-delay-ms"),
            (backoff(1, 0.5, 10), "backoff.factor"),
            (backoff(1, f64::NAN, 10), "backoff.factor"),
            (backoff(1, f64::INFINITY, 10), "backoff.factor"),
            (backoff(1, -2.0, 10), "backoff.factor"),
            (backoff(10, 2.0, 0), "backoff.max-delay-ms"),
        ] {
            let failures = backoff.failures();
            assert_eq!(failures.len(), 1, "{backoff:?}");
            assert_eq!(failures[0].property, expected);
        }
        assert!(backoff(1, 1.0, 1).failures().is_empty());
    }

    #[test]
    fn attempts_have_a_limit_if_it_is_not_0() {
        let limited = Backoff {
            attempts: 3,
            ..backoff(1, 1.0, 1)
        };
        let last = [1, 2, 3, 4].map(|attempt| limited.is_last(attempt));
        assert_eq!(last, [false, false, true, true]);
        assert!(!backoff(1, 1.0, 1).is_last(u32::MAX));
    }
}
