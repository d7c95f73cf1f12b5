//! When a request is retried.

use std::time::{Duration, SystemTime};

/// The maximum number of attempts of a request.
pub(crate) const ATTEMPTS: u32 = 5;
/// The longest wait that a registry may ask for.
pub(crate) const MAX_WAIT: Duration = Duration::from_secs(60);

/// Whether a status is temporary.
pub(crate) fn is_passing(status: u16) -> bool {
    matches!(status, 408 | 429 | 500 | 502 | 503 | 504)
}

/// The wait after this number of attempts: `first` after one attempt, doubled each time. Returns `None` if the
/// header `Retry-After` asks for a longer wait than allowed.
pub(crate) fn wait(
    first: Duration,
    attempts: u32,
    retry_after: Option<&str>,
    now: SystemTime,
) -> Option<Duration> {
    let asked = retry_after.and_then(|header| asked(header.trim(), now));
    let own = first.saturating_mul(1 << attempts.saturating_sub(1).min(6));
    match asked {
        Some(asked) if asked > MAX_WAIT => None,
        Some(asked) => Some(asked),
        None => Some(own),
    }
}

/// Parses seconds or a date.
fn asked(header: &str, now: SystemTime) -> Option<Duration> {
    if let Ok(seconds) = header.parse::<u64>() {
        return Some(Duration::from_secs(seconds));
    }
    let date = httpdate::parse_http_date(header).ok()?;
    Some(date.duration_since(now).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FIRST_WAIT;

    #[test]
    fn a_registry_is_waited_for_as_long_as_it_asks_up_to_a_minute() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777);
        let seconds =
            |header| wait(FIRST_WAIT, 1, Some(header), now).map(|wait| wait.as_secs_f64());
        assert_eq!(seconds("7"), Some(7.0));
        assert_eq!(seconds("0"), Some(0.0));
        assert_eq!(seconds("60"), Some(60.0));
        assert_eq!(seconds("61"), None);
        assert_eq!(seconds("99999999999999999999999"), Some(0.5));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:47 GMT"), Some(10.0));
        assert_eq!(seconds("Sun, 06 Nov 1994 08:49:27 GMT"), Some(0.0));
        assert_eq!(seconds("Mon, 06 Nov 1995 08:49:37 GMT"), None);
        assert_eq!(seconds("soon"), Some(0.5));
        let own = |attempts| wait(FIRST_WAIT, attempts, None, now).map(|wait| wait.as_secs_f64());
        assert_eq!([1, 2, 3, 4].map(own), [0.5, 1.0, 2.0, 4.0].map(Some));
    }
}
