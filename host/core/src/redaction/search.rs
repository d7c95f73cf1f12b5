//! Finding the values that are secrets or have one in them, in every kind of value.

use std::cell::OnceCell;

use super::Secrets;
use super::held::{Holder, part};
use super::lengths::Lengths;
use crate::property_path::PropertyPath;
use crate::value::{Archive, ArchiveContent, AssetContent, PropertyValue, ResourceReference};

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
