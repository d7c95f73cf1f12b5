//! Base64 as the most lenient decoders take it.

use std::io::{self, Read};

use super::document::begins_object;
use super::encodings;

/// A byte that is not a digit.
const NONE: u8 = 64;

/// The digits in a text, one after the other, with any text between them.
pub(super) struct Digits {
    values: Vec<u8>,
}

/// The digits of a text, as decoders read it that know the other alphabet, and as those do that pass over it.
pub(super) fn readings(text: &[u8]) -> impl Iterator<Item = Digits> {
    let has_other = text.iter().any(|byte| matches!(byte, b'-' | b'_'));
    let kinds = [true, false]
        .into_iter()
        .take(if has_other { 2 } else { 1 });
    kinds.map(|both_alphabets| digits(text, both_alphabets))
}

fn digits(text: &[u8], both_alphabets: bool) -> Digits {
    let table = table(both_alphabets);
    let mut values = vec![0; text.len()];
    let mut count = 0;
    for byte in text {
        // Writes each byte, and overwrites bytes that are not digits: this takes half the time of a branch.
        let value = table[usize::from(*byte)];
        if let Some(place) = values.get_mut(count) {
            *place = value;
        }
        count += usize::from(value != NONE);
    }
    values.truncate(count);
    Digits { values }
}

/// The value of each byte as a digit.
fn table(both_alphabets: bool) -> [u8; 256] {
    let mut table = [NONE; 256];
    let alphabet = (b'A'..=b'Z').chain(b'a'..=b'z').chain(b'0'..=b'9');
    for (value, byte) in (0..).zip(alphabet.chain([b'+', b'/'])) {
        table[usize::from(byte)] = value;
    }
    if both_alphabets {
        table[usize::from(b'-')] = 62;
        table[usize::from(b'_')] = 63;
    }
    table
}

/// The form of the document that two bytes may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// An object with members.
    Object,
    /// As [`Self::Object`], in UTF-16.
    Wide,
    /// The digits of an object with members.
    Digits,
}

impl Form {
    /// Whether a byte is the first one of any of them.
    fn may_begin_with(first: u8) -> bool {
        matches!(first, b'{' | 0 | b'e')
    }

    /// No two bytes begin two of them.
    fn of(pair: [u8; 2]) -> Option<Self> {
        match pair {
            pair if begins_object(&pair) => Some(Self::Object),
            pair if encodings::begins_wide_object(&pair) => Some(Self::Wide),
            [b'e', b'y' | b'w'] => Some(Self::Digits),
            _ => None,
        }
    }
}

/// The beginning of a byte: in a digit, after so many bits of it.
#[derive(Clone, Copy)]
pub(super) struct Start {
    digit: usize,
    bits: u32,
}

impl Digits {
    /// The places at which something may begin that is known by its first two bytes. The digits before it may be
    /// anything, so the search looks for its first byte in each of the places that a byte has among digits.
    pub(super) fn starts(&self) -> impl Iterator<Item = (Start, Form)> {
        let places = [0, 2, 4];
        let fours = self.values.windows(4).enumerate();
        let fours = fours.map(|(digit, four)| {
            let join = |bits: u32, value: &u8| bits << 6 | u32::from(*value);
            (digit, four.iter().fold(0, join))
        });
        // Components are large, and few of their places are left after this.
        let fours = fours.filter(move |(_, bits)| {
            let first = |skipped: u32| (bits << skipped).to_be_bytes()[1];
            places
                .into_iter()
                .any(|skipped| Form::may_begin_with(first(skipped)))
        });
        fours.flat_map(move |(digit, bits)| {
            places.into_iter().filter_map(move |skipped| {
                let [_, first, second, _] = (bits << skipped).to_be_bytes();
                let start = Start {
                    digit,
                    bits: skipped,
                };
                Some((start, Form::of([first, second])?))
            })
        })
    }

    /// The bytes of the digits from a place on.
    pub(super) fn read_from(&self, start: Start) -> impl Read {
        Decoder {
            values: self.values.get(start.digit..).unwrap_or_default(),
            bits: start.bits,
        }
    }
}

struct Decoder<'a> {
    values: &'a [u8],
    bits: u32,
}

impl Read for Decoder<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        for place in buffer {
            let [one, two, ..] = self.values else { break };
            let both = u32::from(*one) << 6 | u32::from(*two);
            *place = (both << self.bits >> 4).to_be_bytes()[3];
            // A byte ends in the next digit, or with it.
            let used = if self.bits == 4 { 2 } else { 1 };
            self.values = self.values.get(used..).unwrap_or_default();
            self.bits = (self.bits + 2) % 6;
            count += 1;
        }
        Ok(count)
    }
}

/// Decodes base64 of base64.
pub(super) struct Twice<R> {
    from: R,
    table: &'static [u8; 256],
    /// The bits that are not read yet, and how many.
    bits: u32,
    count: u32,
}

impl<R: Read> Twice<R> {
    pub(super) fn new(from: R) -> Self {
        static TABLE: std::sync::LazyLock<[u8; 256]> = std::sync::LazyLock::new(|| table(true));
        Self {
            from,
            table: &TABLE,
            bits: 0,
            count: 0,
        }
    }

    fn byte(&mut self) -> io::Result<Option<u8>> {
        while self.count < 8 {
            let mut digit = [0];
            if self.from.read(&mut digit)? == 0 {
                return Ok(None);
            }
            let value = self.table[usize::from(digit[0])];
            if value != NONE {
                self.bits = self.bits << 6 | u32::from(value);
                self.count += 6;
            }
        }
        self.count -= 8;
        Ok(Some((self.bits >> self.count).to_be_bytes()[3]))
    }
}

impl<R: Read> Read for Twice<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut count = 0;
        for place in buffer {
            let Some(byte) = self.byte()? else { break };
            *place = byte;
            count += 1;
        }
        Ok(count)
    }
}
