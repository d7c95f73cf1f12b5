//! Secrets in property values: reading them, and finding known secrets in other values.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::secret_store::{Lengths, MIN_BYTES, SecretMatcher};
use super::text::whole;
use super::{LOOK_AHEAD_BYTES, Secrets, encodings};
use crate::property_path::PropertyPath;
use crate::special_values::{KEY, OUTPUT};
use crate::value::{
    Archive, ArchiveContent, Asset, AssetContent, PropertyMap, PropertyValue, ResourceReference,
};

/// Hands over every text that is secret among properties, at any depth.
pub(super) fn secrets_of(properties: &PropertyMap, take: &mut dyn FnMut(&[u8])) {
    properties
        .values()
        .for_each(|value| secrets_in(value, take));
}

/// The same in one value.
pub(super) fn secrets_in(value: &PropertyValue, take: &mut dyn FnMut(&[u8])) {
    match value {
        PropertyValue::Secret(inner) => all_of(inner, take),
        PropertyValue::Array(items) => items.iter().for_each(|item| secrets_in(item, take)),
        PropertyValue::Object(map) => secrets_of(map, take),
        PropertyValue::Archive(archive) => {
            if let ArchiveContent::Assets(assets) = &archive.content {
                secrets_of(assets, take);
            }
        }
        _ => {}
    }
}

fn is_output(signature: &PropertyValue) -> bool {
    signature.as_str() == Some(OUTPUT)
}

/// Hands over every text in a value, at any depth. Names do not count as its texts; numbers do, as people write them.
pub(super) fn all_of(value: &PropertyValue, take: &mut dyn FnMut(&[u8])) {
    match value {
        PropertyValue::String(text) => take(text.as_bytes()),
        PropertyValue::Bytes(bytes) => take(bytes),
        PropertyValue::Number(number) => take(number.to_string().as_bytes()),
        PropertyValue::Array(items) => items.iter().for_each(|item| all_of(item, take)),
        // The form by which a guest that declares names the output of a node.
        PropertyValue::Object(map) if map.get(KEY).is_some_and(is_output) => {}
        PropertyValue::Object(map) => map.values().for_each(|item| all_of(item, take)),
        PropertyValue::Secret(inner) => all_of(inner, take),
        PropertyValue::Asset(asset) => {
            // A path or address names the place of a secret, and is in messages about it.
            let Asset { content, .. } = asset.as_ref();
            if let AssetContent::Text(text) = content {
                take(text.as_bytes());
            }
        }
        PropertyValue::Archive(archive) => {
            let Archive { content, .. } = archive.as_ref();
            if let ArchiveContent::Assets(assets) = content {
                assets.values().for_each(|item| all_of(item, take));
            }
        }
        PropertyValue::Null
        | PropertyValue::Bool(_)
        | PropertyValue::Unknown
        | PropertyValue::ResourceReference(_) => {}
    }
}

/// Collects the strings in a value that are not secret, at any depth.
pub(crate) fn open_in<'v>(value: &'v PropertyValue, open: &mut HashSet<&'v str>) {
    match value {
        PropertyValue::String(text) => {
            open.insert(text);
        }
        PropertyValue::Array(items) => items.iter().for_each(|item| open_in(item, open)),
        PropertyValue::Object(map) => map.values().for_each(|item| open_in(item, open)),
        _ => {}
    }
}

/// How much is read at a time: decoded forms of it take several times as much memory.
const WINDOW_BYTES: usize = 256 << 10;

/// The matchers that decide whether a value is secret: those of a call, and those that were kept.
pub(super) struct Holder(Vec<Arc<SecretMatcher>>);

impl Holder {
    /// Whether bytes have a secret at a place that counts.
    pub(super) fn is_held_in(
        &self,
        bytes: &[u8],
        counts: &mut dyn FnMut(Range<usize>) -> bool,
    ) -> bool {
        if bytes.len() < MIN_BYTES || self.0.is_empty() {
            return false;
        }
        let mut found = Vec::new();
        let mut start = 0;
        loop {
            let end = bytes.len().min(start + WINDOW_BYTES);
            let window = bytes.get(start..end).unwrap_or_default();
            encodings::find(&self.0, window, &mut found);
            let mut places = found.drain(..);
            if places.any(|place| counts(start + place.start..start + place.end)) {
                return true;
            }
            drop(places);
            if end == bytes.len() {
                return false;
            }
            // One that begins in this window ends in the next.
            start = end - LOOK_AHEAD_BYTES;
        }
    }
}

impl Secrets {
    pub(super) fn holder(&self) -> Holder {
        Holder(self.matchers_for_values())
    }

    /// Makes the matchers, which takes long for thousands of secrets. Otherwise the first search does.
    pub(crate) fn make_matchers(&self) {
        self.holder();
    }

    /// Whether a secret of this call, or one that was kept, is in a text.
    #[must_use]
    pub fn are_in(&self, text: &str) -> bool {
        self.are_in_unless(text, &|_| false)
    }

    /// The same, without parts of the text that are in the open.
    pub(crate) fn are_in_unless(&self, text: &str, is_open: &dyn Fn(&str) -> bool) -> bool {
        if text.len() < MIN_BYTES || !self.lengths().may_be_in(text.len()) {
            return false;
        }
        if self.knows(text.as_bytes()) && !is_open(text) {
            return true;
        }
        let mut counts = |place| !is_open(part(text, &place));
        self.holder().is_held_in(text.as_bytes(), &mut counts)
    }
}

/// The part of a text at a place, in whole characters.
pub(super) fn part<'a>(text: &'a str, place: &Range<usize>) -> &'a str {
    text.get(whole(text, place)).unwrap_or(text)
}

/// The place of a value. Its path is only written if it is needed.
pub(super) enum ValuePath<'a> {
    Top(&'a str),
    Key(&'a ValuePath<'a>, &'a str),
    Index(&'a ValuePath<'a>, usize),
}

impl ValuePath<'_> {
    pub(super) fn path(&self) -> PropertyPath {
        match self {
            ValuePath::Top(name) => PropertyPath::root(name),
            ValuePath::Key(above, key) => above.path().key(key),
            ValuePath::Index(above, index) => above.path().index(*index),
        }
    }
}

/// A search for values that are secrets.
pub(super) struct Search<'a> {
    secrets: &'a Secrets,
    /// The lengths of all known secrets: the search for whole secrets skips nearly every text because of its length.
    lengths: Lengths,
    /// The matchers that find them in longer values. Made for the first of those.
    holder: OnceCell<Holder>,
    /// Whether a part of a text is in the open anyway.
    is_open: &'a dyn Fn(&str) -> bool,
    /// Whether a text as a whole is.
    is_open_as_a_whole: &'a dyn Fn(&str) -> bool,
    /// Is handed what was hidden.
    note: &'a mut dyn FnMut(Occurrence, &ValuePath<'_>),
}

/// The secret part of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Occurrence {
    Nothing,
    /// The whole.
    Value,
    /// A part.
    Part,
    /// A name of a member, or a part of one.
    Name,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        secrets: &'a Secrets,
        is_open: &'a dyn Fn(&str) -> bool,
        is_open_as_a_whole: &'a dyn Fn(&str) -> bool,
        note: &'a mut dyn FnMut(Occurrence, &ValuePath<'_>),
    ) -> Self {
        Self {
            secrets,
            lengths: secrets.lengths(),
            holder: OnceCell::new(),
            is_open,
            is_open_as_a_whole,
            note,
        }
    }

    fn knows(&self, bytes: &[u8]) -> bool {
        self.lengths.have(bytes.len()) && self.secrets.knows(bytes)
    }

    /// Whether a name is a secret or has one in it.
    pub(super) fn is_in_name(&self, name: &str) -> bool {
        self.text(name) != Occurrence::Nothing
    }

    /// The secret part of a text. A part that is in the open anyway does not count.
    fn text(&self, text: &str) -> Occurrence {
        let bytes = text.as_bytes();
        if !self.lengths.may_be_in(bytes.len()) {
            return Occurrence::Nothing;
        }
        if self.knows(bytes) {
            return match (self.is_open_as_a_whole)(text) {
                true => Occurrence::Nothing,
                false => Occurrence::Value,
            };
        }
        let mut counts = |place| !(self.is_open)(part(text, &place));
        match self.holder().is_held_in(bytes, &mut counts) {
            true => Occurrence::Part,
            false => Occurrence::Nothing,
        }
    }

    fn bytes(&self, bytes: &[u8]) -> Occurrence {
        match self.knows(bytes) {
            true => Occurrence::Value,
            false if self.holder().is_held_in(bytes, &mut |_| true) => Occurrence::Part,
            false => Occurrence::Nothing,
        }
    }

    fn holder(&self) -> &Holder {
        self.holder.get_or_init(|| self.secrets.holder())
    }

    /// Hides a value if it is a secret, and the secret parts of it that can be hidden by themselves.
    pub(super) fn hide(
        &mut self,
        input: Option<&PropertyValue>,
        value: &mut PropertyValue,
        place: &ValuePath<'_>,
    ) {
        let found = self.find(input, value);
        if found != Occurrence::Nothing {
            (self.note)(found, place);
            let plain = std::mem::replace(value, PropertyValue::Null);
            *value = plain.into_secret();
            return;
        }
        match value {
            PropertyValue::Array(items) => {
                for (index, item) in items.iter_mut().enumerate() {
                    let input = match input {
                        Some(PropertyValue::Array(inputs)) => inputs.get(index),
                        _ => None,
                    };
                    self.hide(input, item, &ValuePath::Index(place, index));
                }
            }
            PropertyValue::Object(map) => {
                for (key, item) in map {
                    let input = match input {
                        Some(PropertyValue::Object(inputs)) => inputs.get(key),
                        _ => None,
                    };
                    self.hide(input, item, &ValuePath::Key(place, key));
                }
            }
            _ => {}
        }
    }

    /// Whether a value is a secret as it stands. Elements of lists and members of objects are looked at by themselves.
    fn find(&self, input: Option<&PropertyValue>, value: &PropertyValue) -> Occurrence {
        let has_parts = matches!(value, PropertyValue::Array(_) | PropertyValue::Object(_));
        if !has_parts && input == Some(value) {
            return Occurrence::Nothing;
        }
        match value {
            PropertyValue::String(text) => self.text(text),
            PropertyValue::Bytes(bytes) => self.bytes(bytes),
            PropertyValue::Number(number) if self.knows_number(*number) => Occurrence::Value,
            PropertyValue::Object(map) => {
                let is_open = |name: &String| match input {
                    Some(PropertyValue::Object(inputs)) => inputs.contains_key(name),
                    _ => false,
                };
                let is_name = |name: &String| !is_open(name) && self.is_in_name(name);
                match map.keys().any(is_name) {
                    true => Occurrence::Name,
                    false => Occurrence::Nothing,
                }
            }
            PropertyValue::Asset(asset) => match &asset.content {
                AssetContent::Text(text) => self.text(text),
                _ => Occurrence::Nothing,
            },
            PropertyValue::Archive(archive) => self.archive(archive),
            PropertyValue::ResourceReference(reference) => {
                let ResourceReference {
                    id,
                    name,
                    resource_type,
                    package_version,
                    ..
                } = reference.as_ref();
                let others = [name, resource_type, package_version];
                let texts = id.iter().flatten().chain(others.into_iter().flatten());
                first(texts.map(|text| self.text(text)))
            }
            // Values that are secret already, and those without text.
            PropertyValue::Number(_)
            | PropertyValue::Secret(_)
            | PropertyValue::Array(_)
            | PropertyValue::Null
            | PropertyValue::Bool(_)
            | PropertyValue::Unknown => Occurrence::Nothing,
        }
    }

    /// Whether a number is a secret as people write it.
    fn knows_number(&self, number: f64) -> bool {
        /// Whole numbers below this have fewer digits than a secret.
        const FEW_DIGITS: f64 = 1e6;
        let is_short = number.fract() == 0.0 && number.abs() < FEW_DIGITS;
        !is_short && self.knows(number.to_string().as_bytes())
    }

    /// The secret part of the files of an archive, or of the name of one.
    fn archive(&self, archive: &Archive) -> Occurrence {
        let ArchiveContent::Assets(files) = &archive.content else {
            return Occurrence::Nothing;
        };
        first(files.iter().flat_map(|(name, file)| {
            let file = match file.reveal() {
                PropertyValue::Archive(archive) => self.archive(archive),
                file => self.find(None, file),
            };
            [self.text(name), file]
        }))
    }
}

/// The first that is something.
fn first(mut all: impl Iterator<Item = Occurrence>) -> Occurrence {
    all.find(|found| *found != Occurrence::Nothing)
        .unwrap_or(Occurrence::Nothing)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::redaction::MARK;

    fn session(secrets: &[&str]) -> Arc<Secrets> {
        let session = Secrets::new();
        secrets.iter().for_each(|secret| session.keep(secret));
        session
    }

    #[test]
    fn a_secret_of_the_call_or_that_was_kept_is_found_in_a_longer_text() {
        let session = session(&["of the configuration"]);
        let call = session.of_call();
        call.learn_value(&"of this call".into());
        let earlier = session.of_call();
        earlier.learn_value(&"of an earlier call".into());
        drop(earlier);
        // Longer than one read, and across its end.
        let long = |before: usize| format!("{}of this call", "x ".repeat(before / 2));
        for (text, expected) in [
            ("of this call", &["of this call"][..]),
            ("x/of this call/y", &["of this call"]),
            ("x/of the configuration", &["of the configuration"]),
            (
                "of this call, of the configuration",
                &["of the configuration", "of this call"],
            ),
            ("of an earlier call", &[]),
            ("x/of an earlier call", &[]),
            ("x/b2YgdGhpcyBjYWxs", &["b2YgdGhpcyBjYWxs"]),
            ("x/of%20this+call", &["of%20this+call"]),
            ("ü\\u006ff this call", &["\\u006ff this call"]),
            (&long(5000), &["of this call"]),
            (&long((256 << 10) - 6), &["of this call"]),
            (&long(1 << 20), &["of this call"]),
            ("", &[]),
        ] {
            let found = RefCell::new(Vec::new());
            call.are_in_unless(text, &|part| {
                found.borrow_mut().push(part.to_owned());
                true
            });
            let mut found = found.into_inner();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found, expected, "{}", text.len());
            assert_eq!(call.are_in(text), !expected.is_empty(), "{}", text.len());
        }
        // An open text does not hide a secret one.
        let text = "of this call, of the configuration";
        assert!(call.are_in_unless(text, &|part| part == "of this call"));
        assert!(!call.are_in_unless(text, &|part| part.starts_with("of t")));
    }

    #[test]
    fn few_secrets_and_many_are_found_alike() {
        let many: Vec<String> = (0..100)
            .map(|index| format!("one more, number {index}"))
            .collect();
        let long = "a long secret, ".repeat(20);
        for others in [&[][..], &many] {
            let session = session(&["ababab-ababab", "abab-abab", &long]);
            others.iter().for_each(|other| session.keep(other));
            for (text, expected) in [
                ("<abababab-abababab>", "<ab[secret]ab>"),
                ("ababab-abab", "ab[secret]"),
                ("abab-aba", "abab-aba"),
                (long.as_str(), MARK),
            ] {
                assert_eq!(session.text(text), expected);
            }
        }
    }
}
