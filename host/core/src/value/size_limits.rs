//! Limits for the state that a failure carries.
//!
//! The state travels in base64 in the trailing headers of the answer. Engines accept at most 16 MiB of headers. More
//! than that breaks the connection, and with it every call that uses it. So the largest outputs are left out first, and
//! the failure says so.

use crate::value::{ArchiveContent, AssetContent, PropertyMap, PropertyValue};

/// The maximum size of properties in a failure. The rest of the 16 MiB is for messages.
pub const MAX_STATE_BYTES: usize = 11 << 20;

/// The maximum size of an id in a failure.
pub const MAX_ID_BYTES: usize = 64 << 10;

/// The maximum size of the tags and lengths of one value.
const VALUE: usize = 16;
/// The size of the tags and lengths of a member's name.
const KEY: usize = 12;
/// The size of a value that is written as a signed object, in addition to its texts.
const SIGNED: usize = 512;

/// Removes and returns the largest properties until the rest fits into a failure. It first removes properties that may
/// be stored elsewhere.
pub(crate) fn take_excess(
    properties: &mut PropertyMap,
    may_be_written: impl Fn(&PropertyValue) -> bool,
) -> PropertyMap {
    let mut excess = PropertyMap::new();
    let mut sizes: Vec<(bool, usize, String)> = properties
        .iter()
        .map(|(name, value)| (may_be_written(value), member(name, value), name.clone()))
        .collect();
    let mut left: usize = sizes.iter().map(|(_, size, _)| size).sum();
    sizes.sort_unstable();
    while left > MAX_STATE_BYTES
        && let Some((_, size, name)) = sizes.pop()
    {
        left -= size;
        excess.extend(properties.remove_entry(&name));
    }
    excess
}

/// An upper bound of the size of properties on the wire.
#[must_use]
pub fn size(properties: &PropertyMap) -> usize {
    let members = properties.iter().map(|(name, value)| member(name, value));
    members.sum()
}

fn member(name: &str, value: &PropertyValue) -> usize {
    KEY + name.len() + size_of_value(value)
}

/// An upper bound of the size of a value on the wire.
#[must_use]
pub fn size_of_value(value: &PropertyValue) -> usize {
    VALUE
        + match value {
            PropertyValue::Null | PropertyValue::Bool(_) | PropertyValue::Number(_) => 0,
            PropertyValue::Unknown => SIGNED,
            PropertyValue::String(text) => text.len(),
            PropertyValue::Bytes(bytes) => SIGNED + bytes.len().div_ceil(3) * 4,
            PropertyValue::Array(items) => items.iter().map(size_of_value).sum(),
            PropertyValue::Object(map) => size(map),
            PropertyValue::Secret(inner) => SIGNED + size_of_value(inner),
            PropertyValue::Asset(asset) => {
                let content = match &asset.content {
                    AssetContent::Elided => 0,
                    AssetContent::Text(text)
                    | AssetContent::Path(text)
                    | AssetContent::Uri(text) => text.len(),
                };
                SIGNED + asset.hash.len() + content
            }
            PropertyValue::Archive(archive) => {
                let content = match &archive.content {
                    ArchiveContent::Elided => 0,
                    ArchiveContent::Assets(assets) => size(assets),
                    ArchiveContent::Path(text) | ArchiveContent::Uri(text) => text.len(),
                };
                SIGNED + archive.hash.len() + content
            }
            PropertyValue::ResourceReference(reference) => {
                let id = reference.id.iter().flatten();
                let texts = id
                    .chain(&reference.name)
                    .chain(&reference.resource_type)
                    .chain(&reference.package_version);
                SIGNED + reference.urn.len() + texts.map(String::len).sum::<usize>()
            }
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::map;

    fn text(mib: usize) -> PropertyValue {
        "x".repeat(mib << 20).into()
    }

    #[test]
    fn what_fits_stays_and_of_what_does_not_the_largest_go_first() {
        let is_plain = |value: &PropertyValue| !value.contains_secret();
        for (properties, expected) in [
            (map([("a", text(5)), ("b", text(5))]), &[][..]),
            (map([("a", text(5)), ("b", text(7))]), &["b"]),
            (
                map([("a", text(20)), ("b", text(12)), ("c", text(1))]),
                &["a", "b"],
            ),
            // A secret stays while another property can be removed.
            (map([("a", text(8).into_secret()), ("b", text(4))]), &["b"]),
            (
                map([("a", text(12).into_secret()), ("b", text(4))]),
                &["a", "b"],
            ),
        ] {
            let mut left = properties.clone();
            let excess = take_excess(&mut left, is_plain);
            assert_eq!(excess.keys().collect::<Vec<_>>(), expected);
            assert!(size(&left) <= MAX_STATE_BYTES);
            left.extend(excess);
            assert_eq!(left, properties);
        }
    }
}
