//! The characters of an alphabet in a text.

use std::ops::Range;

/// The places at which at least so many characters of an alphabet stand one after the other.
pub(super) fn stretches(
    bytes: &[u8],
    shortest: usize,
    is_member: impl Fn(u8) -> bool,
) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let rest = bytes.get(at..).unwrap_or_default();
            let length = rest
                .iter()
                .position(|byte| !is_member(*byte))
                .unwrap_or(rest.len());
            let stretch = at..at + length;
            at = stretch.end + 1;
            if length >= shortest {
                return Some(stretch);
            }
        }
        None
    })
}

/// The value of a hexadecimal digit.
pub(super) fn digit(byte: u8) -> Option<u8> {
    char::from(byte)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}
