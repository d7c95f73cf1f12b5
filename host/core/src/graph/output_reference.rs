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
/// The member with the path below the node; absent for the node as a whole.
const PATH: &str = "path";

/// The form for the value at a path below a node. An empty path means the node as a whole.
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

/// The node and the path that a form names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reference<'a> {
    pub(super) node: NodeId,
    pub(super) path: &'a str,
}

/// What an object names; `None` for an object that is not the form.
///
/// # Errors
/// When the form is malformed: why.
pub(super) fn reference(map: &PropertyMap) -> Result<Option<Reference<'_>>, String> {
    if map.get(KEY).and_then(PropertyValue::as_str) != Some(OUTPUT) {
        return Ok(None);
    }
    let node = match map.get(HANDLE) {
        Some(PropertyValue::Number(number)) => whole(*number),
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
pub(super) fn named(value: &PropertyValue) -> Option<NodeId> {
    let PropertyValue::Object(map) = value else {
        return None;
    };
    let found = reference(map).ok().flatten()?;
    found.path.is_empty().then_some(found.node)
}

/// A number as that of a node or of a callback.
pub(super) fn whole(number: f64) -> Option<NodeId> {
    let is_number = number.fract() == 0.0 && (0.0..f64::from(NodeId::MAX)).contains(&number);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is whole and in the range"
    )]
    is_number.then_some(number as NodeId)
}

/// The path of a property.
pub(super) fn property_path(name: &str) -> String {
    PropertyPath::root(name).to_string()
}

/// The name of the output that a path begins with.
pub(super) fn first_key(path: &str) -> Option<String> {
    match parse_path(path).ok()?.into_iter().next()? {
        PathElement::Key(name) => Some(name),
        PathElement::Index(_) => None,
    }
}

/// Reads a path.
///
/// # Errors
/// When it is malformed: why.
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

/// A key up to its closing quotation mark, and what stands behind the bracket.
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
