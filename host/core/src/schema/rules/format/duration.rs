//! Durations, independent of their notation.

/// Units, the longer name before one that it begins with.
const UNITS: [(&str, i128); 9] = [
    ("ns", 1),
    ("us", 1_000),
    ("\u{b5}s", 1_000),
    ("\u{3bc}s", 1_000),
    ("ms", 1_000_000),
    ("s", SECOND),
    ("m", 60 * SECOND),
    ("h", 3_600 * SECOND),
    ("d", 86_400 * SECOND),
];

const SECOND: i128 = 1_000_000_000;

/// The nanoseconds of `1h30m`, `1.5h`, `-2s`, `1d`, `2w` and ISO 8601's `P1DT2H`, `P2W`; `None` for anything else. The
/// length of months and years varies.
pub(super) fn nanoseconds(text: &str) -> Option<i128> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let length = match text.strip_prefix('P') {
        Some(period) => iso(period),
        None if text == "0" => Some(0),
        None => units(text),
    };
    length.map(|length| sign * length)
}

/// The canonical form of a duration; `None` for any other text.
pub(crate) fn canonical(text: &str) -> Option<String> {
    nanoseconds(text).map(|length| format!("{length}ns"))
}

/// Reads the part after the `P`.
fn iso(period: &str) -> Option<i128> {
    let (days, time) = match period.split_once('T') {
        Some((_, "")) => return None,
        Some((days, time)) => (days, time),
        None => (period, ""),
    };
    if days.is_empty() && time.is_empty() {
        return None;
    }
    let days = sum(days, &[("W", 604_800 * SECOND), ("D", 86_400 * SECOND)])?;
    let parts = [("H", 3_600 * SECOND), ("M", 60 * SECOND), ("S", SECOND)];
    days.checked_add(sum(time, &parts)?)
}

/// Numbers with these units, each at most once and in this order.
fn sum(text: &str, units: &[(&str, i128)]) -> Option<i128> {
    let mut total: i128 = 0;
    let mut rest = text;
    for (unit, length) in units {
        if let Some((number, after)) = rest.split_once(unit) {
            total = total.checked_add(scaled(number, *length)?)?;
            rest = after;
        }
    }
    rest.is_empty().then_some(total)
}

/// Numbers with units, in any order.
fn units(text: &str) -> Option<i128> {
    let mut total: i128 = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let is_number = |letter: char| letter.is_ascii_digit() || letter == '.';
        let (number, after) = rest.split_at(rest.find(|letter| !is_number(letter))?);
        let weeks = [("w", 604_800 * SECOND)];
        let mut known = UNITS.iter().chain(&weeks);
        let (unit, length) = known.find(|(unit, _)| after.starts_with(unit))?;
        total = total.checked_add(scaled(number, *length)?)?;
        rest = after.get(unit.len()..)?;
    }
    (!text.is_empty()).then_some(total)
}

/// A decimal number of units. Parts of a nanosecond are dropped.
fn scaled(number: &str, length: i128) -> Option<i128> {
    let (whole, fraction) = number.split_once(['.', ',']).unwrap_or((number, ""));
    let is_digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    if whole.is_empty() && fraction.is_empty() || !is_digits(whole) || !is_digits(fraction) {
        return None;
    }
    let whole: i128 = match whole {
        "" => 0,
        digits => digits.parse().ok()?,
    };
    // Eighteen decimal places are enough: the last place of a week is shorter than a nanosecond.
    let places: String = fraction
        .chars()
        .chain("0".repeat(18).chars())
        .take(18)
        .collect();
    let fraction: i128 = places.parse().ok()?;
    let part = fraction.checked_mul(length)? / 1_000_000_000_000_000_000;
    whole.checked_mul(length)?.checked_add(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read() {
        let seconds = |seconds: i128| Some(seconds * SECOND);
        let rows = [
            ("60s", seconds(60)),
            ("1m", seconds(60)),
            ("PT1M", seconds(60)),
            ("PT60S", seconds(60)),
            ("1h30m", seconds(5400)),
            ("1.5h", seconds(5400)),
            ("PT1.5H", seconds(5400)),
            ("PT1,5H", seconds(5400)),
            ("P1DT2H", seconds(93_600)),
            ("1d2h", seconds(93_600)),
            ("P2W", seconds(1_209_600)),
            ("2w", seconds(1_209_600)),
            ("-2s", seconds(-2)),
            ("+2s", seconds(2)),
            ("0", Some(0)),
            ("0s", Some(0)),
            ("1ms", Some(1_000_000)),
            ("1µs", Some(1_000)),
            (".5s", Some(500_000_000)),
            ("", None),
            ("-", None),
            ("60", None),
            ("s", None),
            ("1.s.", None),
            ("1..5s", None),
            ("P", None),
            ("PT", None),
            ("P1DT", None),
            ("P1M", None),
            ("P1Y", None),
            ("PT1S1M", None),
            ("PT1", None),
            ("1h 30m", None),
            ("1x", None),
            ("1é", None),
        ];
        for (text, expected) in rows {
            assert_eq!(nanoseconds(text), expected, "{text}");
        }
        let huge = format!("{}w", "9".repeat(60));
        assert_eq!(nanoseconds(&huge), None);
        assert_eq!(nanoseconds(&format!("{}w", "9".repeat(38))), None);
    }
}
