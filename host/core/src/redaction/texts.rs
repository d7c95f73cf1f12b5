//! The texts in property values.

use std::collections::HashSet;

use crate::special_values::{KEY, OUTPUT};
use crate::value::{Archive, ArchiveContent, Asset, AssetContent, PropertyMap, PropertyValue};

/// Hands over every text that is secret among properties, at any depth.
pub(super) fn secrets_of(properties: &PropertyMap, take: &mut dyn FnMut(&[u8])) {
    properties
        .values()
        .for_each(|value| secrets_in(value, take));
}

/// The same in one value.
pub(super) fn secrets_in(value: &PropertyValue, take: &mut dyn FnMut(&[u8])) {
    match value {
        PropertyValue::Secret(inner) => all_of(inner, take),
        PropertyValue::Array(items) => items.iter().for_each(|item| secrets_in(item, take)),
        PropertyValue::Object(map) => secrets_of(map, take),
        PropertyValue::Archive(archive) => {
            if let ArchiveContent::Assets(assets) = &archive.content {
                secrets_of(assets, take);
            }
        }
        _ => {}
    }
}

fn is_output(signature: &PropertyValue) -> bool {
    signature.as_str() == Some(OUTPUT)
}

/// Hands over every text in a value, at any depth. Names do not count as its texts; numbers do, as people write them.
pub(super) fn all_of(value: &PropertyValue, take: &mut dyn FnMut(&[u8])) {
    match value {
        PropertyValue::String(text) => take(text.as_bytes()),
        PropertyValue::Bytes(bytes) => take(bytes),
        PropertyValue::Number(number) => take(number.to_string().as_bytes()),
        PropertyValue::Array(items) => items.iter().for_each(|item| all_of(item, take)),
        // The form by which a guest that declares names the output of a node.
        PropertyValue::Object(map) if map.get(KEY).is_some_and(is_output) => {}
        PropertyValue::Object(map) => map.values().for_each(|item| all_of(item, take)),
        PropertyValue::Secret(inner) => all_of(inner, take),
        PropertyValue::Asset(asset) => {
            // A path or address names the place of a secret, and is in messages about it.
            let Asset { content, .. } = asset.as_ref();
            if let AssetContent::Text(text) = content {
                take(text.as_bytes());
            }
        }
        PropertyValue::Archive(archive) => {
            let Archive { content, .. } = archive.as_ref();
            if let ArchiveContent::Assets(assets) = content {
                assets.values().for_each(|item| all_of(item, take));
            }
        }
        PropertyValue::Null
        | PropertyValue::Bool(_)
        | PropertyValue::Unknown
        | PropertyValue::ResourceReference(_) => {}
    }
}

/// Collects the strings in a value that are not secret, at any depth.
pub(crate) fn open_in<'v>(value: &'v PropertyValue, open: &mut HashSet<&'v str>) {
    match value {
        PropertyValue::String(text) => {
            open.insert(text);
        }
        PropertyValue::Array(items) => items.iter().for_each(|item| open_in(item, open)),
        PropertyValue::Object(map) => map.values().for_each(|item| open_in(item, open)),
        _ => {}
    }
}
