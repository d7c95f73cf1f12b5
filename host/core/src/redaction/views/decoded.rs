//! DecodedView texts, and the way back to their encoded forms.

use std::ops::Range;

/// A decoded text, and where each of its bytes came from.
#[derive(Default)]
pub(super) struct DecodedView {
    pub(super) bytes: Vec<u8>,
    /// The offset at which the form of each byte begins; those of a character of many bytes begin at one.
    starts: Vec<usize>,
    /// The length of the decoded text.
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

    /// The place of the form of a range.
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
