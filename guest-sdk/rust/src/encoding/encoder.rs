//! Writing JSON text.

use std::fmt;

use serde::Serialize;

use super::members::Members;
use super::piece::Piece;
use super::scan;
use super::text::Text;
use crate::host::wire::{self, Wrapper};

/// The text that values are written to. A value that writes nothing is left out of an object, and null in a list.
#[derive(Clone, Default)]
pub struct Encoder {
    text: String,
}

/// The beginnings of a member and of its value.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    start: usize,
    value: usize,
}

impl Encoder {
    /// An empty text with this capacity in bytes.
    pub(crate) fn with_room(bytes: usize) -> Self {
        Self {
            text: String::with_capacity(bytes),
        }
    }

    /// Reopens an encoded object to add members, with capacity for `room` more bytes.
    pub(crate) fn reopened(object: &str, room: usize) -> Self {
        let mut into = Self::with_room(object.len() + room);
        into.text
            .push_str(object.strip_suffix('}').unwrap_or(object));
        into
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    /// The number of bytes written so far.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// Writes a value through serde: for values that are JSON already.
    pub fn json(&mut self, value: &impl Serialize) {
        // Fails if a name is not a string, which never happens in a property's value.
        if let Ok(text) = serde_json::to_string(value) {
            self.text.push_str(&text);
        }
    }

    /// Writes a string.
    pub fn string(&mut self, text: &str) {
        if scan::is_plain(text.as_bytes()) {
            self.text.push('"');
            self.text.push_str(text);
            self.text.push('"');
        } else {
            self.json(&text);
        }
    }

    /// Writes a whole number.
    pub(crate) fn integer(&mut self, whole: i64) {
        let mut digits = [0; 20];
        let mut count = 0;
        let mut left = whole.unsigned_abs();
        for place in digits.iter_mut().rev() {
            // The remainder of ten is a digit.
            *place = b'0' + (left % 10) as u8;
            left /= 10;
            count += 1;
            if left == 0 {
                break;
            }
        }
        if whole < 0 {
            self.text.push('-');
        }
        let digits = digits.iter().skip(20 - count);
        self.text.extend(digits.map(|digit| char::from(*digit)));
    }

    /// Writes a number, which must be finite.
    pub(crate) fn number(&mut self, number: f64) {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let is_whole = number.fract() == 0.0 && number.abs() < EXACT;
        if is_whole && !(number == 0.0 && number.is_sign_negative()) {
            // Whole, and small enough for the cast.
            self.integer(number as i64);
            self.text.push_str(".0");
        } else {
            self.json(&number);
        }
    }

    /// Writes `true` or `false`.
    pub(crate) fn boolean(&mut self, boolean: bool) {
        self.text.push_str(if boolean { "true" } else { "false" });
    }

    /// Writes a received value unchanged.
    pub(crate) fn piece(&mut self, piece: &Piece) {
        self.text.push_str(piece.as_str());
    }

    /// Writes the unknown value.
    pub(crate) fn unknown(&mut self) {
        self.string(wire::UNKNOWN);
    }

    pub(crate) fn begin_object(&mut self) {
        self.text.push('{');
    }

    pub(crate) fn end_object(&mut self) {
        self.text.push('}');
    }

    /// Begins a member; its value follows. [`Encoder::end_member`] ends it.
    pub(crate) fn member(&mut self, name: &str) -> Mark {
        let start = self.text.len();
        if !self.text.ends_with('{') {
            self.text.push(',');
        }
        self.string(name);
        self.text.push(':');
        Mark {
            start,
            value: self.text.len(),
        }
    }

    /// Takes the member back, with all that was written of its value.
    pub(crate) fn take_back(&mut self, mark: Mark) {
        self.text.truncate(mark.start);
    }

    /// Removes the member if no value was written, and then returns false.
    pub(crate) fn end_member(&mut self, mark: Mark) -> bool {
        let written = self.text.len() > mark.value;
        if !written {
            self.text.truncate(mark.start);
        }
        written
    }

    /// Writes a member whose value is already encoded.
    pub(crate) fn raw_member(&mut self, name: &str, value: &str) {
        self.member(name);
        self.text.push_str(value);
    }

    pub(crate) fn begin_array(&mut self) {
        self.text.push('[');
    }

    pub(crate) fn end_array(&mut self) {
        self.text.push(']');
    }

    /// Begins an element whose value follows, and returns its position.
    pub(crate) fn element(&mut self) -> usize {
        if !self.text.ends_with('[') {
            self.text.push(',');
        }
        self.text.len()
    }

    /// Inside lists and maps, a value that is left out is null: the place has to stay.
    pub(crate) fn or_null(&mut self, start: usize) {
        if self.text.len() == start {
            self.text.push_str("null");
        }
    }

    /// Makes a secret of the value that was written from `start` on. An absent value stays absent, and a secret stays
    /// unchanged.
    pub(crate) fn secret(&mut self, start: usize) {
        let written = self.text.get(start..).unwrap_or_default();
        // Decodes the signature alone.
        let is_secret = || {
            let text = Text::new(written);
            let members = text.members();
            members.is_some_and(|members| members.wrapper() == Some(Wrapper::Secret))
        };
        if written.is_empty() || (written.contains(wire::SIGNATURE) && is_secret()) {
            return;
        }
        self.text.insert_str(start, &wire::secret_prefix());
        self.text.push('}');
    }

    /// Puts a member first into the object that was written from `start` on, inside any wrappers. A value that is not
    /// an object stays unchanged, and so does an object that already has such a member.
    pub(crate) fn tag(&mut self, start: usize, name: &str, value: &str) {
        let text = Text::new(self.text.get(start..).unwrap_or_default());
        let mut object = 0;
        let members = loop {
            let Some((members, _)) = Members::split(&text, object) else {
                return;
            };
            if members.wrapper().is_none() {
                break members;
            }
            match members.place("value") {
                Some((inner, _)) => object = inner,
                None => return,
            }
        };
        if members.place(name).is_some() {
            return;
        }
        let mut member = Self::default();
        member.string(name);
        member.text.push(':');
        member.string(value);
        if members.iter().next().is_some() {
            member.text.push(',');
        }
        self.text.insert_str(start + object + 1, &member.text);
    }
}

/// Does not show the text, which may have secrets.
impl fmt::Debug for Encoder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Encoder").finish_non_exhaustive()
    }
}
