//! The meaning of a guest's object with a signature.

use pulumi_wasm_core::value::special_values;
use pulumi_wasm_core::value::{
    Archive, ArchiveContent, Asset, AssetContent, PropertyMap, PropertyValue,
};

use super::assets::HANDLE;
use super::room;
use crate::asset::hash;

/// The kind and handle of an asset or archive of the request, if an object refers to one.
pub(super) fn reference(map: &PropertyMap) -> Option<(&str, f64)> {
    match (map.get(HANDLE), map.get(special_values::KEY)) {
        (Some(PropertyValue::Number(handle)), Some(PropertyValue::String(kind)))
            if [special_values::ASSET, special_values::ARCHIVE].contains(&kind.as_str()) =>
        {
            Some((kind, *handle))
        }
        _ => None,
    }
}

/// Whether an output value names a node of a component's graph.
pub(super) fn names_node(map: &PropertyMap) -> bool {
    let signature = map.get(special_values::KEY).and_then(PropertyValue::as_str);
    signature == Some(special_values::OUTPUT) && map.contains_key(HANDLE)
}

/// Bytes of all text in an asset or archive of the request, which is copied each time that a guest refers to it.
pub(super) fn text_bytes(held: &PropertyValue) -> usize {
    match held {
        PropertyValue::Asset(asset) => match &asset.content {
            AssetContent::Text(text) => text.len(),
            _ => 0,
        },
        PropertyValue::Archive(archive) => match &archive.content {
            ArchiveContent::Assets(assets) => assets
                .iter()
                .map(|(name, asset)| room::OBJECT_BYTES + name.len() + text_bytes(asset))
                .sum(),
            _ => 0,
        },
        _ => 0,
    }
}

/// The value of a guest's object.
pub(super) fn stand_for(map: PropertyMap) -> Result<PropertyValue, String> {
    if map.get(special_values::KEY).and_then(PropertyValue::as_str) == Some(special_values::OUTPUT)
    {
        is_own_output(&map)?;
    }
    let value = special_values::decode(map).map_err(|error| error.to_string())?;
    Ok(match value {
        PropertyValue::Asset(asset) => PropertyValue::Asset(Box::new(own_asset(*asset)?)),
        PropertyValue::Archive(archive) => PropertyValue::Archive(Box::new(own_archive(*archive)?)),
        value => value,
    })
}

/// An output value of a guest is its value, secret or not: only the engine knows its dependencies.
fn is_own_output(map: &PropertyMap) -> Result<(), String> {
    match map.get("dependencies") {
        None | Some(PropertyValue::Null) => {}
        Some(PropertyValue::Array(urns)) if urns.is_empty() => {}
        Some(_) => return Err("a component cannot set the dependencies of an output".to_owned()),
    }
    match map.get("secret") {
        None | Some(PropertyValue::Null | PropertyValue::Bool(_)) => Ok(()),
        Some(other) => Err(format!(
            "`secret` of an output must be true or false, not {}",
            other.kind()
        )),
    }
}

/// A guest may create an asset of text, whose hash is computed here. It may create no asset that makes the host open a
/// file or an address.
fn own_asset(mut asset: Asset) -> Result<Asset, String> {
    match &asset.content {
        AssetContent::Path(_) | AssetContent::Uri(_) => Err(no_place()),
        AssetContent::Text(text) => {
            asset.hash = hash::of_bytes(text.as_bytes());
            Ok(asset)
        }
        AssetContent::Elided => Ok(asset),
    }
}

/// Like [`own_asset`]. An archive of texts gets its hash here; an archive with assets of the request may have none.
fn own_archive(mut archive: Archive) -> Result<Archive, String> {
    match &archive.content {
        ArchiveContent::Path(_) | ArchiveContent::Uri(_) => Err(no_place()),
        ArchiveContent::Assets(assets) => {
            // An engine that cannot parse one of them drops the whole answer.
            let is_file = |value: &PropertyValue| {
                matches!(value, PropertyValue::Asset(_) | PropertyValue::Archive(_))
            };
            if !assets.values().all(is_file) {
                return Err(
                    "an archive contains an entry that is neither an asset nor an archive"
                        .to_owned(),
                );
            }
            archive.hash = hash::of_texts(assets).unwrap_or_default();
            Ok(archive)
        }
        ArchiveContent::Elided => Ok(archive),
    }
}

fn no_place() -> String {
    "a component cannot name a path or an address of an asset".to_owned()
}
