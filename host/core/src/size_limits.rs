//! How much a failure can bring along.
//!
//! The state that comes with a failure travels in the trailing headers of the answer, in base64, and engines read 16
//! MiB of those at most. More than that breaks the connection, and with it every call that runs on it. So outputs that
//! do not fit are left out before, the largest first, and the failure says so.

use super::value::{ArchiveContent, AssetContent, PropertyMap, PropertyValue};

/// The largest properties that may come with a failure: the rest of 16 MiB in base64 is for the words.
pub const MAX_STATE_BYTES: usize = 11 << 20;

/// How long an id may be that comes with a failure.
pub const MAX_ID_BYTES: usize = 64 << 10;

/// The size of the tags and lengths of one value, at most.
const VALUE: usize = 16;
/// The size of a member's name beside its bytes.
const KEY: usize = 12;
/// The size of a value that is written as an object with a signature, beside its texts.
const SIGNED: usize = 512;

/// Takes out the largest properties until the rest can come with a failure, those first that may be written down
/// elsewhere.
pub(super) fn take_excess(
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

/// The most that properties take on the wire.
#[must_use]
pub fn size(properties: &PropertyMap) -> usize {
    let members = properties.iter().map(|(name, value)| member(name, value));
    members.sum()
}

fn member(name: &str, value: &PropertyValue) -> usize {
    KEY + name.len() + size_of_value(value)
}

/// The most that a value takes on the wire.
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
            // A secret stays as long as something else can go.
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
