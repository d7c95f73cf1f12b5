//! Finding the end of a value without reading it.

use crate::host::wire;

/// The end of a value.
#[derive(Clone, Copy)]
pub(super) struct Scanned {
    /// The first byte behind it.
    pub(super) end: usize,
    /// Whether the value contains neither the mark of a secret nor an unknown value.
    pub(super) plain: bool,
}

/// The first byte from `at` on that is not white space.
pub(super) fn skip_space(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = text.get(at) {
        at += 1;
    }
    at
}

/// Scans the value that begins at `start`; returns `None` without one there. Brackets are counted, not matched: the
/// reader of the value finds its faults.
pub(super) fn value(text: &[u8], start: usize) -> Option<Scanned> {
    let mut at = start;
    let mut depth = 0usize;
    let mut plain = true;
    loop {
        match text.get(at)? {
            b'"' => {
                let scanned = string(text, at)?;
                plain &= scanned.plain;
                at = scanned.end;
            }
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' if depth > 0 => at += 1,
            _ => {
                let end = scalar(text, at);
                if end == at {
                    return None;
                }
                at = end;
            }
        }
        if depth == 0 {
            return Some(Scanned { end: at, plain });
        }
    }
}

/// The end of the number or the word that begins at `at`.
pub(super) fn scalar(text: &[u8], mut at: usize) -> usize {
    while let Some(b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'+' | b'-' | b'.') = text.get(at) {
        at += 1;
    }
    at
}

/// A string in a text.
#[derive(Clone, Copy)]
pub(super) struct ScannedString {
    /// The first byte behind its second quote.
    pub(super) end: usize,
    /// As in [`Scanned`].
    pub(super) plain: bool,
    /// Whether it contains an escape.
    pub(super) escaped: bool,
}

/// Scans the string with its opening quote at `start`.
pub(super) fn string(text: &[u8], start: usize) -> Option<ScannedString> {
    let inside = start + 1;
    let mut at = inside;
    // The signatures consist of hexadecimal digits and hyphens, which only this escape can express differently.
    let (mut unicode, mut escaped) = (false, false);
    loop {
        at = quote_or_escape(text, at)?;
        if *text.get(at)? == b'"' {
            break;
        }
        escaped = true;
        unicode |= *text.get(at + 1)? == b'u';
        at += 2;
    }
    let plain = !unicode && !text.get(inside..at).is_some_and(wire::is_mark);
    Some(ScannedString {
        end: at + 1,
        plain,
        escaped,
    })
}

/// A word whose bytes are all 1.
const ONES: u64 = u64::from_le_bytes([1; 8]);
/// The highest bit of every byte of a word.
const HIGHEST: u64 = u64::from_le_bytes([0x80; 8]);

/// The first quote or backslash from `at` on. It checks eight bytes at once, because most of a text is inside strings.
fn quote_or_escape(text: &[u8], mut at: usize) -> Option<usize> {
    while let Some(bytes) = text.get(at..)?.first_chunk() {
        let word = u64::from_le_bytes(*bytes);
        let found =
            zeros(word ^ (ONES * u64::from(b'"'))) | zeros(word ^ (ONES * u64::from(b'\\')));
        if found != 0 {
            // The first byte is in the lowest bits.
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    let rest = text.get(at..)?.iter();
    let mut rest = rest.enumerate();
    let found = rest.find(|(_, byte)| matches!(**byte, b'"' | b'\\'));
    found.map(|(index, _)| at + index)
}

/// Marks the bytes that are zero. Bits above the lowest mark may be wrong.
fn zeros(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & HIGHEST
}

/// Whether a string can be written between quotes as it is: without quotes, backslashes and control characters.
pub(super) fn is_plain(text: &[u8]) -> bool {
    let (words, rest) = text.as_chunks();
    let is_control_or_escape = |word: u64| {
        let controls = word.wrapping_sub(ONES * u64::from(b' ')) & !word & HIGHEST;
        controls | zeros(word ^ (ONES * u64::from(b'"'))) | zeros(word ^ (ONES * u64::from(b'\\')))
    };
    words
        .iter()
        .all(|bytes| is_control_or_escape(u64::from_le_bytes(*bytes)) == 0)
        && rest
            .iter()
            .all(|byte| *byte >= b' ' && !matches!(byte, b'"' | b'\\'))
}
