//! Finding parameter values in the bytes of a file, of any kind: source code of any language, data, a program.
//!
//! A value is a JSON document. The search looks for plain JSON, base64 and hexadecimal digits. Base64 and digits may
//! have all deviations that the most lenient decoders accept: line breaks, spaces, other characters, the other
//! alphabet of base64, missing padding, and surplus bits. The search is repeated on the text as a language reads it:
//! with escapes and encodings resolved, with adjacent literals joined, and in lists of numbers.
//!
//! Code that computes a value is not evaluated.

mod base64;
mod document;
mod encodings;
mod literals;
mod numbers;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io::Read;

pub(super) use document::SearchLimit;
use document::{CountingReader, DocumentShape, begins_object};
use literals::Comments;
use memchr::memchr_iter;

use super::budget::{Budget, MAX_VALUES};

/// Escapes within escapes: a document in a text in a document.
const ESCAPES: usize = 2;
/// The least cost of an attempt, in bytes read.
const ATTEMPT: usize = 16;

/// The values in some bytes, or former values, each as its JSON; each once.
///
/// # Errors
/// When the bytes are made so that it would take too long, or hold too many values.
pub(super) fn find(bytes: &[u8], budget: &mut Budget) -> Result<Vec<Vec<u8>>, SearchLimit> {
    let mut search = Search {
        found: Vec::new(),
        seen: HashSet::new(),
        budget,
    };
    // Texts of 16 and 32 bits to a character, in files or in the constants of a compiled program.
    let plain: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != 0).collect();
    search.look(&plain)?;
    search.look_into_code(&plain)?;
    for text in encodings::readings(&plain) {
        search.look(&text)?;
        search.look_into_code(&text)?;
    }
    let mut escaped = plain;
    for _ in 0..ESCAPES {
        if !escaped.contains(&b'\\') {
            break;
        }
        escaped = literals::unescape(&escaped);
        search.look(&escaped)?;
        // Java resolves some of them before it looks for literals.
        search.look_into_code(&escaped)?;
    }
    Ok(search.found)
}

/// The search so far.
struct Search<'a> {
    found: Vec<Vec<u8>>,
    seen: HashSet<Vec<u8>>,
    budget: &'a mut Budget,
}

impl Search<'_> {
    /// Looks for values in the literals of a text.
    fn look_into_code(&mut self, text: &[u8]) -> Result<(), SearchLimit> {
        let has_literals = text.iter().any(|byte| b"\"'`".contains(byte));
        for comments in [Comments::None, Comments::Slashes, Comments::Hashes] {
            if !comments.may_be_in(text) {
                continue;
            }
            if has_literals {
                self.look(&literals::joined(text, comments))?;
            }
            for run in numbers::runs(&literals::uncommented(text, comments)) {
                self.look(&run)?;
            }
        }
        Ok(())
    }

    /// Looks for values in a text, in each form.
    fn look(&mut self, text: &[u8]) -> Result<(), SearchLimit> {
        let mut looked_at = 0;
        for at in memchr_iter(b'{', text) {
            let from = text.get(at..).unwrap_or_default();
            // A document without a value has no value inside of it either.
            if at >= looked_at && from.get(..2).is_some_and(begins_object) {
                let read = self.probe(from)?;
                looked_at = read.map_or(looked_at, |length| at + length);
            }
        }
        for digits in base64::readings(text) {
            for (start, form) in digits.starts() {
                let bytes = digits.read_from(start);
                match form {
                    base64::Form::Object => self.probe(bytes)?,
                    base64::Form::Wide => self.probe(encodings::Wide(bytes))?,
                    // Some formats put bytes into base64 that are base64 already.
                    base64::Form::Digits => self.probe(base64::Twice::new(bytes))?,
                };
            }
        }
        for start in numbers::hexadecimal_starts(text) {
            self.probe(numbers::read_hexadecimal(text, start))?;
        }
        Ok(())
    }

    /// Reads a document that may begin here. Gives its length if it is one without a value.
    fn probe(&mut self, from: impl Read) -> Result<Option<usize>, SearchLimit> {
        if !self.budget.read.take(ATTEMPT) {
            return Err(SearchLimit::TooLong);
        }
        let mut reader = CountingReader::new(from, &mut self.budget.read);
        let mut documents =
            serde_json::Deserializer::from_reader(&mut reader).into_iter::<DocumentShape>();
        let seen = documents.next();
        drop(documents);
        let read = reader.end()?;
        let Some(Ok(seen)) = seen else {
            return Ok(None);
        };
        let length = (seen.values == 0).then_some(read.len());
        if seen.is_value() && !self.seen.contains(&read) {
            if self.found.len() == MAX_VALUES {
                return Err(SearchLimit::TooMany);
            }
            self.seen.insert(read.clone());
            self.found.push(read);
        }
        Ok(length)
    }
}

/// A text with its escapes resolved, of any language.
pub(super) fn unescape(text: &[u8]) -> Vec<u8> {
    literals::unescape(text)
}
