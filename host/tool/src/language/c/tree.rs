//! A YAML document in which each part knows its line.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use serde_saphyr::Spanned;

/// A part of a document.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// Counted from 1; 0 for a part that the document does not have.
    pub(super) line: u64,
    pub(super) content: Content,
}

#[derive(Debug, Clone)]
pub(super) enum Content {
    Null,
    Flag(bool),
    Number(Number),
    Text(String),
    List(Vec<Node>),
    /// In the order of the document.
    Map(Vec<(String, Node)>),
}

impl Node {
    /// A part that the document does not have.
    pub(super) fn new(content: Content) -> Self {
        Self { line: 0, content }
    }

    pub(super) fn text(text: &str) -> Self {
        Self::new(Content::Text(text.to_owned()))
    }

    /// The entries of a map; none of anything else.
    pub(super) fn entries(&self) -> impl Iterator<Item = (&str, &Node)> {
        let entries = match &self.content {
            Content::Map(entries) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().map(|(key, node)| (key.as_str(), node))
    }

    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        let mut entries = self.entries();
        entries.find(|(name, _)| *name == key).map(|(_, node)| node)
    }

    /// The part at the end of a path of keys.
    pub(super) fn at(&self, path: &[&str]) -> Option<&Node> {
        path.iter().try_fold(self, |node, key| node.get(key))
    }

    pub(super) fn as_text(&self) -> Option<&str> {
        match &self.content {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn is_true(&self) -> bool {
        matches!(self.content, Content::Flag(true))
    }

    pub(super) fn items(&self) -> &[Node] {
        match &self.content {
            Content::List(items) => items,
            _ => &[],
        }
    }

    /// The map of a key, which is made if the key is missing. `None` if there is something else.
    pub(super) fn map(&mut self, key: &str) -> Option<&mut Node> {
        let Content::Map(entries) = &mut self.content else {
            return None;
        };
        let place = entries.iter().position(|(name, _)| name == key);
        let place = place.unwrap_or_else(|| {
            entries.push((key.to_owned(), Node::new(Content::Map(Vec::new()))));
            entries.len() - 1
        });
        entries.get_mut(place).map(|(_, node)| node)
    }

    /// Adds an entry to a map that does not have the key.
    pub(super) fn add(&mut self, key: &str, node: Node) {
        if self.get(key).is_none()
            && let Content::Map(entries) = &mut self.content
        {
            entries.push((key.to_owned(), node));
        }
    }

    /// The line of the deepest part that a place such as `/schema/resources/demo:index:Greeting` leads to.
    pub(super) fn line_of(&self, place: &str) -> u64 {
        let Some(rest) = place.strip_prefix('/') else {
            return self.line;
        };
        let inner = match &self.content {
            // Tokens may contain slashes, so the longest key counts.
            Content::Map(entries) => {
                let fitting = entries.iter().filter_map(|(key, node)| {
                    let written = [key.clone(), key.replace('~', "~0").replace('/', "~1")];
                    let behind = written
                        .iter()
                        .find_map(|key| rest.strip_prefix(key.as_str()));
                    let behind = behind.filter(|rest| rest.is_empty() || rest.starts_with('/'))?;
                    Some((node, behind))
                });
                fitting.min_by_key(|(_, behind)| behind.len())
            }
            Content::List(items) => {
                let (index, behind) = rest.split_once('/').map_or((rest, ""), |(index, _)| {
                    (index, rest.get(index.len()..).unwrap_or(""))
                });
                let item = index
                    .parse::<usize>()
                    .ok()
                    .and_then(|index| items.get(index));
                item.map(|item| (item, behind))
            }
            _ => None,
        };
        match inner {
            Some((node, behind)) if node.line > 0 => node.line_of(behind),
            _ => self.line,
        }
    }

    /// Writes the document as JSON, with maps in their order.
    pub(super) fn write_json(&self, to: &mut String) {
        match &self.content {
            Content::Null => to.push_str("null"),
            Content::Flag(flag) => to.push_str(if *flag { "true" } else { "false" }),
            Content::Number(number) => to.push_str(&number.to_string()),
            Content::Text(text) => write_text(text, to),
            Content::List(items) => {
                to.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        to.push(',');
                    }
                    item.write_json(to);
                }
                to.push(']');
            }
            Content::Map(entries) => {
                to.push('{');
                for (index, (key, node)) in entries.iter().enumerate() {
                    if index > 0 {
                        to.push(',');
                    }
                    write_text(key, to);
                    to.push(':');
                    node.write_json(to);
                }
                to.push('}');
            }
        }
    }
}

fn write_text(text: &str, to: &mut String) {
    to.push_str(&serde_json::Value::from(text).to_string());
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = Spanned::<Content>::deserialize(deserializer)?;
        Ok(Self {
            line: read.referenced.line(),
            content: read.value,
        })
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyContent)
    }
}

struct AnyContent;

impl<'de> Visitor<'de> for AnyContent {
    type Value = Content;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Content, E> {
        Ok(Content::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Content, E> {
        Ok(Content::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Content, E> {
        Ok(Content::Flag(flag))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Content, E> {
        Ok(Content::Number(number.into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Content, E> {
        Ok(Content::Number(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Content, E> {
        let number = Number::from_f64(number);
        number
            .map(Content::Number)
            .ok_or_else(|| E::custom("a number must be finite"))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Content, E> {
        Ok(Content::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Content, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = access.next_element()? {
            items.push(item);
        }
        Ok(Content::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Content, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = access.next_entry()? {
            entries.push(entry);
        }
        Ok(Content::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Node {
        crate::properties::from_yaml(text).unwrap()
    }

    #[test]
    fn a_document_keeps_its_order_as_json() {
        let mut json = String::new();
        read("b: [1, 2.5, no, ~]\na: {y: true, x: 'a\"b'}\n").write_json(&mut json);
        assert_eq!(json, r#"{"b":[1,2.5,"no",null],"a":{"y":true,"x":"a\"b"}}"#);
    }

    #[test]
    fn a_place_leads_to_the_line_of_its_deepest_part() {
        let document =
            read("schema:\n  resources:\n    a:b/c:D:\n      x: 1\n  list:\n    - 1\n    - k: 2\n");
        for (place, line) in [
            ("/schema/resources/a:b/c:D/x", 4),
            ("/schema/resources/a:b~1c:D", 3),
            ("/schema/resources/a:b/c:D/missing", 3),
            ("/schema/list/1/k", 7),
            ("/nowhere", 1),
        ] {
            // A value that is a map begins at its first key.
            let found = document.line_of(place);
            assert!(found == line || found == line + 1, "{place}: {found}");
        }
    }
}
