//! Sending a request again after a failure that may pass, if its effect cannot happen twice.

use std::time::Duration;

use http::Method;
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::failure::PropertyFailure;

/// The most attempts that a guest can ask for.
const MOST_ATTEMPTS: u32 = 20;

/// How to go on when an attempt fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retry {
    /// All of them, the first included.
    pub attempts: u32,
    /// The pause after the first one; each further pause is twice as long.
    pub first: Duration,
    /// No pause is longer.
    pub longest: Duration,
}

impl Retry {
    /// Makes sure that it makes sense.
    ///
    /// # Errors
    /// `Invalid`, with the names that guests use.
    pub(super) fn check(&self) -> Result<(), GuestError> {
        let mut faults = Vec::new();
        let mut fault = |property: &str, reason: String| {
            faults.push(PropertyFailure {
                property: format!("retry.{property}"),
                reason,
            });
        };
        if !(1..=MOST_ATTEMPTS).contains(&self.attempts) {
            fault(
                "attempts",
                format!("it must be between 1 and {MOST_ATTEMPTS}"),
            );
        }
        for (name, pause) in [("first-ms", self.first), ("longest-ms", self.longest)] {
            if pause.is_zero() {
                fault(name, "a pause takes at least a millisecond".to_owned());
            }
        }
        match faults.is_empty() {
            true => Ok(()),
            false => Err(GuestError::Invalid(faults)),
        }
    }

    /// The pause after so many failed attempts, or `None` if there is no further
    /// one. `asked` is the pause that the server asked for: if that is longer than
    /// any pause may be, the guest is told instead. `luck`, between 0 and 1, keeps
    /// many clients from coming back in the same moment.
    pub(super) fn pause(
        &self,
        attempts: u32,
        asked: Option<Duration>,
        luck: f64,
    ) -> Option<Duration> {
        if attempts >= self.attempts {
            return None;
        }
        if let Some(asked) = asked {
            return (asked <= self.longest).then_some(asked);
        }
        let doublings = attempts.saturating_sub(1).min(31);
        let full = self
            .first
            .checked_mul(1 << doublings)
            .map_or(self.longest, |pause| pause.min(self.longest));
        Some(full.mul_f64(0.5 + luck.clamp(0.0, 1.0) / 2.0))
    }
}

/// Whether sending a request twice does the same as sending it once: by its method, or because the server is given a key
/// to know it by.
pub(super) fn is_repeatable(method: &Method, headers: &[(String, String)]) -> bool {
    method.is_idempotent()
        || headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("idempotency-key"))
}

/// Whether a status may be another one soon.
pub(super) fn may_pass(status: u16) -> bool {
    matches!(status, 429 | 502 | 503 | 504)
}

/// Whether a failure may be gone soon.
pub(super) fn may_recover(error: &GuestError) -> bool {
    matches!(error, GuestError::Unavailable(_) | GuestError::TimedOut(_))
}

/// The pause that a header `Retry-After` asks for: seconds, or the time until a date. `now` is the time of day.
pub(super) fn asked_pause(value: &str, now: Duration) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(value).ok()?;
    let date = date.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some(date.saturating_sub(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn pauses_double_up_to_the_longest_and_end_with_the_attempts() {
        let retry = Retry {
            attempts: 5,
            first: SECOND,
            longest: 5 * SECOND,
        };
        let pauses: Vec<_> = (1..=5).map(|done| retry.pause(done, None, 1.0)).collect();
        let expected = [Some(1), Some(2), Some(4), Some(5), None];
        assert_eq!(
            pauses,
            expected.map(|seconds| seconds.map(Duration::from_secs))
        );
        assert_eq!(retry.pause(1, None, 0.0), Some(SECOND / 2));
        // A pause that would overflow is the longest one.
        let retry = Retry {
            attempts: u32::MAX,
            ..retry
        };
        assert_eq!(retry.pause(100_000, None, 1.0), Some(5 * SECOND));
    }

    #[test]
    fn a_server_is_given_the_time_that_it_asks_for_or_not_asked_again() {
        let retry = Retry {
            attempts: 3,
            first: SECOND,
            longest: 5 * SECOND,
        };
        assert_eq!(retry.pause(1, Some(3 * SECOND), 0.5), Some(3 * SECOND));
        assert_eq!(retry.pause(1, Some(6 * SECOND), 0.5), None);
        assert_eq!(retry.pause(3, Some(SECOND), 0.5), None);
        let now = Duration::from_secs(784_111_770);
        for (value, expected) in [
            ("7", Some(7)),
            (" 0 ", Some(0)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(7)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
        ] {
            assert_eq!(
                asked_pause(value, now),
                expected.map(Duration::from_secs),
                "{value}"
            );
        }
    }

    #[test]
    fn only_what_cannot_do_anything_twice_is_sent_again() {
        for (method, expected) in [
            ("GET", true),
            ("HEAD", true),
            ("PUT", true),
            ("DELETE", true),
            ("POST", false),
            ("PATCH", false),
            ("BREW", false),
        ] {
            let method = method.parse().expect("a method");
            assert_eq!(is_repeatable(&method, &[]), expected, "{method}");
        }
        let key = [("Idempotency-Key".to_owned(), "1".to_owned())];
        assert!(is_repeatable(&Method::POST, &key));
    }

    #[test]
    fn what_makes_no_sense_is_said_by_name() {
        let wrong = Retry {
            attempts: 0,
            first: Duration::ZERO,
            longest: Duration::ZERO,
        };
        let message = wrong.check().unwrap_err().message();
        for name in ["retry.attempts", "retry.first-ms", "retry.longest-ms"] {
            assert!(message.contains(name), "{message}");
        }
    }
}
