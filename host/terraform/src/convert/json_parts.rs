//! The parts of a JSON text, as texts. The library would refuse a text that nests deeper than 128 levels, and would read its numbers as
//! doubles.

use serde::Deserialize;
use serde::de::{Error as _, IgnoredAny};
use serde_json::{Deserializer, Error};

/// A member of an object.
pub(super) struct Member<'a> {
    pub(super) name: String,
    /// The name as it is in the text.
    pub(super) key: &'a str,
    pub(super) value: &'a str,
}

/// The members of an object, whose text begins behind the opening brace.
///
/// # Errors
/// If a part is missing. The text has to be whole.
pub(super) fn members(text: &str) -> Result<Vec<Member<'_>>, Error> {
    let mut parts = Parts { rest: text };
    let mut members = Vec::new();
    while !parts.takes('}') {
        parts.takes(',');
        let (name, key) = parts.next::<String>()?;
        parts.takes(':');
        let (IgnoredAny, value) = parts.next()?;
        members.push(Member { name, key, value });
    }
    Ok(members)
}

/// The items of an array, whose text begins behind the opening bracket.
///
/// # Errors
/// As [`members`].
pub(super) fn items(text: &str) -> Result<Vec<&str>, Error> {
    let mut parts = Parts { rest: text };
    let mut items = Vec::new();
    while !parts.takes(']') {
        parts.takes(',');
        let (IgnoredAny, item) = parts.next()?;
        items.push(item);
    }
    Ok(items)
}

/// The rest of an object or array.
struct Parts<'a> {
    rest: &'a str,
}

impl<'a> Parts<'a> {
    /// Whether the next character is this one, which is taken then.
    fn takes(&mut self, mark: char) -> bool {
        let rest = self.rest.trim_start();
        let taken = rest.strip_prefix(mark);
        self.rest = taken.unwrap_or(rest);
        taken.is_some()
    }

    /// The next value, and its text.
    fn next<T: Deserialize<'a>>(&mut self) -> Result<(T, &'a str), Error> {
        let mut values = Deserializer::from_str(self.rest).into_iter();
        let value = values.next();
        let value = value.unwrap_or_else(|| Err(Error::custom("a part is missing")))?;
        let (text, rest) = self.rest.split_at(values.byte_offset());
        self.rest = rest;
        Ok((value, text.trim()))
    }
}
