//! Sending a request again after a failure that may pass, if its effect cannot happen twice.

use std::time::Duration;

use http::Method;
use pulumi_wasm_core::error::GuestError;
use pulumi_wasm_core::error::failure::PropertyFailure;

use crate::polling::backoff::Backoff;

/// The maximum number of attempts that a guest can request.
const MAX_ATTEMPTS: u32 = 20;

/// Makes sure that a request's back-off is within its bounds.
///
/// # Errors
/// `Invalid`, with the interface's names.
pub(super) fn check(backoff: &Backoff) -> Result<(), GuestError> {
    let mut failures = backoff.failures();
    if !(1..=MAX_ATTEMPTS).contains(&backoff.attempts) {
        failures.push(PropertyFailure {
            property: "backoff.attempts".to_owned(),
            reason: format!("it must be between 1 and {MAX_ATTEMPTS}"),
        });
    }
    if failures.is_empty() {
        Ok(())
    } else {
        Err(GuestError::Invalid(failures))
    }
}

/// The delay after this many failed attempts, or `None` after the last attempt. `asked` is the delay that the server
/// requested: if it is longer than the maximum delay, the guest gets the answer instead. `luck`, between 0 and 1,
/// spreads the retries of many clients.
pub(super) fn delay(
    backoff: &Backoff,
    attempts: u32,
    asked: Option<Duration>,
    luck: f64,
) -> Option<Duration> {
    if backoff.is_last(attempts) {
        return None;
    }
    if let Some(asked) = asked {
        return (asked <= backoff.max_delay).then_some(asked);
    }
    let full = backoff.delay_after(attempts);
    Some(full.mul_f64(0.5 + luck.clamp(0.0, 1.0) / 2.0))
}

/// Whether a request is idempotent: by its method, or because it has an idempotency key.
pub(super) fn is_repeatable(method: &Method, headers: &[(String, String)]) -> bool {
    method.is_idempotent()
        || headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case("idempotency-key"))
}

/// Whether a status is temporary.
pub(super) fn may_pass(status: u16) -> bool {
    matches!(status, 429 | 502 | 503 | 504)
}

/// Whether a later attempt may succeed.
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

    fn backoff(attempts: u32) -> Backoff {
        Backoff {
            attempts,
            first_delay: SECOND,
            factor: 2.0,
            max_delay: 5 * SECOND,
            timeout: None,
        }
    }

    #[test]
    fn delays_end_with_the_attempts_and_are_shortened_at_random() {
        let five = backoff(5);
        let delays: Vec<_> = (1..=5).map(|done| delay(&five, done, None, 1.0)).collect();
        let expected = [Some(1), Some(2), Some(4), Some(5), None];
        assert_eq!(
            delays,
            expected.map(|seconds| seconds.map(Duration::from_secs))
        );
        assert_eq!(delay(&five, 1, None, 0.0), Some(SECOND / 2));
        // A delay that would overflow becomes the longest delay.
        let many = backoff(u32::MAX);
        assert_eq!(delay(&many, 100_000, None, 1.0), Some(5 * SECOND));
    }

    #[test]
    fn a_server_is_given_the_time_that_it_asks_for_or_not_asked_again() {
        let three = backoff(3);
        assert_eq!(delay(&three, 1, Some(3 * SECOND), 0.5), Some(3 * SECOND));
        assert_eq!(delay(&three, 1, Some(6 * SECOND), 0.5), None);
        assert_eq!(delay(&three, 3, Some(SECOND), 0.5), None);
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
    fn members_out_of_their_bounds_are_named() {
        let wrong = Backoff {
            first_delay: Duration::ZERO,
            factor: 0.0,
            max_delay: Duration::ZERO,
            ..backoff(0)
        };
        let message = check(&wrong).unwrap_err().message();
        for name in ["attempts", "first-delay-ms", "factor", "max-delay-ms"] {
            assert!(message.contains(&format!("backoff.{name}")), "{message}");
        }
        assert!(check(&backoff(MAX_ATTEMPTS)).is_ok());
        assert!(check(&backoff(MAX_ATTEMPTS + 1)).is_err());
    }
}
