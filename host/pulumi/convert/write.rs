//! Writes property values as a `google.protobuf.Struct` to the wire, in one step.
//!
//! A message stands behind its length, which is only known when it is written. So everything is written from the end to
//! the beginning, into a buffer that grows towards the front, and no length is computed in advance.
//!
//! Written by hand for the same reason as the reader, `read.rs`.

mod outputs;

pub use outputs::map_with_outputs_to_proto;
pub(in crate::pulumi) use outputs::without_unknown;
use prost::bytes::Bytes;
use pulumi_wasm_core::value::special_values;
use pulumi_wasm_core::value::{PropertyMap, PropertyValue, ResourceReference};

use super::accepted::Accepted;

/// The first capacity of a buffer, in bytes.
const FIRST_ROOM: usize = 1 << 10;
/// A tag of one byte, and a length.
const MAX_HEAD: usize = 11;

/// The types that a field has on the wire.
const VARINT: u8 = 0;
const FIXED64: u8 = 1;
const LENGTH_DELIMITED: u8 = 2;

/// Tags: the number of a field, and its type on the wire.
const MEMBER: u8 = (1 << 3) | LENGTH_DELIMITED;
const MEMBER_KEY: u8 = (1 << 3) | LENGTH_DELIMITED;
const MEMBER_VALUE: u8 = (2 << 3) | LENGTH_DELIMITED;
const ELEMENT: u8 = (1 << 3) | LENGTH_DELIMITED;
const NULL: u8 = (1 << 3) | VARINT;
const NUMBER: u8 = (2 << 3) | FIXED64;
const STRING: u8 = (3 << 3) | LENGTH_DELIMITED;
const BOOL: u8 = (4 << 3) | VARINT;
const OBJECT: u8 = (5 << 3) | LENGTH_DELIMITED;
const LIST: u8 = (6 << 3) | LENGTH_DELIMITED;

/// Writes properties for a response.
#[must_use]
pub fn map_to_proto(properties: &PropertyMap) -> Bytes {
    Accepted::default().map_to_proto(properties)
}

/// Writes a value as a separate field.
#[must_use]
pub(in crate::pulumi) fn value_to_proto(value: &PropertyValue) -> Bytes {
    Writer::written(Accepted::default(), |writer| writer.value(value))
}

impl Accepted {
    /// Writes properties for an engine that takes these kinds of values.
    #[must_use]
    pub(in crate::pulumi) fn map_to_proto(self, properties: &PropertyMap) -> Bytes {
        Writer::written(self, |writer| writer.map(properties))
    }
}

/// A reference for an engine that does not support references: the id, or the URN of a component resource. Source:
/// the SDKs of Pulumi, which write the same if resources are not accepted.
fn plain_reference(reference: &ResourceReference) -> PropertyValue {
    match &reference.id {
        Some(Some(id)) => id.clone().into(),
        Some(None) => PropertyValue::Unknown,
        None => reference.urn.clone().into(),
    }
}

struct Writer {
    accepted: Accepted,
    buffer: Vec<u8>,
    /// The beginning of the written part, which continues to the end.
    start: usize,
}

impl Writer {
    /// The bytes that `write` writes.
    fn written(accepted: Accepted, write: impl FnOnce(&mut Self)) -> Bytes {
        let mut writer = Self {
            accepted,
            buffer: vec![0; FIRST_ROOM],
            start: FIRST_ROOM,
        };
        write(&mut writer);
        Bytes::from(writer.buffer).slice(writer.start..)
    }

    fn map(&mut self, map: &PropertyMap) {
        for (key, value) in map.iter().rev() {
            self.member(key, |writer| writer.value(value));
        }
    }

    fn member(&mut self, key: &str, value: impl FnOnce(&mut Self)) {
        self.message(MEMBER, |writer| {
            writer.message(MEMBER_VALUE, value);
            // Maps of protobuf do not write an empty key.
            if !key.is_empty() {
                writer.bytes(MEMBER_KEY, key.as_bytes());
            }
        });
    }

    /// The content of a `Value`.
    fn value(&mut self, value: &PropertyValue) {
        match value {
            PropertyValue::Null => self.front(&[NULL, 0]),
            PropertyValue::Bool(flag) => self.front(&[BOOL, u8::from(*flag)]),
            PropertyValue::Number(number) => {
                self.front(&number.to_le_bytes());
                self.front(&[NUMBER]);
            }
            PropertyValue::String(text) => self.bytes(STRING, text.as_bytes()),
            PropertyValue::Unknown => self.bytes(STRING, special_values::UNKNOWN.as_bytes()),
            PropertyValue::Array(values) => self.message(LIST, |writer| {
                for value in values.iter().rev() {
                    writer.message(ELEMENT, |writer| writer.value(value));
                }
            }),
            PropertyValue::Object(map) => self.message(OBJECT, |writer| writer.map(map)),
            PropertyValue::Secret(inner) if self.accepted.secrets => {
                self.secret(|writer| writer.value(inner));
            }
            PropertyValue::Secret(inner) => self.value(inner),
            PropertyValue::ResourceReference(reference) if !self.accepted.references => {
                self.value(&plain_reference(reference));
            }
            PropertyValue::Bytes(bytes) if !self.accepted.bytes => {
                self.bytes(STRING, special_values::base64(bytes).as_bytes());
            }
            // These values are rare. They are written as objects.
            special @ (PropertyValue::Asset(_)
            | PropertyValue::Archive(_)
            | PropertyValue::ResourceReference(_)
            | PropertyValue::Bytes(_)) => self.value(&special_values::encode(special.clone())),
        }
    }

    /// The content of a `Value` that is a secret with that value inside.
    fn secret(&mut self, inner: impl FnOnce(&mut Self)) {
        self.message(OBJECT, |writer| {
            writer.member("value", inner);
            writer.member(special_values::KEY, |writer| {
                writer.bytes(STRING, special_values::SECRET.as_bytes());
            });
        });
    }

    /// A field that is a message: its length, and behind the length the bytes that `content` writes.
    fn message(&mut self, tag: u8, content: impl FnOnce(&mut Self)) {
        let before = self.bytes_written();
        content(self);
        self.head(tag, self.bytes_written() - before);
    }

    fn bytes(&mut self, tag: u8, bytes: &[u8]) {
        self.front(bytes);
        self.head(tag, bytes.len());
    }

    #[expect(clippy::cast_possible_truncation, reason = "seven bits at a time")]
    fn head(&mut self, tag: u8, mut length: usize) {
        if length < 0x80 {
            self.front(&[tag, length as u8]);
            return;
        }
        let mut head = [tag; MAX_HEAD];
        let mut used = 1;
        for byte in head.iter_mut().skip(1) {
            used += 1;
            *byte = (length & 0x7f) as u8;
            length >>= 7;
            if length == 0 {
                break;
            }
            *byte |= 0x80;
        }
        self.front(head.get(..used).unwrap_or_default());
    }

    fn bytes_written(&self) -> usize {
        self.buffer.len() - self.start
    }

    /// Puts bytes in front of the written bytes.
    #[inline]
    fn front(&mut self, bytes: &[u8]) {
        if bytes.len() > self.start {
            self.grow(bytes.len());
        }
        let start = self.start - bytes.len();
        // The buffer has space now.
        if let Some(place) = self.buffer.get_mut(start..self.start) {
            place.copy_from_slice(bytes);
        }
        self.start = start;
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        let written = self.bytes_written();
        let mut larger = vec![0; 2 * self.buffer.len() + needed];
        let start = larger.len() - written;
        if let (Some(to), Some(from)) = (larger.get_mut(start..), self.buffer.get(self.start..)) {
            to.copy_from_slice(from);
        }
        self.buffer = larger;
        self.start = start;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use prost::Message as _;
    use prost_types::Struct;

    use super::*;
    use crate::pulumi::convert::map_from_proto;
    use crate::strategies::any_value;

    proptest! {
        #[test]
        fn a_value_comes_back_as_it_went(value in any_value()) {
            let map = PropertyMap::from([("value".to_owned(), value)]);
            let back = map_from_proto(Some(&map_to_proto(&map)));
            prop_assert_eq!(back.expect("what was written is read"), map);
        }

        #[test]
        fn it_is_what_every_other_writer_writes(value in any_value()) {
            let map = PropertyMap::from([(String::new(), value.clone()), ("value".to_owned(), value)]);
            let bytes = map_to_proto(&map);
            let message = Struct::decode(bytes.clone()).expect("a message");
            prop_assert_eq!(message.encode_to_vec(), bytes);
        }
    }

    #[test]
    fn lengths_of_any_size_are_written() {
        for length in [0, 1, 127, 128, 1 << 14, (1 << 21) - 1, 1 << 21] {
            let map = PropertyMap::from([("text".to_owned(), "x".repeat(length).into())]);
            let back = map_from_proto(Some(&map_to_proto(&map)));
            assert_eq!(back.expect("what was written is read"), map);
        }
    }
}
