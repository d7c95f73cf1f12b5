//! Strings with escapes.
//!
//! `serde_json` could read them too, but its reader would add code for all of JSON to the component.

use std::str::Chars;

/// The value of a string, from the text between its quotes, or `None` for a bad escape.
pub(super) fn read(text: &str) -> Option<String> {
    let mut meant = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            meant.push(letter);
            continue;
        }
        meant.push(match letters.next()? {
            letter @ ('"' | '\\' | '/') => letter,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => by_number(&mut letters)?,
            _ => return None,
        });
    }
    Some(meant)
}

/// The character whose number follows; above 65535 in two halves.
fn by_number(letters: &mut Chars<'_>) -> Option<char> {
    let number = match four_digits(letters)? {
        high @ 0xd800..0xdc00 => {
            if (letters.next()?, letters.next()?) != ('\\', 'u') {
                return None;
            }
            let low = four_digits(letters)?.checked_sub(0xdc00)?;
            if low >= 0x400 {
                return None;
            }
            0x1_0000 + ((high - 0xd800) << 10) + low
        }
        number => number,
    };
    char::from_u32(number)
}

fn four_digits(letters: &mut Chars<'_>) -> Option<u32> {
    let mut number = 0;
    for _ in 0..4 {
        number = number * 16 + letters.next()?.to_digit(16)?;
    }
    Some(number)
}
