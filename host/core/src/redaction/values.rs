//! Secrets in property values: reading them, and finding known secrets in other values.

use std::cell::{Cell, OnceCell};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use super::secret_store::{Lengths, MIN_BYTES, SecretMatcher};
use super::text::whole;
use super::{LOOK_AHEAD_BYTES, Secrets, encodings};
use crate::long_work::beside;
use crate::value::property_path::PropertyPath;
use crate::value::special_values::{KEY, OUTPUT};
use crate::value::{
    Archive, ArchiveContent, Asset, AssetContent, PropertyMap, PropertyValue, ResourceReference,
};

/// Reports every secret text among properties, at any depth.
pub(super) fn secrets_of(properties: &PropertyMap, take: &mut dyn FnMut(&[u8])) {
    properties
        .values()
        .for_each(|value| secrets_in(value, take));
}

/// Reports every secret text in a value, at any depth.
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

/// Reports every text in a value, at any depth. Names of members do not count. Numbers count in decimal notation.
pub(super) fn all_of(value: &PropertyValue, take: &mut dyn FnMut(&[u8])) {
    match value {
        PropertyValue::String(text) => take(text.as_bytes()),
        PropertyValue::Bytes(bytes) => take(bytes),
        PropertyValue::Number(number) => take(number.to_string().as_bytes()),
        PropertyValue::Array(items) => items.iter().for_each(|item| all_of(item, take)),
        // An output reference of a guest.
        PropertyValue::Object(map) if map.get(KEY).is_some_and(is_output) => {}
        PropertyValue::Object(map) => map.values().for_each(|item| all_of(item, take)),
        PropertyValue::Secret(inner) => all_of(inner, take),
        PropertyValue::Asset(asset) => {
            // A path or address names the place of a secret, and messages have to show it.
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

/// The size of a search window. The decoded forms of a window take several times as much memory.
const WINDOW_BYTES: usize = 256 << 10;

/// Searches values for the secrets of a call and the kept secrets.
pub(super) struct ValueMatchers(Vec<Arc<SecretMatcher>>);

/// The work of the searches in the values of one message: bytes times matchers. It is enough for the largest message
/// with few secrets. A value beyond it counts as secret without a search, because nothing can interrupt the call during
/// a search.
const MAX_WORK: usize = 64 << 20;

impl ValueMatchers {
    /// The work of a search in this many bytes.
    fn work(&self, bytes: usize) -> usize {
        bytes.saturating_mul(self.0.len())
    }

    /// Whether bytes contain a secret at a place that `counts` accepts.
    pub(super) fn find_in(
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
            // A secret that begins in this window ends in the next.
            start = end - LOOK_AHEAD_BYTES;
        }
    }
}

impl Secrets {
    pub(super) fn value_matchers(&self) -> ValueMatchers {
        ValueMatchers(self.matchers_for_values())
    }

    /// Builds the matchers in advance, which takes long for thousands of secrets. Otherwise the first search builds
    /// them.
    pub(crate) fn make_matchers(&self) {
        self.value_matchers();
    }

    /// The work of a search in this many bytes: bytes times matchers.
    pub(super) fn search_work(&self, bytes: usize) -> usize {
        self.value_matchers().work(bytes)
    }

    /// Whether a number in decimal notation equals a secret of this call or a kept secret.
    pub(crate) fn know_number(&self, number: f64) -> bool {
        /// Smaller whole numbers have fewer digits than the shortest secret.
        const FEW_DIGITS: f64 = 1e6;
        let is_short = number.fract() == 0.0 && number.abs() < FEW_DIGITS;
        !is_short && self.knows(number.to_string().as_bytes())
    }

    /// Whether a text contains a secret of this call or a kept secret.
    #[must_use]
    pub fn are_in(&self, text: &str) -> bool {
        self.are_in_unless(text, &|_| false)
    }

    /// Does the same, but skips parts of the text that `is_open` accepts.
    pub(crate) fn are_in_unless(&self, text: &str, is_open: &dyn Fn(&str) -> bool) -> bool {
        if text.len() < MIN_BYTES || !self.lengths().may_be_in(text.len()) {
            return false;
        }
        if self.knows(text.as_bytes()) && !is_open(text) {
            return true;
        }
        let matchers = self.value_matchers();
        let mut counts = |place| !is_open(part(text, &place));
        let work = matchers.work(text.len());
        work > MAX_WORK || beside(work, || matchers.find_in(text.as_bytes(), &mut counts))
    }
}

/// The part of a text at a place, extended to character boundaries.
pub(super) fn part<'a>(text: &'a str, place: &Range<usize>) -> &'a str {
    text.get(whole(text, place)).unwrap_or(text)
}

/// The place of a value. Its path is written only if it is needed.
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

/// A search for secrets in values.
pub(super) struct Search<'a> {
    secrets: &'a Secrets,
    /// The lengths of all known secrets. They exclude nearly every text from the search.
    lengths: Lengths,
    /// Finds secrets in longer values. Built on first use.
    value_matchers: OnceCell<ValueMatchers>,
    /// Whether a part of a text is also public elsewhere.
    is_open: &'a dyn Fn(&str) -> bool,
    /// Whether a whole text is plain elsewhere.
    is_open_as_a_whole: &'a dyn Fn(&str) -> bool,
    /// Called for each hidden value.
    note: &'a mut dyn FnMut(Occurrence, &ValuePath<'_>),
    /// Whether the values leave a session, whose guest may remember each secret of it.
    is_exit: bool,
    /// The work that is left for searches in longer values: bytes times matchers.
    left: Cell<usize>,
}

/// The part of a value that is secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Occurrence {
    Nothing,
    /// The whole value.
    Value,
    /// A part of the value.
    Part,
    /// The name of a member, or a part of it.
    Name,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        secrets: &'a Secrets,
        is_open: &'a dyn Fn(&str) -> bool,
        is_open_as_a_whole: &'a dyn Fn(&str) -> bool,
        note: &'a mut dyn FnMut(Occurrence, &ValuePath<'_>),
        is_exit: bool,
    ) -> Self {
        Self {
            is_exit,
            left: Cell::new(MAX_WORK),
            secrets,
            lengths: secrets.lengths(),
            value_matchers: OnceCell::new(),
            is_open,
            is_open_as_a_whole,
            note,
        }
    }

    fn knows(&self, bytes: &[u8]) -> bool {
        self.lengths.have(bytes.len()) && self.secrets.knows(bytes)
    }

    /// Whether a name contains a secret.
    pub(super) fn is_in_name(&self, name: &str) -> bool {
        self.text(name) != Occurrence::Nothing
    }

    /// The secret part of a text. Parts that are plain elsewhere do not count.
    fn text(&self, text: &str) -> Occurrence {
        let bytes = text.as_bytes();
        if !self.lengths.may_be_in(bytes.len()) {
            return Occurrence::Nothing;
        }
        if self.knows(bytes) {
            return self.unless_open(text, Occurrence::Value);
        }
        if !self.has_room_for(bytes) {
            return self.unless_open(text, Occurrence::Part);
        }
        let mut counts = |place| !(self.is_open)(part(text, &place));
        if self.value_matchers().find_in(bytes, &mut counts) {
            Occurrence::Part
        } else {
            Occurrence::Nothing
        }
    }

    /// The secret part of a text that is a value. Where values leave a session, a short secret counts as a whole, and
    /// each text counts after the guest met more secrets than can be searched for.
    fn text_value(&self, text: &str) -> Occurrence {
        let is_short = text.len() < MIN_BYTES;
        if self.is_exit && is_short && self.secrets.knows_short(text.as_bytes()) {
            return self.unless_open(text, Occurrence::Value);
        }
        if self.is_exit && !is_short && self.secrets.have_forgotten() {
            return self.unless_open(text, Occurrence::Part);
        }
        self.text(text)
    }

    fn unless_open(&self, text: &str, found: Occurrence) -> Occurrence {
        if (self.is_open_as_a_whole)(text) {
            Occurrence::Nothing
        } else {
            found
        }
    }

    fn bytes(&self, bytes: &[u8]) -> Occurrence {
        if self.knows(bytes) || self.is_exit && self.secrets.knows_short(bytes) {
            return Occurrence::Value;
        }
        let may_be_in = || {
            self.is_exit && bytes.len() >= MIN_BYTES && self.secrets.have_forgotten()
                || !self.has_room_for(bytes)
        };
        if may_be_in() || self.value_matchers().find_in(bytes, &mut |_| true) {
            Occurrence::Part
        } else {
            Occurrence::Nothing
        }
    }

    /// Whether a value can be searched with the work that is left. If it can, the work is subtracted from the rest.
    fn has_room_for(&self, bytes: &[u8]) -> bool {
        let work = self.value_matchers().work(bytes.len());
        let left = self.left.get().checked_sub(work);
        if let Some(left) = left {
            self.left.set(left);
        }
        left.is_some()
    }

    fn value_matchers(&self) -> &ValueMatchers {
        self.value_matchers
            .get_or_init(|| self.secrets.value_matchers())
    }

    /// Hides a value, or only its elements and members that contain a secret.
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

    /// The secret part of a value itself. Elements and members are searched separately.
    fn find(&self, input: Option<&PropertyValue>, value: &PropertyValue) -> Occurrence {
        let has_parts = matches!(value, PropertyValue::Array(_) | PropertyValue::Object(_));
        if !has_parts && input == Some(value) {
            return Occurrence::Nothing;
        }
        match value {
            PropertyValue::String(text) => self.text_value(text),
            PropertyValue::Bytes(bytes) => self.bytes(bytes),
            PropertyValue::Number(number) if self.secrets.know_number(*number) => Occurrence::Value,
            PropertyValue::Object(map) => {
                let is_open = |name: &String| match input {
                    Some(PropertyValue::Object(inputs)) => inputs.contains_key(name),
                    _ => false,
                };
                let is_name = |name: &String| !is_open(name) && self.is_in_name(name);
                if map.keys().any(is_name) {
                    Occurrence::Name
                } else {
                    Occurrence::Nothing
                }
            }
            PropertyValue::Asset(asset) => match &asset.content {
                AssetContent::Text(text) => self.text_value(text),
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
            // Values that are already secret, and values without text.
            PropertyValue::Number(_)
            | PropertyValue::Secret(_)
            | PropertyValue::Array(_)
            | PropertyValue::Null
            | PropertyValue::Bool(_)
            | PropertyValue::Unknown => Occurrence::Nothing,
        }
    }

    /// The secret part of an archive: of its files or their names.
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

/// The first occurrence that is not `Nothing`.
fn first(mut all: impl Iterator<Item = Occurrence>) -> Occurrence {
    all.find(|found| *found != Occurrence::Nothing)
        .unwrap_or(Occurrence::Nothing)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;

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
        // Longer than one window, and across its end.
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
        // A plain text does not hide a secret text.
        let text = "of this call, of the configuration";
        assert!(call.are_in_unless(text, &|part| part == "of this call"));
        assert!(!call.are_in_unless(text, &|part| part.starts_with("of t")));
    }

    #[test]
    fn secrets_that_the_guest_meets_displace_none_of_the_request() {
        let call = Secrets::new().of_call();
        let secret = |text: &str| PropertyValue::from(text).into_secret();
        call.learn_value(&"of the request".into());
        call.meet_part(&secret("of a child"));
        assert!(!call.have_forgotten());
        for index in 0..200 {
            let large = format!("{index}-{}", "of the guest ".repeat(3000));
            call.meet_part(&secret(&large));
            call.learn_shared(&large);
        }
        assert!(call.are_in("x/of the request") && !call.are_in("x/of a child"));
        assert!(call.knows(b"of a child") && call.have_forgotten());
    }

    #[test]
    fn a_value_that_takes_long_to_search_is_a_secret() {
        let session = session(&["of the configuration"]);
        let mut places = 0;
        let mut note = |_: Occurrence, _: &ValuePath<'_>| places += 1;
        let is_open = |_: &str| false;
        let mut search = Search::new(&session, &is_open, &is_open, &mut note, false);
        let mut hide = |bytes: usize| {
            let mut value = PropertyValue::from("x".repeat(bytes));
            search.hide(None, &mut value, &ValuePath::Top("text"));
            value.is_secret()
        };
        assert!(!hide(1 << 10) && hide(MAX_WORK) && !hide(1 << 10));
        assert_eq!(places, 1);
        assert!(session.are_in(&"x".repeat(MAX_WORK + 1)));
    }

    #[test]
    fn a_secret_is_found_in_base64_within_base64_and_in_indented_lines() {
        let session = session(&["a secret word, long enough for some lines"]);
        let login = STANDARD.encode("ada:a secret word, long enough for some lines");
        let registry = format!("{{\"auths\":{{\"a.example\":{{\"auth\":\"{login}\"}}}}}}");
        let registry = STANDARD.encode(registry);
        let lines = |text: &str, width: usize| {
            let lines = text.as_bytes().chunks(width);
            let lines = lines.map(|line| std::str::from_utf8(line).expect("ASCII"));
            lines.collect::<Vec<_>>().join("\n    ")
        };
        for text in [
            registry.clone(),
            format!("data: {registry}"),
            lines(&login, 17),
            lines(&registry, 23).replace('\n', "\r\n\t"),
        ] {
            assert!(session.are_in(&text), "{text}");
            assert!(session.text(&text).contains(MARK), "{text}");
        }
        assert!(!session.are_in(&STANDARD.encode(STANDARD.encode("ada:another word"))));
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
