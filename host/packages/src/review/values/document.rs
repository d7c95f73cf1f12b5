//! The parts of a JSON document that may be a value, without keeping any of its text.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// The parts of a document that were seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seen {
    kind: Kind,
    /// How many values there are in it, itself included.
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

impl Seen {
    /// Whether the document itself is a value.
    pub(super) fn is_value(self) -> bool {
        self.kind == Kind::Value
    }
}

/// Whether two bytes may be the first ones of an object with members.
pub(super) fn begins_object(pair: &[u8]) -> bool {
    matches!(pair, [b'{', b'"' | b' ' | b'\t' | b'\r' | b'\n'])
}

impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Looking)
    }
}

struct Looking;

impl Looking {
    fn leaf<E>(kind: Kind) -> Result<Seen, E> {
        Ok(Seen { kind, values: 0 })
    }
}

impl<'de> Visitor<'de> for Looking {
    type Value = Seen;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Seen, E> {
        Self::leaf(Kind::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Seen, E> {
        Self::leaf(Kind::Number)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Seen, E> {
        Self::leaf(Kind::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Seen, E> {
        Self::leaf(Kind::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<Seen, E> {
        Self::leaf(Kind::Other)
    }

    fn visit_unit<E>(self) -> Result<Seen, E> {
        Self::leaf(Kind::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Seen, A::Error> {
        let mut values = 0;
        while let Some(element) = list.next_element::<Seen>()? {
            values += element.values;
        }
        Ok(Seen {
            kind: Kind::List,
            values,
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Seen, A::Error> {
        let (mut has_format, mut has_components, mut values) = (false, false, 0);
        while let Some(key) = members.next_key::<String>()? {
            let member: Seen = members.next_value()?;
            values += member.values;
            has_format |= key == "v" && member.kind == Kind::Number;
            has_components |= key == "components" && member.kind == Kind::List;
        }
        let is_value = has_format && has_components;
        Ok(Seen {
            kind: if is_value { Kind::Value } else { Kind::Other },
            values: values + usize::from(is_value),
        })
    }
}
