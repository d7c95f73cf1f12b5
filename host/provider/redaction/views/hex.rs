//! Hexadecimal, in digits of either case.

use std::ops::Range;

use super::super::worth::MIN_BYTES;
use super::digit;

/// Where decoded bytes came from.
pub(super) struct Place {
    /// The offset of the first digit that was decoded.
    start: usize,
}

impl Place {
    /// The digits of those bytes.
    pub(super) fn of(&self, range: Range<usize>) -> Range<usize> {
        self.start + 2 * range.start..self.start + 2 * range.end
    }
}

/// Hands over each run of digits, decoded from the first and from the second digit on.
pub(super) fn runs(bytes: &[u8], mut take: impl FnMut(&[u8], Place)) {
    let mut decoded = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let length = rest
            .iter()
            .position(|byte| digit(*byte).is_none())
            .unwrap_or(rest.len());
        let end = at + length;
        if length >= 2 * MIN_BYTES {
            for start in at..at + 2 {
                decoded.clear();
                let pairs = bytes.get(start..end).unwrap_or_default().chunks_exact(2);
                decoded.extend(pairs.filter_map(|pair| match pair {
                    [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
                    _ => None,
                }));
                take(&decoded, Place { start });
            }
        }
        at = end + 1;
    }
}
