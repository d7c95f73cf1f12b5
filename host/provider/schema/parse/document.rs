//! Taking members out of JSON objects: absent is fine, of the wrong kind is a mistake.

use serde_json::Value;

use super::{Members, Parser, member};
use crate::provider::schema::suggest;

impl Parser<'_> {
    /// The members of a value that must be an object.
    pub(super) fn members<'v>(&mut self, value: &'v Value, place: &str) -> Option<&'v Members> {
        if let Value::Object(members) = value {
            return Some(members);
        }
        self.mistake(place, format!("expected an object, found {}", kind(value)));
        None
    }

    /// An object among the members, which may be absent.
    pub(super) fn object_member<'v>(
        &mut self,
        members: &'v Members,
        key: &str,
        place: &str,
    ) -> Option<&'v Members> {
        let value = members.get(key)?;
        self.members(value, &member(place, key))
    }

    /// A text among the members, which may be absent.
    pub(super) fn text<'v>(
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
    pub(super) fn flag(&mut self, members: &Members, key: &str, place: &str) -> bool {
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

    /// A list of texts among the members; absent is empty.
    pub(super) fn texts<'v>(
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

    /// Tells of keys that are nearly ones that mean something.
    pub(super) fn slips(&mut self, members: &Members, known: &[&str], place: &str) {
        for key in members.keys().filter(|key| !known.contains(&key.as_str())) {
            if let Some(near) = suggest::nearest(key, known.iter().copied()) {
                let message = format!("unknown key `{key}`; did you mean `{near}`?");
                self.mistake(&member(place, key), message);
            }
        }
    }
}

/// What a JSON value is called in messages, with its article.
pub(super) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
