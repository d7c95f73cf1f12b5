//! How a guest names the output of a node inside a value: an output value with the number of the node and the path to the
//! value below it, in Pulumi's notation: `endpoint`, `website.endpoint`, `zones[0]["a.b"]`.
//!
//! Until it is resolved, an output reference in a value of a guest stays an object with this signature. No other object has
//! the signature, because the reader converts all other signed objects to the values that they stand for.

use super::node::NodeId;
use crate::property_path::{PathElement, PropertyPath};
use crate::special_values::{KEY, OUTPUT};
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue};

/// The member with the number of the node.
const HANDLE: &str = "handle";
/// The member with the path below the node; absent for the whole node.
const PATH: &str = "path";

/// The output reference for the value at a path below a node. An empty path means the whole node.
#[must_use]
pub fn output(node: NodeId, path: &str) -> PropertyValue {
    let mut map = PropertyMap::from([
        (KEY.to_owned(), OUTPUT.into()),
        (HANDLE.to_owned(), PropertyValue::Number(node.into())),
    ]);
    if !path.is_empty() {
        map.insert(PATH.to_owned(), path.into());
    }
    PropertyValue::Object(map)
}

/// The node and the path of an output reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reference<'a> {
    pub(super) node: NodeId,
    pub(super) path: &'a str,
}

/// Reads an output reference; `None` if the object is another value.
///
/// # Errors
/// The reason, if the reference is malformed.
pub(super) fn reference(map: &PropertyMap) -> Result<Option<Reference<'_>>, String> {
    if map.get(KEY).and_then(PropertyValue::as_str) != Some(OUTPUT) {
        return Ok(None);
    }
    let node = match map.get(HANDLE) {
        Some(PropertyValue::Number(number)) => whole_number(*number),
        _ => None,
    };
    let node = node.ok_or("an output needs the number of a node as its `handle`")?;
    let path = match map.get(PATH) {
        None => "",
        Some(PropertyValue::String(path)) => path,
        Some(other) => return Err(format!("the path of an output is {}", other.kind())),
    };
    Ok(Some(Reference { node, path }))
}

/// The node that a value names as a whole.
pub(super) fn node_of(value: &PropertyValue) -> Option<NodeId> {
    let PropertyValue::Object(map) = value else {
        return None;
    };
    let found = reference(map).ok().flatten()?;
    found.path.is_empty().then_some(found.node)
}

/// The number of a node or callback, if the number is whole and in range.
pub(super) fn whole_number(number: f64) -> Option<NodeId> {
    let is_number = number.fract() == 0.0 && (0.0..f64::from(NodeId::MAX)).contains(&number);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is whole and in the range"
    )]
    is_number.then_some(number as NodeId)
}

pub(super) fn property_path(name: &str) -> String {
    PropertyPath::root(name).to_string()
}

/// The name of the output at the beginning of a path.
pub(super) fn first_key(path: &str) -> Option<String> {
    match parse_path(path).ok()?.into_iter().next()? {
        PathElement::Key(name) => Some(name),
        PathElement::Index(_) => None,
    }
}

/// Reads a path.
///
/// # Errors
/// The reason, if the path is malformed.
pub(crate) fn parse_path(path: &str) -> Result<Vec<PathElement>, String> {
    let mut elements = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix("[\"") {
            let (key, after) = quoted_key(quoted).ok_or_else(|| malformed(path))?;
            elements.push(PathElement::Key(key));
            rest = after;
        } else if let Some(bracket) = rest.strip_prefix('[') {
            let (index, after) = bracket.split_once(']').ok_or_else(|| malformed(path))?;
            let index = index.parse().map_err(|_| malformed(path))?;
            elements.push(PathElement::Index(index));
            rest = after;
        } else {
            let key = match rest.strip_prefix('.') {
                Some(key) if !elements.is_empty() => key,
                None if elements.is_empty() => rest,
                _ => return Err(malformed(path)),
            };
            let end = key.find(['.', '[']).unwrap_or(key.len());
            let (key, after) = key.split_at(end);
            if key.is_empty() {
                return Err(malformed(path));
            }
            elements.push(PathElement::Key(key.to_owned()));
            rest = after;
        }
    }
    Ok(elements)
}

/// A key up to its closing quotation mark, and the text after the bracket.
fn quoted_key(text: &str) -> Option<(String, &str)> {
    let mut key = String::new();
    let mut rest = text;
    loop {
        if let Some(after) = rest.strip_prefix("\"]") {
            return Some((key, after));
        }
        let after = rest.strip_prefix("\\\"");
        match after {
            Some(after) => {
                key.push('"');
                rest = after;
            }
            None => {
                let letter = rest.chars().next()?;
                key.push(letter);
                rest = rest.get(letter.len_utf8()..)?;
            }
        }
    }
}

fn malformed(path: &str) -> String {
    format!(
        "`{}` is not a path such as `website.endpoint` or `zones[0]`",
        Excerpt::path(path)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(key: &str) -> PathElement {
        PathElement::Key(key.to_owned())
    }

    #[test]
    fn a_path_is_read_as_it_is_written() {
        let paths: [(&str, &[PathElement]); 5] = [
            ("", &[]),
            ("endpoint", &[key("endpoint")]),
            ("a.b", &[key("a"), key("b")]),
            (
                "zones[0].id",
                &[key("zones"), PathElement::Index(0), key("id")],
            ),
            ("[\"a.b\"][\"c\\\"d\"]", &[key("a.b"), key("c\"d")]),
        ];
        for (path, elements) in paths {
            assert_eq!(parse_path(path).as_deref(), Ok(elements), "{path}");
        }
        for written in ["plain", "a.b", "x\"y", ""] {
            if !written.is_empty() {
                assert_eq!(parse_path(&property_path(written)), Ok(vec![key(written)]));
            }
        }
    }

    #[test]
    fn a_malformed_path_is_refused_with_its_text() {
        for path in [".a", "a.", "a..b", "[x]", "[0", "[\"a", "[0]b"] {
            let error = parse_path(path).expect_err(path);
            assert!(error.contains(path), "{error}");
        }
    }
}
