//! Finding the values that are secrets, in every kind of value.

use super::Secrets;
use super::known::Lengths;
use crate::provider::property_path::PropertyPath;
use crate::provider::value::{
    Archive, ArchiveContent, AssetContent, PropertyValue, ResourceReference,
};

/// Where a value is. Its path is only written where it is needed.
pub(super) enum Place<'a> {
    Top(&'a str),
    Key(&'a Place<'a>, &'a str),
    Index(&'a Place<'a>, usize),
}

impl Place<'_> {
    pub(super) fn path(&self) -> PropertyPath {
        match self {
            Place::Top(name) => PropertyPath::root(name),
            Place::Key(above, key) => above.path().key(key),
            Place::Index(above, index) => above.path().index(*index),
        }
    }
}

/// A search for values that are secrets.
pub(super) struct Search<'a> {
    secrets: &'a Secrets,
    /// The lengths of all that are known: nearly every text is done with by its own.
    lengths: Lengths,
    /// Is handed what was hidden.
    note: &'a mut dyn FnMut(Found, &Place<'_>),
}

/// What of a value is a secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    Nothing,
    Value,
    /// A name of a member.
    Name,
}

impl<'a> Search<'a> {
    pub(super) fn new(secrets: &'a Secrets, note: &'a mut dyn FnMut(Found, &Place<'_>)) -> Self {
        Self {
            secrets,
            lengths: secrets.lengths(),
            note,
        }
    }

    pub(super) fn knows(&self, bytes: &[u8]) -> bool {
        self.lengths.have(bytes.len()) && self.secrets.knows(bytes)
    }

    fn knows_optional(&self, text: Option<&String>) -> bool {
        text.is_some_and(|text| self.knows(text.as_bytes()))
    }

    /// Hides a value where it is a secret, and what is secret in it where that can be hidden by itself.
    pub(super) fn hide(
        &mut self,
        input: Option<&PropertyValue>,
        value: &mut PropertyValue,
        place: &Place<'_>,
    ) {
        let found = self.find(input, value);
        if found != Found::Nothing {
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
                    self.hide(input, item, &Place::Index(place, index));
                }
            }
            PropertyValue::Object(map) => {
                for (key, item) in map {
                    let input = match input {
                        Some(PropertyValue::Object(inputs)) => inputs.get(key),
                        _ => None,
                    };
                    self.hide(input, item, &Place::Key(place, key));
                }
            }
            _ => {}
        }
    }

    /// Whether a value is a secret as it stands. What is in lists and in the members of objects is looked at by itself.
    fn find(&self, input: Option<&PropertyValue>, value: &PropertyValue) -> Found {
        let is_secret = match value {
            PropertyValue::String(text) => self.knows(text.as_bytes()),
            PropertyValue::Bytes(bytes) => self.knows(bytes),
            PropertyValue::Number(number) => self.knows_number(*number),
            PropertyValue::Object(map) => {
                let is_open = |name: &String| match input {
                    Some(PropertyValue::Object(inputs)) => inputs.contains_key(name),
                    _ => false,
                };
                let is_name = |name: &String| self.knows(name.as_bytes()) && !is_open(name);
                return match map.keys().any(is_name) {
                    true => Found::Name,
                    false => Found::Nothing,
                };
            }
            PropertyValue::Asset(asset) => match &asset.content {
                AssetContent::Text(text) => self.knows(text.as_bytes()),
                _ => false,
            },
            PropertyValue::Archive(archive) => self.is_in_archive(archive),
            PropertyValue::ResourceReference(reference) => {
                let ResourceReference { id, name, .. } = reference.as_ref();
                self.knows_optional(id.as_ref().and_then(Option::as_ref))
                    || self.knows_optional(name.as_ref())
            }
            // What is secret already, and what has no text.
            PropertyValue::Secret(_)
            | PropertyValue::Array(_)
            | PropertyValue::Null
            | PropertyValue::Bool(_)
            | PropertyValue::Unknown => false,
        };
        match is_secret && input != Some(value) {
            true => Found::Value,
            false => Found::Nothing,
        }
    }

    /// Whether a number is a secret as people write it.
    fn knows_number(&self, number: f64) -> bool {
        /// Whole numbers below this have fewer digits than a secret.
        const FEW_DIGITS: f64 = 1e6;
        let is_short = number.fract() == 0.0 && number.abs() < FEW_DIGITS;
        !is_short && self.knows(number.to_string().as_bytes())
    }

    /// Whether a file of an archive is a secret, or the name of one.
    fn is_in_archive(&self, archive: &Archive) -> bool {
        let ArchiveContent::Assets(files) = &archive.content else {
            return false;
        };
        files.iter().any(|(name, file)| {
            self.knows(name.as_bytes())
                || match file.reveal() {
                    PropertyValue::Archive(archive) => self.is_in_archive(archive),
                    file => self.find(None, file) != Found::Nothing,
                }
        })
    }
}
