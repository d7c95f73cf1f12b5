//! The encodings in which a text is searched: as it is, and decoded. A match in a decoded text is reported at the place of its
//! encoded form. So one pattern finds a secret in all encodings, nested ones included.
use std::ops::Range;
use std::sync::Arc;

use super::secret_store::{MIN_BYTES, SecretMatcher};
/// Adds the places of secrets in a text.
pub(super) fn find(matchers: &[Arc<SecretMatcher>], bytes: &[u8], found: &mut Vec<Range<usize>>) {
    let search = ViewSearch {
        has_space: matchers.iter().any(|matcher| matcher.has_space),
        matchers,
    };
    // JSON inside JSON and a URL inside a URL's parameter are escaped twice.
    search.read(bytes, 2, &mut |range| found.push(range));
}

/// The secrets to search for.
struct ViewSearch<'a> {
    matchers: &'a [Arc<SecretMatcher>],
    has_space: bool,
}

impl ViewSearch<'_> {
    /// Searches a text in all encodings. `layers` is the number of nested escapes that are decoded.
    fn read(&self, bytes: &[u8], layers: usize, take: &mut dyn FnMut(Range<usize>)) {
        self.plain(bytes, take);
        base64_runs(bytes, |decoded, place| {
            self.plain(decoded, &mut |range| take(place.of(range)));
            // The credentials of a registry are base64 in JSON in base64.
            base64_runs(decoded, |inner, within| {
                self.plain(inner, &mut |range| take(place.of(within.of(range))));
            });
        });
        hex_runs(bytes, |decoded, place| {
            self.plain(decoded, &mut |range| take(place.of(range)));
        });
        let Some(layers) = layers.checked_sub(1) else {
            return;
        };
        let decoded = [
            decode_escapes(bytes),
            decode_percent(bytes, false),
            self.has_space
                .then(|| decode_percent(bytes, true))
                .flatten(),
        ];
        for decoded in decoded.into_iter().flatten() {
            self.read(&decoded.bytes, layers, &mut |range| {
                take(decoded.place(range))
            });
        }
    }

    fn plain(&self, bytes: &[u8], take: &mut dyn FnMut(Range<usize>)) {
        for matcher in self.matchers {
            matcher.find(bytes, take);
        }
    }
}

/// The minimum number of base64 characters for the shortest secret.
const MIN_CHARACTERS: usize = (MIN_BYTES * 8).div_ceil(6);

/// The origin of bytes decoded from base64.
pub(super) struct Base64Origin<'a> {
    /// The offsets of the decoded characters.
    characters: &'a [usize],
    /// The end of the run including its padding.
    padded_end: usize,
}

impl Base64Origin<'_> {
    /// The encoded characters of a range of decoded bytes, including the characters between them.
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

/// Decodes each run of base64 characters from each of its first four characters, because the encoding may have begun at
/// any of them. A run continues on the next line, because encoders break long lines, and YAML indents
/// them.
pub(super) fn base64_runs(bytes: &[u8], mut take: impl FnMut(&[u8], Base64Origin<'_>)) {
    let mut decoded = Vec::new();
    let mut characters = Vec::new();
    let mut stretches = stretches(bytes, 1, |byte| base64_value(byte).is_some()).peekable();
    while let Some(stretch) = stretches.next() {
        let end = stretch.end;
        characters.extend(stretch);
        let goes_on = |next: &Range<usize>| {
            let between = bytes.get(end..next.start).unwrap_or_default();
            let between = between.strip_prefix(b"\r").unwrap_or(between);
            let indent = between.strip_prefix(b"\n");
            indent.is_some_and(|indent| indent.iter().all(|byte| matches!(byte, b' ' | b'\t')))
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
                decode_base64(bytes, characters, &mut decoded);
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

fn decode_base64(bytes: &[u8], characters: &[usize], decoded: &mut Vec<u8>) {
    decoded.clear();
    let mut bits: u32 = 0;
    let mut count = 0;
    for at in characters {
        let character = bytes.get(*at).copied().and_then(base64_value);
        bits = bits << 6 | u32::from(character.unwrap_or_default());
        count += 6;
        if count >= 8 {
            count -= 8;
            let [.., byte] = (bits >> count).to_be_bytes();
            decoded.push(byte);
        }
    }
}

fn base64_value(character: u8) -> Option<u8> {
    match character {
        b'A'..=b'Z' => Some(character - b'A'),
        b'a'..=b'z' => Some(character - b'a' + 26),
        b'0'..=b'9' => Some(character - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

/// The origin of bytes decoded from hexadecimal.
pub(super) struct HexOrigin {
    /// The offset of the first decoded digit.
    start: usize,
}

impl HexOrigin {
    /// The digits of a range of decoded bytes.
    pub(super) fn of(&self, range: Range<usize>) -> Range<usize> {
        self.start + 2 * range.start..self.start + 2 * range.end
    }
}

/// Decodes each run of hexadecimal digits from its first and from its second digit.
pub(super) fn hex_runs(bytes: &[u8], mut take: impl FnMut(&[u8], HexOrigin)) {
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

/// Decodes backslash escapes of JSON, JavaScript, Rust, Python, Go and C; `None` without escapes.
pub(super) fn decode_escapes(bytes: &[u8]) -> Option<DecodedView> {
    if !bytes.contains(&b'\\') {
        return None;
    }
    let mut decoded = DecodedView::with_capacity(bytes.len());
    let mut is_changed = false;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let escape = escape(bytes.get(at..).unwrap_or_default());
        is_changed |= escape.is_some();
        let (meaning, length) = escape.unwrap_or((Meaning::Byte(*byte), 1));
        match meaning {
            Meaning::Byte(byte) => decoded.push(byte, at),
            Meaning::Character(character) => decoded.push_character(character, at),
        }
        at += length;
    }
    is_changed.then_some(decoded)
}

enum Meaning {
    Byte(u8),
    Character(char),
}

/// The escape at the beginning, and its length.
fn escape(rest: &[u8]) -> Option<(Meaning, usize)> {
    let (b'\\', letter) = (rest.first()?, rest.get(1)?) else {
        return None;
    };
    let byte = match letter {
        b'"' | b'\'' | b'\\' | b'/' | b'`' => *letter,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'a' => 7,
        b'0' => 0,
        b'x' => {
            let value = number(rest.get(2..4)?)?;
            return Some((Meaning::Byte(u8::try_from(value).ok()?), 4));
        }
        b'u' if rest.get(2) == Some(&b'{') => return braced(rest),
        b'u' => return utf16(rest),
        _ => return None,
    };
    Some((Meaning::Byte(byte), 2))
}

/// Decodes `\u{1F600}`.
fn braced(rest: &[u8]) -> Option<(Meaning, usize)> {
    let inside = rest.get(3..)?;
    // At most six digits.
    let length = inside.iter().take(7).position(|byte| *byte == b'}')?;
    let character = char::from_u32(number(inside.get(..length)?)?)?;
    Some((Meaning::Character(character), length + 4))
}

/// Decodes `\u00e9`, or a surrogate pair such as `\ud83d\ude00`.
fn utf16(rest: &[u8]) -> Option<(Meaning, usize)> {
    let unit = number(rest.get(2..6)?)?;
    if let Some(character) = char::from_u32(unit) {
        return Some((Meaning::Character(character), 6));
    }
    if rest.get(6..8)? != b"\\u" {
        return None;
    }
    let units = [unit, number(rest.get(8..12)?)?].map(|unit| u16::try_from(unit).unwrap_or(0));
    let character = char::decode_utf16(units).next()?.ok()?;
    Some((Meaning::Character(character), 12))
}

fn number(digits: &[u8]) -> Option<u32> {
    let mut value: u32 = 0;
    for byte in digits {
        value = value.checked_mul(16)? + u32::from(digit(*byte)?);
    }
    (!digits.is_empty()).then_some(value)
}

/// Decodes percent-encoding, and `+` as a space if `is_form`; `None` if nothing is encoded.
pub(super) fn decode_percent(bytes: &[u8], is_form: bool) -> Option<DecodedView> {
    let is_encoded = |byte: &u8| *byte == b'%' || (is_form && *byte == b'+');
    if !bytes.iter().any(is_encoded) {
        return None;
    }
    let mut decoded = DecodedView::with_capacity(bytes.len());
    let mut is_changed = false;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let pair = match (byte, bytes.get(at + 1), bytes.get(at + 2)) {
            (b'%', Some(high), Some(low)) => digit(*high).zip(digit(*low)),
            _ => None,
        };
        match pair {
            Some((high, low)) => {
                decoded.push(high << 4 | low, at);
                is_changed = true;
                at += 3;
            }
            None => {
                let is_space = is_form && *byte == b'+';
                decoded.push(if is_space { b' ' } else { *byte }, at);
                is_changed |= is_space;
                at += 1;
            }
        }
    }
    is_changed.then_some(decoded)
}

/// A decoded text, and the origin of each byte.
#[derive(Default)]
pub(super) struct DecodedView {
    pub(super) bytes: Vec<u8>,
    /// The offset at which the encoded form of each byte begins. All bytes of a character have the same offset.
    starts: Vec<usize>,
    /// The length of the encoded text.
    length: usize,
}

impl DecodedView {
    pub(super) fn with_capacity(length: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(length),
            starts: Vec::with_capacity(length),
            length,
        }
    }

    pub(super) fn push(&mut self, byte: u8, start: usize) {
        self.bytes.push(byte);
        self.starts.push(start);
    }

    pub(super) fn push_character(&mut self, character: char, start: usize) {
        let mut buffer = [0; 4];
        for byte in character.encode_utf8(&mut buffer).bytes() {
            self.push(byte, start);
        }
    }

    /// The encoded place of a decoded range.
    pub(super) fn place(&self, range: Range<usize>) -> Range<usize> {
        let start_of = |index: usize| self.starts.get(index).copied();
        let start = start_of(range.start).unwrap_or(self.length);
        let last = range.end.checked_sub(1).and_then(start_of).unwrap_or(start);
        let mut next = range.end;
        let end = loop {
            match start_of(next) {
                None => break self.length,
                Some(at) if at > last => break at,
                Some(_) => next += 1,
            }
        };
        start..end
    }
}

/// The runs of at least `shortest` characters of an alphabet.
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

pub(super) fn digit(byte: u8) -> Option<u8> {
    char::from(byte)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}
