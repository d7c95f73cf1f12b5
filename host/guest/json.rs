//! Property maps as guests see them: JSON text in Pulumi's own encoding, with assets as handles.

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::provider::signature;
use crate::provider::value::{
    ArchiveContent, Asset, AssetContent, MAX_DEPTH, PropertyMap, PropertyValue,
};

/// The member by which a guest refers to an asset.
const HANDLE: &str = "handle";

/// The assets and archives of one request. A guest gets a number for each, and can give back only what is in here:
/// it never sees a path, and never makes the host open one.
#[derive(Debug, Default)]
pub(super) struct Assets(Vec<PropertyValue>);

/// A guest's JSON is not a property map.
#[derive(Debug, thiserror::Error)]
pub(super) enum JsonError {
    #[error("it is not a JSON object: {0}")]
    Syntax(#[from] serde_json::Error),
    #[error("it is {0}, not a JSON object")]
    NotAnObject(&'static str),
    #[error("`{property}`: {reason}")]
    Value { property: String, reason: String },
}

/// Writes a property map for a guest, and remembers its assets.
///
/// # Errors
/// Never for values that came from an engine; a number that JSON cannot write is the only possible cause.
pub(super) fn to_json(map: &PropertyMap, assets: &mut Assets) -> Result<String, JsonError> {
    let mut prepared;
    // Assets are rare: only then is the map copied, to put handles in their places.
    let map = if map.values().any(contains_asset) {
        prepared = map.clone();
        for value in prepared.values_mut() {
            hide_assets(value, assets);
        }
        &prepared
    } else {
        map
    };
    Ok(serde_json::to_string(&Encoded::Map(map))?)
}

/// Reads a guest's property map.
///
/// # Errors
/// When it is not a JSON object, or names the property whose value is malformed or refers to an asset that was not in
/// the request.
pub(super) fn from_json(text: &str, assets: &Assets) -> Result<PropertyMap, JsonError> {
    match serde_json::from_str(text)? {
        serde_json::Value::Object(members) => members
            .into_iter()
            .map(|(key, value)| match decode(value, assets, MAX_DEPTH) {
                Ok(value) => Ok((key, value)),
                Err(reason) => Err(JsonError::Value {
                    property: key,
                    reason,
                }),
            })
            .collect(),
        serde_json::Value::Null => Err(JsonError::NotAnObject("null")),
        serde_json::Value::Array(_) => Err(JsonError::NotAnObject("a list")),
        _ => Err(JsonError::NotAnObject("a plain value")),
    }
}

fn contains_asset(value: &PropertyValue) -> bool {
    match value {
        PropertyValue::Asset(_) | PropertyValue::Archive(_) => true,
        PropertyValue::Secret(inner) => contains_asset(inner),
        PropertyValue::Array(items) => items.iter().any(contains_asset),
        PropertyValue::Object(map) => map.values().any(contains_asset),
        _ => false,
    }
}

/// Replaces each asset by an object with its hash and a handle.
fn hide_assets(value: &mut PropertyValue, assets: &mut Assets) {
    let (kind, hash) = match value {
        PropertyValue::Asset(asset) => (signature::ASSET, asset.hash.clone()),
        PropertyValue::Archive(archive) => (signature::ARCHIVE, archive.hash.clone()),
        PropertyValue::Secret(inner) => return hide_assets(inner, assets),
        PropertyValue::Array(items) => {
            return items.iter_mut().for_each(|item| hide_assets(item, assets));
        }
        PropertyValue::Object(map) => {
            return map.values_mut().for_each(|item| hide_assets(item, assets));
        }
        _ => return,
    };
    let handle = assets.0.len();
    let hidden = PropertyMap::from([
        (signature::KEY.to_owned(), kind.into()),
        ("hash".to_owned(), hash.into()),
        #[expect(
            clippy::cast_precision_loss,
            reason = "a request has far fewer than 2^53 assets"
        )]
        (HANDLE.to_owned(), PropertyValue::Number(handle as f64)),
    ]);
    assets
        .0
        .push(std::mem::replace(value, PropertyValue::Object(hidden)));
}

/// Serializes without copying the tree.
enum Encoded<'a> {
    Map(&'a PropertyMap),
    Value(&'a PropertyValue),
}

impl Serialize for Encoded<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = match self {
            Encoded::Map(map) => return serialize_map(map, serializer),
            Encoded::Value(value) => value,
        };
        match value {
            PropertyValue::Null => serializer.serialize_unit(),
            PropertyValue::Bool(value) => serializer.serialize_bool(*value),
            PropertyValue::Number(value) => serialize_number(*value, serializer),
            PropertyValue::String(text) => serializer.serialize_str(text),
            PropertyValue::Array(items) => {
                let mut sequence = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    sequence.serialize_element(&Encoded::Value(item))?;
                }
                sequence.end()
            }
            PropertyValue::Object(map) => serialize_map(map, serializer),
            PropertyValue::Unknown => serializer.serialize_str(signature::UNKNOWN),
            PropertyValue::Secret(inner) => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry(signature::KEY, signature::SECRET)?;
                map.serialize_entry("value", &Encoded::Value(inner))?;
                map.end()
            }
            // Rare: written by way of the object that stands for them.
            special => {
                Encoded::Value(&signature::express((*special).clone())).serialize(serializer)
            }
        }
    }
}

fn serialize_map<S: Serializer>(map: &PropertyMap, serializer: S) -> Result<S::Ok, S::Error> {
    let mut members = serializer.serialize_map(Some(map.len()))?;
    for (key, value) in map {
        members.serialize_entry(key, &Encoded::Value(value))?;
    }
    members.end()
}

/// Whole numbers are written without a fraction, so that languages with integers read them as such.
fn serialize_number<S: Serializer>(value: f64, serializer: S) -> Result<S::Ok, S::Error> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT && !(value == 0.0 && value.is_sign_negative()) {
        #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
        return serializer.serialize_i64(value as i64);
    }
    serializer.serialize_f64(value)
}

fn decode(
    value: serde_json::Value,
    assets: &Assets,
    depth: usize,
) -> Result<PropertyValue, String> {
    if depth == 0 {
        return Err(format!("it nests deeper than {MAX_DEPTH} levels"));
    }
    Ok(match value {
        serde_json::Value::Null => PropertyValue::Null,
        serde_json::Value::Bool(value) => PropertyValue::Bool(value),
        serde_json::Value::Number(number) => PropertyValue::Number(
            number
                .as_f64()
                .ok_or_else(|| format!("{number} is too large"))?,
        ),
        serde_json::Value::String(text) if signature::is_unknown(&text) => PropertyValue::Unknown,
        serde_json::Value::String(text) => PropertyValue::String(text),
        serde_json::Value::Array(items) => PropertyValue::Array(
            items
                .into_iter()
                .map(|item| decode(item, assets, depth - 1))
                .collect::<Result<_, _>>()?,
        ),
        serde_json::Value::Object(members) => {
            let mut map = PropertyMap::new();
            for (key, member) in members {
                map.insert(key, decode(member, assets, depth - 1)?);
            }
            if let Some(PropertyValue::Number(handle)) = map.get(HANDLE)
                && map.contains_key(signature::KEY)
            {
                return assets.open(*handle);
            }
            refuse_paths(signature::interpret(map).map_err(|error| error.to_string())?)?
        }
    })
}

/// A guest may make an asset of text, and nothing that makes the host open a file or an address.
fn refuse_paths(value: PropertyValue) -> Result<PropertyValue, String> {
    let refused = match &value {
        PropertyValue::Asset(asset) => {
            matches!(
                **asset,
                Asset {
                    content: AssetContent::Path(_) | AssetContent::Uri(_),
                    ..
                }
            )
        }
        PropertyValue::Archive(archive) => {
            matches!(
                archive.content,
                ArchiveContent::Path(_) | ArchiveContent::Uri(_)
            )
        }
        _ => false,
    };
    if refused {
        return Err("a component cannot name a path or an address of an asset".to_owned());
    }
    Ok(value)
}

impl Assets {
    fn open(&self, handle: f64) -> Result<PropertyValue, String> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "saturates; the list says what exists"
        )]
        let index = handle as usize;
        let found = if handle.fract() == 0.0 && handle >= 0.0 {
            self.0.get(index)
        } else {
            None
        };
        found
            .cloned()
            .ok_or_else(|| format!("the asset {handle} was not in the request"))
    }
}

#[cfg(test)]
mod tests;
