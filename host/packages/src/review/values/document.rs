//! The parts of a JSON document that may be a value, without keeping any of its text.

use std::io::Read;
use std::{fmt, io};

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::review::budget::{Allowance, MAX_VALUES};

/// The shape of a parsed document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DocumentShape {
    kind: Kind,
    /// The number of values in it, including itself.
    pub(super) values: usize,
}

/// The kinds that members of a value may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One of ours, or a former one: it says its format by a number, and has a list of components.
    Value,
    Number,
    List,
    Other,
}

impl DocumentShape {
    /// Whether the document itself is a value.
    pub(super) fn is_value(self) -> bool {
        self.kind == Kind::Value
    }
}

/// Whether two bytes may be the first ones of an object with members.
pub(super) fn begins_object(pair: &[u8]) -> bool {
    matches!(pair, [b'{', b'"' | b' ' | b'\t' | b'\r' | b'\n'])
}

impl<'de> Deserialize<'de> for DocumentShape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ShapeVisitor)
    }
}

struct ShapeVisitor;

impl ShapeVisitor {
    fn leaf<E>(kind: Kind) -> Result<DocumentShape, E> {
        Ok(DocumentShape { kind, values: 0 })
    }
}

impl<'de> Visitor<'de> for ShapeVisitor {
    type Value = DocumentShape;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<DocumentShape, E> {
        Self::leaf(Kind::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<DocumentShape, E> {
        Self::leaf(Kind::Number)
    }

    fn visit_i64<E>(self, _: i64) -> Result<DocumentShape, E> {
        Self::leaf(Kind::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<DocumentShape, E> {
        Self::leaf(Kind::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<DocumentShape, E> {
        Self::leaf(Kind::Other)
    }

    fn visit_unit<E>(self) -> Result<DocumentShape, E> {
        Self::leaf(Kind::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<DocumentShape, A::Error> {
        let mut values = 0;
        while let Some(element) = list.next_element::<DocumentShape>()? {
            values += element.values;
        }
        Ok(DocumentShape {
            kind: Kind::List,
            values,
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<DocumentShape, A::Error> {
        let (mut has_format, mut has_components, mut values) = (false, false, 0);
        while let Some(key) = members.next_key::<String>()? {
            let member: DocumentShape = members.next_value()?;
            values += member.values;
            has_format |= key == "v" && member.kind == Kind::Number;
            has_components |= key == "components" && member.kind == Kind::List;
        }
        let is_value = has_format && has_components;
        Ok(DocumentShape {
            kind: if is_value { Kind::Value } else { Kind::Other },
            values: values + usize::from(is_value),
        })
    }
}

/// The reason why a file was not searched to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchLimit {
    TooLong,
    TooMany,
}

impl fmt::Display for SearchLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => formatter.write_str("it is made so that reading it takes too long"),
            Self::TooMany => write!(formatter, "it holds more than {MAX_VALUES} values"),
        }
    }
}

pub(super) struct CountingReader<'a, R> {
    from: R,
    allowance: &'a mut Allowance,
    read: Vec<u8>,
    is_over: bool,
}

impl<'a, R> CountingReader<'a, R> {
    pub(super) fn new(from: R, allowance: &'a mut Allowance) -> Self {
        Self {
            from,
            allowance,
            read: Vec::new(),
            is_over: false,
        }
    }

    /// The bytes that were read.
    pub(super) fn end(self) -> Result<Vec<u8>, SearchLimit> {
        if self.is_over {
            Err(SearchLimit::TooLong)
        } else {
            Ok(self.read)
        }
    }
}

impl<R: Read> Read for CountingReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.allowance.left());
        if length == 0 && !buffer.is_empty() {
            self.is_over = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let place = buffer.get_mut(..length).unwrap_or_default();
        let count = self.from.read(place)?;
        self.is_over |= !self.allowance.take(count);
        self.read
            .extend_from_slice(buffer.get(..count).unwrap_or_default());
        Ok(count)
    }
}
