//! Encodings that languages and formats read text in: character references of XML, percent signs of addresses, and UTF-7, in
//! which Python takes source code that says so in its first lines.

use std::io::{self, Read};

use memchr::{memchr, memchr_iter, memmem};

/// The text in each of its possible encodings.
pub(super) fn readings(text: &[u8]) -> Vec<Vec<u8>> {
    let has = |part: &[u8]| memmem::find(text, part).is_some();
    let mut readings = Vec::new();
    if has(b"&#") || has(b"&quot;") {
        readings.push(decoded(text, b'&', reference));
    }
    let is_escape = |at: usize| text.get(at + 1..).and_then(percent).is_some();
    if memchr_iter(b'%', text).any(is_escape) {
        readings.push(decoded(text, b'%', percent));
    }
    if says_utf7(text) {
        readings.push(utf7(text));
    }
    readings
}

/// A character, and the rest.
type Decoded<'a> = Option<(u32, &'a [u8])>;

/// A text in which each mark may begin a character.
fn decoded(text: &[u8], mark: u8, decode: fn(&[u8]) -> Decoded<'_>) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr(mark, rest) {
        let (before, from) = rest.split_at(at);
        plain.extend_from_slice(before);
        rest = from.get(1..).unwrap_or_default();
        match decode(rest).and_then(|(code, after)| Some((char::from_u32(code)?, after))) {
            Some((character, after)) => {
                push(&mut plain, character);
                rest = after;
            }
            None => plain.push(mark),
        }
    }
    plain.extend_from_slice(rest);
    plain
}

fn push(plain: &mut Vec<u8>, character: char) {
    plain.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

fn hexadecimal(digits: &[u8]) -> Option<u32> {
    number(digits, 16)
}

fn number(digits: &[u8], radix: u32) -> Option<u32> {
    let is_number = digits
        .iter()
        .all(|digit| char::from(*digit).is_digit(radix));
    let text = std::str::from_utf8(digits).ok().filter(|_| is_number)?;
    u32::from_str_radix(text, radix).ok()
}

/// A reference to a character, by its number or as XML calls it.
fn reference(text: &[u8]) -> Decoded<'_> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let end = text.iter().position(|byte| !is_part(byte))?;
    let (name, rest) = text.split_at(end);
    let rest = rest.strip_prefix(b";")?;
    let code = match name {
        b"quot" => u32::from(b'"'),
        b"apos" => u32::from(b'\''),
        b"amp" => u32::from(b'&'),
        b"lt" => u32::from(b'<'),
        b"gt" => u32::from(b'>'),
        [b'#', b'x' | b'X', digits @ ..] => hexadecimal(digits)?,
        [b'#', digits @ ..] => number(digits, 10)?,
        _ => return None,
    };
    Some((code, rest))
}

fn percent(text: &[u8]) -> Decoded<'_> {
    let (digits, rest) = text.split_at_checked(2)?;
    Some((hexadecimal(digits)?, rest))
}

/// Whether one of the first two lines may say that the text is in UTF-7.
fn says_utf7(text: &[u8]) -> bool {
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
    // If lines end with two characters, every other part is empty.
    lines.take(4).any(|line| {
        let coding = line.windows(6).position(|part| part == b"coding");
        coding.is_some_and(|at| line.get(at..).is_some_and(|rest| rest.contains(&b'7')))
    })
}

fn utf7(text: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'+' {
            plain.push(*first);
            continue;
        }
        let length = rest.iter().position(|byte| !is_digit(*byte));
        let (digits, after) = rest.split_at(length.unwrap_or(rest.len()));
        rest = after.strip_prefix(b"-").unwrap_or(after);
        if digits.is_empty() {
            plain.push(b'+');
        }
        let bytes = decode(digits);
        let units = bytes
            .chunks_exact(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
        for character in char::decode_utf16(units) {
            push(&mut plain, character.unwrap_or(char::REPLACEMENT_CHARACTER));
        }
    }
    plain
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}

/// The whole bytes in digits of base64.
fn decode(digits: &[u8]) -> Vec<u8> {
    use base64::Engine as _;
    use base64::alphabet::STANDARD;
    use base64::engine::general_purpose::{GeneralPurpose, NO_PAD};
    // A single digit is not a byte; bits may be left over.
    let length = digits.len() - usize::from(digits.len() % 4 == 1);
    let lenient = GeneralPurpose::new(&STANDARD, NO_PAD.with_decode_allow_trailing_bits(true));
    lenient
        .decode(digits.get(..length).unwrap_or_default())
        .unwrap_or_default()
}

/// Whether two bytes may begin a JSON object in UTF-16.
pub(super) fn begins_wide_object(pair: &[u8]) -> bool {
    matches!(pair, [b'{', 0] | [0, b'{'])
}

/// The ASCII characters of UTF-16 text.
pub(super) struct Wide<R>(pub(super) R);

impl<R: Read> Read for Wide<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        while let Some(place) = buffer.get_mut(count..=count) {
            if self.0.read(place)? == 0 {
                break;
            }
            count += usize::from(place[0] != 0);
        }
        Ok(count)
    }
}
