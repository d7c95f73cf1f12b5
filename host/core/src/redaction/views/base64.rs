//! Base64 of either alphabet, padded or not, with the secret anywhere in the encoded bytes.

use std::ops::Range;

use super::super::threshold::MIN_BYTES;
use super::characters::stretches;

/// The characters that the bytes of the shortest secret need at least.
const MIN_CHARACTERS: usize = (MIN_BYTES * 8).div_ceil(6);

/// The origin of decoded bytes.
pub(super) struct Base64Origin<'a> {
    /// The offsets of the characters that were decoded.
    characters: &'a [usize],
    /// The end of the run with its padding.
    padded_end: usize,
}

impl Base64Origin<'_> {
    /// The characters that hold a bit of those bytes, and the characters between them.
    pub(super) fn of(&self, range: Range<usize>) -> Range<usize> {
        let first = self.characters.get(range.start * 8 / 6);
        let last = (range.end * 8).div_ceil(6).saturating_sub(1);
        let end = match self.characters.get(last) {
            Some(at) if last + 1 < self.characters.len() => at + 1,
            _ => self.padded_end,
        };
        first.copied().unwrap_or(end)..end
    }
}

/// Hands over each run of base64 characters, decoded from each of the first four on: the encoding may have begun at any
/// of them. A run goes on in the next line, as encoders break long ones.
pub(super) fn runs(bytes: &[u8], mut take: impl FnMut(&[u8], Base64Origin<'_>)) {
    let mut decoded = Vec::new();
    let mut characters = Vec::new();
    let mut stretches = stretches(bytes, 1, |byte| value(byte).is_some()).peekable();
    while let Some(stretch) = stretches.next() {
        let end = stretch.end;
        characters.extend(stretch);
        let goes_on = |next: &Range<usize>| {
            let between = bytes.get(end..next.start).unwrap_or_default();
            matches!(between, b"\n" | b"\r\n")
        };
        if stretches.peek().is_some_and(goes_on) {
            continue;
        }
        if characters.len() >= MIN_CHARACTERS {
            let padding = bytes.get(end..).unwrap_or_default();
            let padding = padding.iter().take(2).take_while(|byte| **byte == b'=');
            let padded_end = end + padding.count();
            for start in 0..4 {
                let characters = characters.get(start..).unwrap_or_default();
                decode(bytes, characters, &mut decoded);
                let place = Base64Origin {
                    characters,
                    padded_end,
                };
                take(&decoded, place);
            }
        }
        characters.clear();
    }
}

fn decode(bytes: &[u8], characters: &[usize], decoded: &mut Vec<u8>) {
    decoded.clear();
    let mut bits: u32 = 0;
    let mut count = 0;
    for at in characters {
        let character = bytes.get(*at).copied().and_then(value);
        bits = bits << 6 | u32::from(character.unwrap_or_default());
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
