//! Base64 of either alphabet, padded or not, with the secret anywhere in what was encoded.

use std::ops::Range;

use super::super::worth::MIN_BYTES;
use super::stretches;

/// The characters that the bytes of the shortest secret need at least.
const MIN_CHARACTERS: usize = (MIN_BYTES * 8).div_ceil(6);

/// Where decoded bytes came from.
pub(super) struct Place {
    /// The offset of the first character that was decoded.
    start: usize,
    /// The end of the run, and that with its padding.
    end: usize,
    padded_end: usize,
}

impl Place {
    /// The characters that hold a bit of those bytes.
    pub(super) fn of(&self, range: Range<usize>) -> Range<usize> {
        let first = self.start + range.start * 8 / 6;
        let end = self.start + (range.end * 8).div_ceil(6);
        let end = if end >= self.end {
            self.padded_end
        } else {
            end
        };
        first..end
    }
}

/// Hands over each run of base64 characters, decoded from each of the first four on: any of them may be where the
/// encoding began.
pub(super) fn runs(bytes: &[u8], mut take: impl FnMut(&[u8], Place)) {
    let mut decoded = Vec::new();
    for stretch in stretches(bytes, MIN_CHARACTERS, |byte| value(byte).is_some()) {
        let end = stretch.end;
        let padding = bytes.get(end..).unwrap_or_default();
        let padding = padding.iter().take(2).take_while(|byte| **byte == b'=');
        let padded_end = end + padding.count();
        for start in stretch.start..stretch.start + 4 {
            decode(bytes.get(start..end).unwrap_or_default(), &mut decoded);
            let place = Place {
                start,
                end,
                padded_end,
            };
            take(&decoded, place);
        }
    }
}

fn decode(characters: &[u8], decoded: &mut Vec<u8>) {
    decoded.clear();
    let mut bits: u32 = 0;
    let mut count = 0;
    for character in characters {
        bits = bits << 6 | u32::from(value(*character).unwrap_or_default());
        count += 6;
        if count >= 8 {
            count -= 8;
            let [.., byte] = (bits >> count).to_be_bytes();
            decoded.push(byte);
        }
    }
}

fn value(character: u8) -> Option<u8> {
    match character {
        b'A'..=b'Z' => Some(character - b'A'),
        b'a'..=b'z' => Some(character - b'a' + 26),
        b'0'..=b'9' => Some(character - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}
