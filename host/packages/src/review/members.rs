//! JSON as Go reads it into its structures: keys are case-insensitive, and if two keys are equal, both count.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    Object(Vec<(String, Node)>),
    List(Vec<Node>),
    Text(String),
    /// A number, a boolean or null.
    Other,
}

impl Node {
    /// A member of an object; `None` for other values.
    ///
    /// # Errors
    /// A sentence with the reason, if several members have this key, because parsers differ in which of them they
    /// use.
    pub(super) fn member(&self, key: &str) -> Result<Option<&Self>, String> {
        let mut found = self.members().iter();
        let mut found = found
            .by_ref()
            .filter(|(name, _)| folded(name).eq(folded(key)));
        let first = found.next();
        match found.next() {
            Some(_) => Err(format!("it has `{key}` more than once")),
            None => Ok(first.map(|(_, member)| member)),
        }
    }

    /// The text of a member.
    ///
    /// # Errors
    /// Like [`Self::member`].
    pub(super) fn text(&self, key: &str) -> Result<Option<&str>, String> {
        Ok(match self.member(key)? {
            Some(Self::Text(text)) => Some(text),
            _ => None,
        })
    }

    pub(super) fn members(&self) -> &[(String, Self)] {
        match self {
            Self::Object(members) => members,
            _ => &[],
        }
    }

    pub(super) fn elements(&self) -> &[Self] {
        match self {
            Self::List(elements) => elements,
            _ => &[],
        }
    }
}

/// A key as it is compared: two characters outside of ASCII count as letters in it.
pub(super) fn folded(key: &str) -> impl Iterator<Item = char> {
    key.chars().map(|character| match character {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        other => other.to_ascii_lowercase(),
    })
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut elements = Vec::new();
        while let Some(element) = list.next_element()? {
            elements.push(element);
        }
        Ok(Node::List(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Node::Object(members))
    }
}
