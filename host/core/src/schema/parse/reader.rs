//! Reads JSON documents that people or tools write. An absent part is valid, a part of the wrong type is a mistake, and
//! all mistakes are reported at once, each with its place.

use std::fmt;

use serde_json::{Map, Value};

use crate::schema::rules::PatternWork;
use crate::text::suggest;

/// A mistake in a document, for its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaMistake {
    /// The place as a JSON pointer; empty for the whole document.
    pub place: String,
    /// The mistake, as a sentence.
    pub message: String,
}

impl fmt::Display for SchemaMistake {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.place.is_empty() {
            "/"
        } else {
            &self.place
        };
        write!(formatter, "{place}: {}", self.message)
    }
}

impl std::error::Error for SchemaMistake {}

/// An object's members, in the document's order.
pub(crate) type Members = Map<String, Value>;

/// The place of a member.
pub(crate) fn member(place: &str, key: &str) -> String {
    format!("{place}/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// Mistakes beyond this number are counted, but not reported: a document may have a mistake in every value.
const MAX_MISTAKES: usize = 100;
/// The maximum number of bytes of all reported mistakes together: a status has room for little more.
const MAX_TOLD: usize = 6 << 10;
/// The maximum number of keys of an object that are compared with the known keys.
const MAX_KEYS: usize = 1000;
/// The maximum size in bytes of a path or a message in a report.
const MAX_REPORTED_BYTES: usize = 1000;

/// Takes members out of JSON objects and collects mistakes.
pub(crate) struct Reader {
    pub(crate) mistakes: Vec<SchemaMistake>,
    /// The number of mistakes beyond the collected ones.
    more_mistakes: usize,
    /// The remaining bytes for regular expressions; `None` after one was refused.
    patterns_left: Option<u64>,
    /// The remaining work for comparing values with their expressions.
    pub(in crate::schema) work: PatternWork,
}

impl Default for Reader {
    /// A reader of documents whose regular expressions are not counted.
    fn default() -> Self {
        Self::with_patterns(u64::MAX)
    }
}

impl Reader {
    /// A reader of documents. Their compiled regular expressions may take this many bytes.
    pub(crate) fn with_patterns(bytes: u64) -> Self {
        Self {
            mistakes: Vec::new(),
            more_mistakes: 0,
            patterns_left: Some(bytes),
            work: PatternWork::of_manifest(),
        }
    }

    /// Counts the bytes of a regular expression; false if they are too many.
    pub(crate) fn reserve_pattern(&mut self, bytes: u64) -> bool {
        let left = self.patterns_left.and_then(|left| left.checked_sub(bytes));
        self.patterns_left = left;
        left.is_some()
    }

    /// Whether a regular expression was refused, and all after it.
    pub(crate) fn has_too_many_patterns(&self) -> bool {
        self.patterns_left.is_none()
    }

    pub(crate) fn mistake(&mut self, place: &str, message: impl Into<String>) {
        if self.is_full() {
            self.more_mistakes += 1;
            return;
        }
        self.mistakes.push(SchemaMistake {
            place: told(place.to_owned()),
            message: told(message.into()),
        });
    }

    /// Whether further mistakes are only counted, so that no advice is needed for them.
    fn is_full(&self) -> bool {
        self.mistakes.len() >= MAX_MISTAKES
    }

    /// All mistakes. If there are very many, the first ones and the number of the others.
    pub(crate) fn finish(mut self) -> Vec<SchemaMistake> {
        let mut told = 0_usize;
        let fits = self.mistakes.iter().take_while(|mistake| {
            told += mistake.place.len() + mistake.message.len();
            told <= MAX_TOLD
        });
        // The first mistake is always reported, because its length is limited elsewhere.
        let count = fits.count().max(1).min(self.mistakes.len());
        self.more_mistakes += self.mistakes.len() - count;
        self.mistakes.truncate(count);
        if self.more_mistakes > 0 {
            self.mistakes.push(SchemaMistake {
                place: String::new(),
                message: format!("there are {} more mistakes", self.more_mistakes),
            });
        }
        self.mistakes
    }

    /// `; did you mean …?`, or an empty text.
    pub(crate) fn hint<'a>(&self, name: &str, known: impl Iterator<Item = &'a str>) -> String {
        if self.is_full() {
            String::new()
        } else {
            suggest::hint(name, known)
        }
    }

    /// The members of a value that must be an object.
    pub(crate) fn members<'v>(&mut self, value: &'v Value, place: &str) -> Option<&'v Members> {
        if let Value::Object(members) = value {
            return Some(members);
        }
        self.mistake(place, format!("expected an object, found {}", kind(value)));
        None
    }

    /// An object among the members, which may be absent.
    pub(crate) fn object_member<'v>(
        &mut self,
        members: &'v Members,
        key: &str,
        place: &str,
    ) -> Option<&'v Members> {
        let value = members.get(key)?;
        self.members(value, &member(place, key))
    }

    /// A text among the members, which may be absent.
    pub(crate) fn text<'v>(
        &mut self,
        members: &'v Members,
        key: &str,
        place: &str,
    ) -> Option<&'v str> {
        match members.get(key)? {
            Value::String(text) => Some(text),
            other => {
                let message = format!("expected a string, found {}", kind(other));
                self.mistake(&member(place, key), message);
                None
            }
        }
    }

    /// A truth among the members; absent is false.
    pub(crate) fn flag(&mut self, members: &Members, key: &str, place: &str) -> bool {
        match members.get(key) {
            None => false,
            Some(Value::Bool(flag)) => *flag,
            Some(other) => {
                let message = format!("expected true or false, found {}", kind(other));
                self.mistake(&member(place, key), message);
                false
            }
        }
    }

    /// A finite number among the members, which may be absent.
    pub(crate) fn number(&mut self, members: &Members, key: &str, place: &str) -> Option<f64> {
        let value = members.get(key)?;
        let number = value.as_f64().filter(|number| number.is_finite());
        if number.is_none() {
            let message = format!("expected a number, found {}", kind(value));
            self.mistake(&member(place, key), message);
        }
        number
    }

    /// A whole number from zero on among the members, which may be absent.
    pub(crate) fn count(&mut self, members: &Members, key: &str, place: &str) -> Option<u64> {
        let value = members.get(key)?;
        let count = value.as_u64();
        if count.is_none() {
            let found = match value {
                Value::Number(number) => number.to_string(),
                other => kind(other).to_owned(),
            };
            let message = format!("expected a whole number, zero or above; found {found}");
            self.mistake(&member(place, key), message);
        }
        count
    }

    /// Like [`Self::count`], with 32 bits.
    pub(crate) fn whole(&mut self, members: &Members, key: &str, place: &str) -> Option<u32> {
        let count = self.count(members, key, place)?;
        let whole = u32::try_from(count).ok();
        if whole.is_none() {
            self.mistake(&member(place, key), format!("{count} is too large"));
        }
        whole
    }

    /// A list of texts among the members; absent is empty.
    pub(crate) fn texts<'v>(
        &mut self,
        members: &'v Members,
        key: &str,
        place: &str,
    ) -> Vec<&'v str> {
        let place = member(place, key);
        let items = match members.get(key) {
            None => return Vec::new(),
            Some(Value::Array(items)) => items,
            Some(other) => {
                self.mistake(&place, format!("expected a list, found {}", kind(other)));
                return Vec::new();
            }
        };
        let mut texts = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            match item {
                Value::String(text) => texts.push(text.as_str()),
                other => {
                    let message = format!("expected a string, found {}", kind(other));
                    self.mistake(&format!("{place}/{index}"), message);
                }
            }
        }
        texts
    }

    /// Reports keys that are similar to a known key.
    pub(crate) fn slips(&mut self, members: &Members, known: &[&str], place: &str) {
        let keys = members.keys().take(MAX_KEYS);
        for key in keys.filter(|key| !known.contains(&key.as_str())) {
            if self.is_full() {
                return;
            }
            if let Some(near) = suggest::nearest(key, known.iter().copied()) {
                let message = format!("unknown key `{key}`; did you mean `{near}`?");
                self.mistake(&member(place, key), message);
            }
        }
    }

    /// Reports keys without a meaning.
    pub(crate) fn only(&mut self, members: &Members, known: &[&str], place: &str) {
        for key in members.keys().filter(|key| !known.contains(&key.as_str())) {
            let hint = self.hint(key, known.iter().copied());
            self.mistake(&member(place, key), format!("unknown key `{key}`{hint}"));
        }
    }
}

/// A text of a message, cut if it is too long.
fn told(mut text: String) -> String {
    if text.len() > MAX_REPORTED_BYTES {
        text.truncate(text.floor_char_boundary(MAX_REPORTED_BYTES));
        text.push('…');
    }
    text
}

/// The name of a JSON value in messages, with its article.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
