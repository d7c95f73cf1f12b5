//! The form by which a guest names the output of a node inside a value: an output value with the number of the node and
//! the path to the value below it.
//!
//! A value that a guest handed over keeps this form as an object until it is resolved: no other object has the signature,
//! because a reader turns all other signed objects into what they stand for.

use super::node_id::NodeId;
use crate::special_values::{KEY, OUTPUT};
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
