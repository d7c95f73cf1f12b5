//! Finding the end of a value without reading it.

use crate::wire;

/// Where something ends.
#[derive(Clone, Copy)]
pub(super) struct Scanned {
    /// The first byte behind it.
    pub(super) end: usize,
    /// Whether nothing in it can be the mark of a secret, or a value that is not known yet.
    pub(super) plain: bool,
}

/// The first byte from `at` on that is no white space.
pub(super) fn skip_space(text: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = text.get(at) {
        at += 1;
    }
    at
}

/// Scans the value that begins at `start`; none where none begins there. Brackets are counted, not matched: whoever
/// reads the value sees what is wrong with it.
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

/// Scans the string whose quote is at `start`.
pub(super) fn string(text: &[u8], start: usize) -> Option<Scanned> {
    let inside = start + 1;
    let mut at = inside;
    // The marks are hexadecimal digits and hyphens, which only this escape can write in another way.
    let mut unicode = false;
    loop {
        match text.get(at)? {
            b'"' => break,
            b'\\' => {
                unicode |= *text.get(at + 1)? == b'u';
                at += 2;
            }
            _ => at += 1,
        }
    }
    let plain = !unicode && !text.get(inside..at).is_some_and(wire::is_mark);
    Some(Scanned { end: at + 1, plain })
}
