//! Pulumi's marks of special values, both on its wire and in JSON.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use crate::value::{
    Archive, ArchiveContent, Asset, AssetContent, PropertyMap, PropertyValue, ResourceReference,
};

/// The key that makes an object a special value.
pub const KEY: &str = "4dabf18193072939515e22adb298388d";

pub const SECRET: &str = "1b47061264138c4ac30d75fd1eb44270";
pub const ASSET: &str = "c44067f5952c0a294b673a41bacd8c17";
pub const ARCHIVE: &str = "0def7320c3a5731c473e5ecbe6d01bc7";
pub const RESOURCE_REFERENCE: &str = "5cf8f73096256a8f31e491e813e4eb8e";
pub const OUTPUT: &str = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
pub const BYTES: &str = "803fd3297a5875dc03ca845dda5d2a98";

/// The sentinel that the host writes for an unknown value of any type.
pub const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/// All sentinels for unknown values, one for each type.
const UNKNOWNS: [&str; 7] = [
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    UNKNOWN,
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "030794c1-ac77-496b-92df-f27374a8bd58",
    "e48ece36-62e2-4504-bad9-02848725956a",
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

/// The text of a string that is not UTF-8.
#[must_use]
pub fn base64(bytes: &[u8]) -> String {
    BASE64.encode(bytes)
}

/// Whether a string is a sentinel for an unknown value.
#[must_use]
pub fn is_unknown(text: &str) -> bool {
    // Every sentinel has the length of a UUID, which excludes nearly every string.
    text.len() == UNKNOWN.len() && UNKNOWNS.contains(&text)
}

/// Why an object with the signature key is not a valid value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpecialValueError {
    #[error("an object carries the signature `{0}`, which this host does not know")]
    UnknownSignature(String),
    #[error("a {kind} has no usable `{key}`")]
    Malformed {
        kind: &'static str,
        key: &'static str,
    },
}

/// Converts an object with converted members into the value that it stands for. An object without the signature key is
/// returned unchanged.
///
/// # Errors
/// If the signature is unknown, or a required member is missing.
pub fn decode(mut map: PropertyMap) -> Result<PropertyValue, SpecialValueError> {
    let signature = match map.get(KEY) {
        Some(PropertyValue::String(signature)) => signature.clone(),
        Some(other) => return Err(SpecialValueError::UnknownSignature(other.kind().to_owned())),
        None => return Ok(PropertyValue::Object(map)),
    };
    match signature.as_str() {
        SECRET => {
            let value = map.remove("value");
            let value = value.ok_or(SpecialValueError::Malformed {
                kind: "secret",
                key: "value",
            })?;
            Ok(value.into_secret())
        }
        OUTPUT => {
            let secret = matches!(map.get("secret"), Some(PropertyValue::Bool(true)));
            let value = map.remove("value").unwrap_or(PropertyValue::Unknown);
            Ok(if secret { value.into_secret() } else { value })
        }
        BYTES => {
            let malformed = SpecialValueError::Malformed {
                kind: "byte string",
                key: "value",
            };
            let text = take_text(&mut map, "value").ok_or(malformed.clone())?;
            let bytes = BASE64.decode(text).map_err(|_| malformed)?;
            Ok(PropertyValue::Bytes(bytes))
        }
        ASSET => {
            let content = if let Some(text) = take_text(&mut map, "text") {
                AssetContent::Text(text)
            } else if let Some(path) = take_text(&mut map, "path") {
                AssetContent::Path(path)
            } else if let Some(uri) = take_text(&mut map, "uri") {
                AssetContent::Uri(uri)
            } else {
                AssetContent::Elided
            };
            let hash = take_text(&mut map, "hash").unwrap_or_default();
            Ok(PropertyValue::Asset(Box::new(Asset { hash, content })))
        }
        ARCHIVE => {
            let content = if let Some(PropertyValue::Object(assets)) = map.remove("assets") {
                ArchiveContent::Assets(assets)
            } else if let Some(path) = take_text(&mut map, "path") {
                ArchiveContent::Path(path)
            } else if let Some(uri) = take_text(&mut map, "uri") {
                ArchiveContent::Uri(uri)
            } else {
                ArchiveContent::Elided
            };
            let hash = take_text(&mut map, "hash").unwrap_or_default();
            Ok(PropertyValue::Archive(Box::new(Archive { hash, content })))
        }
        RESOURCE_REFERENCE => {
            let malformed = SpecialValueError::Malformed {
                kind: "resource reference",
                key: "urn",
            };
            let urn = take_text(&mut map, "urn").ok_or(malformed)?;
            let id = map.remove("id").map(|id| match id {
                PropertyValue::String(id) if !id.is_empty() => Some(id),
                _ => None,
            });
            Ok(PropertyValue::ResourceReference(Box::new(
                ResourceReference {
                    urn,
                    id,
                    name: take_text(&mut map, "name"),
                    resource_type: take_text(&mut map, "type"),
                    package_version: take_text(&mut map, "packageVersion"),
                },
            )))
        }
        _ => Err(SpecialValueError::UnknownSignature(signature)),
    }
}

/// Removes a string member.
fn take_text(map: &mut PropertyMap, key: &str) -> Option<String> {
    match map.remove(key) {
        Some(PropertyValue::String(text)) => Some(text),
        _ => None,
    }
}

/// Converts a special value into its object form. Plain values are returned unchanged. It converts only the value
/// itself; the caller converts its members.
#[must_use]
pub fn encode(value: PropertyValue) -> PropertyValue {
    let (signature, members): (&str, Vec<(&str, PropertyValue)>) = match value {
        PropertyValue::Unknown => return PropertyValue::String(UNKNOWN.to_owned()),
        PropertyValue::Secret(inner) => (SECRET, vec![("value", *inner)]),
        PropertyValue::Bytes(bytes) => (BYTES, vec![("value", BASE64.encode(bytes).into())]),
        PropertyValue::Asset(asset) => (
            ASSET,
            vec![("hash", asset.hash.into()), content_of_asset(asset.content)],
        ),
        PropertyValue::Archive(archive) => (
            ARCHIVE,
            vec![
                ("hash", archive.hash.into()),
                content_of_archive(archive.content),
            ],
        ),
        PropertyValue::ResourceReference(reference) => {
            let reference = *reference;
            let mut members = vec![("urn", reference.urn.into())];
            if let Some(id) = reference.id {
                members.push((
                    "id",
                    id.map_or(PropertyValue::Unknown, PropertyValue::String),
                ));
            }
            let texts = [
                ("name", reference.name),
                ("type", reference.resource_type),
                ("packageVersion", reference.package_version),
            ];
            members.extend(
                texts
                    .into_iter()
                    .filter_map(|(key, text)| Some((key, text?.into()))),
            );
            (RESOURCE_REFERENCE, members)
        }
        plain => return plain,
    };
    let mut map: PropertyMap = members
        .into_iter()
        // An asset without content has only its hash.
        .filter(|(key, value)| !(key.is_empty() && *value == PropertyValue::Null))
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    map.insert(KEY.to_owned(), signature.into());
    PropertyValue::Object(map)
}

fn content_of_asset(content: AssetContent) -> (&'static str, PropertyValue) {
    match content {
        AssetContent::Elided => ("", PropertyValue::Null),
        AssetContent::Text(text) => ("text", text.into()),
        AssetContent::Path(path) => ("path", path.into()),
        AssetContent::Uri(uri) => ("uri", uri.into()),
    }
}

fn content_of_archive(content: ArchiveContent) -> (&'static str, PropertyValue) {
    match content {
        ArchiveContent::Elided => ("", PropertyValue::Null),
        ArchiveContent::Assets(assets) => ("assets", PropertyValue::Object(assets)),
        ArchiveContent::Path(path) => ("path", path.into()),
        ArchiveContent::Uri(uri) => ("uri", uri.into()),
    }
}
