//! Numbers as JSON writes them.

use serde_json::Number;

/// The number in the text, or `None` for another text or a number that a double cannot represent.
///
/// The code of `serde_json` that turns digits into a double is a large part of a component that reads little else. The
/// standard library's code is as exact, and is linked anyway.
pub(super) fn read(text: &str) -> Option<Number> {
    let (digits, is_whole) = (text.strip_prefix('-').unwrap_or(text), is_whole(text)?);
    // Minus zero is not a whole number.
    if is_whole && text != "-0" {
        if digits.len() <= 18 {
            return text.parse::<i64>().ok().map(Into::into);
        }
        let large = text.parse::<i64>().map(Number::from);
        if let Ok(whole) = large.or_else(|_| text.parse::<u64>().map(Number::from)) {
            return Some(whole);
        }
    }
    Number::from_f64(text.parse().ok()?)
}

/// Whether a number has neither fraction nor exponent, or `None` if the text is not a number.
fn is_whole(text: &str) -> Option<bool> {
    let rest = text.strip_prefix('-').unwrap_or(text);
    let rest = match rest.strip_prefix('0') {
        Some(rest) => rest,
        None => after_digits(rest)?,
    };
    if rest.is_empty() {
        return Some(true);
    }
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => after_digits(fraction)?,
        None => rest,
    };
    let rest = match rest.strip_prefix(['e', 'E']) {
        Some(exponent) => after_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))?,
        None => rest,
    };
    rest.is_empty().then_some(false)
}

/// The text after one or more digits.
fn after_digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|digit: char| digit.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}
