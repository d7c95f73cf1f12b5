//! Hexadecimal digits, with or without spaces between them.

use std::io::{self, Read};

use memchr::memchr_iter;

use super::document::begins_object;

/// The possible beginnings of an object.
pub(super) fn starts(text: &[u8]) -> impl Iterator<Item = usize> {
    memchr_iter(b'7', text)
        .filter(|at| matches!(text.get(at + 1), Some(b'b' | b'B')))
        .filter(|at| {
            let mut first = [0; 2];
            let read = read_from(text, *at).read(&mut first);
            matches!(read, Ok(2)) && begins_object(&first)
        })
}

/// The bytes of the digits from a place on.
pub(super) fn read_from(text: &[u8], at: usize) -> impl Read {
    Decoder {
        text: text.get(at..).unwrap_or_default(),
    }
}

struct Decoder<'a> {
    text: &'a [u8],
}

impl Decoder<'_> {
    fn digit(&mut self) -> Option<u8> {
        loop {
            let (first, rest) = self.text.split_first()?;
            self.text = rest;
            match first {
                b'0'..=b'9' => return Some(first - b'0'),
                b'a'..=b'f' => return Some(first - b'a' + 10),
                b'A'..=b'F' => return Some(first - b'A' + 10),
                b':' | b'-' | b'_' => {}
                space if space.is_ascii_whitespace() => {}
                _ => return None,
            }
        }
    }
}

impl Read for Decoder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        for place in buffer {
            let (Some(high), Some(low)) = (self.digit(), self.digit()) else {
                break;
            };
            *place = high << 4 | low;
            count += 1;
        }
        Ok(count)
    }
}
