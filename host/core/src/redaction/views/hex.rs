//! Hexadecimal, in digits of either case.

use std::ops::Range;

use super::super::threshold::MIN_BYTES;
use super::characters::{digit, stretches};

/// The origin of decoded bytes.
pub(super) struct HexOrigin {
    /// The offset of the first digit that was decoded.
    start: usize,
}

impl HexOrigin {
    /// The digits of those bytes.
    pub(super) fn of(&self, range: Range<usize>) -> Range<usize> {
        self.start + 2 * range.start..self.start + 2 * range.end
    }
}

/// Hands over each run of digits, decoded from the first and from the second digit on.
pub(super) fn runs(bytes: &[u8], mut take: impl FnMut(&[u8], HexOrigin)) {
    let mut decoded = Vec::new();
    for stretch in stretches(bytes, 2 * MIN_BYTES, |byte| digit(byte).is_some()) {
        for start in stretch.start..stretch.start + 2 {
            decoded.clear();
            let digits = bytes.get(start..stretch.end).unwrap_or_default();
            decoded.extend(digits.chunks_exact(2).filter_map(|pair| match pair {
                [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
                _ => None,
            }));
            take(&decoded, HexOrigin { start });
        }
    }
}
