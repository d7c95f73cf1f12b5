//! Backslash escapes: those of JSON and JavaScript, and of the literals of Rust, Python, Go and C.

use super::characters::digit;
use super::decoded::DecodedView;

/// Decodes escapes, or gives `None` if there are none. Any other text stands for itself.
pub(super) fn decode(bytes: &[u8]) -> Option<DecodedView> {
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

/// The meaning of the escape at the beginning, and its length.
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

/// `\u{1F600}`.
fn braced(rest: &[u8]) -> Option<(Meaning, usize)> {
    let inside = rest.get(3..)?;
    // At most six digits.
    let length = inside.iter().take(7).position(|byte| *byte == b'}')?;
    let character = char::from_u32(number(inside.get(..length)?)?)?;
    Some((Meaning::Character(character), length + 4))
}

/// `\u00e9`, or a pair such as `\ud83d\ude00`.
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
