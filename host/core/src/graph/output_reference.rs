//! How a guest names the output of a node inside a value: an output value with the number of the node and the path to the
//! value below it, in Pulumi's notation: `endpoint`, `website.endpoint`, `zones[0]["a.b"]`.
//!
//! Until it is resolved, an output reference in a value of a guest stays an object with this signature. No other object has
//! the signature, because the reader converts all other signed objects to the values that they stand for.

use super::node::NodeId;
use crate::value::property_path::{PathElement, PropertyPath, parse_path};
use crate::value::special_values::{KEY, OUTPUT};
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
