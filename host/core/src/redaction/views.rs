//! The ways in which a text can be read: as it is, and decoded. A secret is looked for in each, and what is found in a
//! decoded text is where its encoded form stands. So one pattern serves all forms, those that mix encodings too.

mod base64;
mod escapes;
mod hex;
mod percent;

use std::ops::Range;
use std::sync::Arc;

use super::segment::Matcher;

/// Hands over the places of secrets in a text.
pub(super) fn find(matchers: &[Arc<Matcher>], bytes: &[u8], found: &mut Vec<Range<usize>>) {
    let search = Search {
        has_space: matchers.iter().any(|matcher| matcher.has_space),
        matchers,
    };
    // JSON in JSON, and a URL's parameter that is a URL, are escaped twice.
    search.read(bytes, 2, &mut |range| found.push(range));
}

/// The secrets to search for.
struct Search<'a> {
    matchers: &'a [Arc<Matcher>],
    has_space: bool,
}

impl Search<'_> {
    /// Reads a text in all ways, taking off so many layers of escapes.
    fn read(&self, bytes: &[u8], layers: usize, take: &mut dyn FnMut(Range<usize>)) {
        self.plain(bytes, take);
        base64::runs(bytes, |decoded, place| {
            self.plain(decoded, &mut |range| take(place.of(range)));
        });
        hex::runs(bytes, |decoded, place| {
            self.plain(decoded, &mut |range| take(place.of(range)));
        });
        let Some(layers) = layers.checked_sub(1) else {
            return;
        };
        let decoded = [
            escapes::decode(bytes),
            percent::decode(bytes, false),
            self.has_space
                .then(|| percent::decode(bytes, true))
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

/// The places at which at least so many characters of an alphabet stand one after the other.
fn stretches(
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

/// A decoded text, and where each of its bytes came from.
#[derive(Default)]
struct Decoded {
    bytes: Vec<u8>,
    /// The offset at which the form of each byte begins; those of a character of many bytes begin at one.
    starts: Vec<usize>,
    /// The length of the decoded text.
    length: usize,
}

impl Decoded {
    fn with_capacity(length: usize) -> Self {
        Self {
            bytes: Vec::with_capacity(length),
            starts: Vec::with_capacity(length),
            length,
        }
    }

    fn push(&mut self, byte: u8, start: usize) {
        self.bytes.push(byte);
        self.starts.push(start);
    }

    fn push_character(&mut self, character: char, start: usize) {
        let mut buffer = [0; 4];
        for byte in character.encode_utf8(&mut buffer).bytes() {
            self.push(byte, start);
        }
    }

    /// The place of the form of a range.
    fn place(&self, range: Range<usize>) -> Range<usize> {
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

/// The value of a hexadecimal digit.
fn digit(byte: u8) -> Option<u8> {
    char::from(byte)
        .to_digit(16)
        .and_then(|digit| u8::try_from(digit).ok())
}
