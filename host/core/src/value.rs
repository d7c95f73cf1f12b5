//! Property values, the data that programs, engines and providers exchange.
//!
//! This is the protocol-neutral form: protobuf stays in `rpc`, JSON in the crate `capability`. Values that the wire can
//! write in several ways have one form here: all seven unknown sentinels are [`PropertyValue::Unknown`], an output
//! value is its value, with [`PropertyValue::Secret`] around it if it was secret.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How deep the values of a guest may nest.
pub const MAX_DEPTH: usize = 100;

/// How deep the values of an engine may nest: every possible answer of a guest comes back, even with a secret around
/// every level of it.
pub const MAX_DEPTH_ON_THE_WIRE: usize = 2 * MAX_DEPTH;

/// Property names and their values, sorted by name.
pub type PropertyMap = BTreeMap<String, PropertyValue>;

/// One value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PropertyValue {
    /// An explicit null, which is not the same as an absent key.
    Null,
    Bool(bool),
    /// The only kind of number there is; integers are exact up to 2^53.
    Number(f64),
    String(String),
    Array(Vec<PropertyValue>),
    Object(PropertyMap),
    /// A value that will only be known once something else exists. Occurs in previews alone.
    Unknown,
    /// A value that must never be shown. May wrap anything, an unknown too.
    Secret(Box<PropertyValue>),
    Asset(Box<Asset>),
    Archive(Box<Archive>),
    ResourceReference(Box<ResourceReference>),
    /// A string that is not UTF-8.
    Bytes(Vec<u8>),
}

/// A blob.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Asset {
    /// SHA-256 of the content in hexadecimal; may be empty.
    pub hash: String,
    pub content: AssetContent,
}

/// The place of an asset's content.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub enum AssetContent {
    /// Left out by the engine: only the hash is known.
    #[default]
    Elided,
    Text(String),
    Path(String),
    Uri(String),
}

/// A tree of blobs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Archive {
    /// SHA-256 of the content in hexadecimal; may be empty.
    pub hash: String,
    pub content: ArchiveContent,
}

/// The place of an archive's content.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub enum ArchiveContent {
    /// Left out by the engine: only the hash is known.
    #[default]
    Elided,
    /// Assets and archives by name.
    Assets(PropertyMap),
    Path(String),
    Uri(String),
}

/// A pointer to another resource.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ResourceReference {
    pub urn: String,
    /// Absent for a component resource, `Some(None)` while the id is unknown.
    pub id: Option<Option<String>>,
    pub name: Option<String>,
    pub resource_type: Option<String>,
    pub package_version: Option<String>,
}

impl PropertyValue {
    /// The name of the value in messages to people, with its article.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            PropertyValue::Null => "null",
            PropertyValue::Bool(_) => "a boolean",
            PropertyValue::Number(_) => "a number",
            PropertyValue::String(_) => "a string",
            PropertyValue::Array(_) => "a list",
            PropertyValue::Object(_) => "an object",
            PropertyValue::Unknown => "an unknown value",
            PropertyValue::Secret(inner) => inner.kind(),
            PropertyValue::Asset(_) => "an asset",
            PropertyValue::Archive(_) => "an archive",
            PropertyValue::ResourceReference(_) => "a resource",
            PropertyValue::Bytes(_) => "bytes that are not text",
        }
    }

    /// The value inside any number of secret wrappers.
    #[must_use]
    pub fn reveal(&self) -> &PropertyValue {
        match self {
            PropertyValue::Secret(inner) => inner.reveal(),
            other => other,
        }
    }

    /// The text, when this is a string, secret or not.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self.reveal() {
            PropertyValue::String(text) => Some(text),
            _ => None,
        }
    }

    /// True for a secret wrapper itself, not for one further inside.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        matches!(self, PropertyValue::Secret(_))
    }

    /// True when the value is unknown, or unknown and secret.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self.reveal(), PropertyValue::Unknown)
    }

    /// Wraps the value as a secret, unless it is one.
    #[must_use]
    pub fn into_secret(self) -> PropertyValue {
        if self.is_secret() {
            self
        } else {
            PropertyValue::Secret(Box::new(self))
        }
    }

    /// True when the value is unknown or has an unknown anywhere inside.
    #[must_use]
    pub fn contains_unknown(&self) -> bool {
        self.any(&|value| matches!(value, PropertyValue::Unknown))
    }

    /// True when the value is secret or has a secret anywhere inside.
    #[must_use]
    pub fn contains_secret(&self) -> bool {
        self.any(&PropertyValue::is_secret)
    }

    /// Whether `read_result` holds for any string inside the value, or for the name of a member.
    pub(super) fn any_text(&self, found: &dyn Fn(&str) -> bool) -> bool {
        self.any(&|value| match value {
            PropertyValue::String(text) => found(text),
            PropertyValue::Object(map) => map.keys().any(|name| found(name)),
            _ => false,
        })
    }

    /// Whether `read_result` holds for the value or for any value inside it.
    fn any(&self, found: &dyn Fn(&PropertyValue) -> bool) -> bool {
        if found(self) {
            return true;
        }
        match self {
            PropertyValue::Array(items) => items.iter().any(|item| item.any(found)),
            PropertyValue::Object(map) => map.values().any(|item| item.any(found)),
            PropertyValue::Secret(inner) => inner.any(found),
            PropertyValue::Archive(archive) => match &archive.content {
                ArchiveContent::Assets(assets) => assets.values().any(|item| item.any(found)),
                _ => false,
            },
            _ => false,
        }
    }

    /// Takes the wrappers inside secrets off. They add nothing, and programs in YAML lose the values that have them.
    pub fn flatten_secrets(&mut self) {
        match self {
            PropertyValue::Secret(inner) if inner.contains_secret() => {
                **inner = inner.without_secrets();
            }
            PropertyValue::Array(items) => items.iter_mut().for_each(Self::flatten_secrets),
            PropertyValue::Object(map) => map.values_mut().for_each(Self::flatten_secrets),
            _ => {}
        }
    }

    /// The same value without secret wrappers at any depth, for comparisons.
    #[must_use]
    pub fn without_secrets(&self) -> PropertyValue {
        match self {
            PropertyValue::Secret(inner) => inner.without_secrets(),
            PropertyValue::Array(items) => {
                PropertyValue::Array(items.iter().map(Self::without_secrets).collect())
            }
            PropertyValue::Object(map) => PropertyValue::Object(
                map.iter()
                    .map(|(key, value)| (key.clone(), value.without_secrets()))
                    .collect(),
            ),
            other => other.clone(),
        }
    }
}

impl From<&str> for PropertyValue {
    fn from(text: &str) -> Self {
        PropertyValue::String(text.to_owned())
    }
}

impl From<String> for PropertyValue {
    fn from(text: String) -> Self {
        PropertyValue::String(text)
    }
}

impl From<bool> for PropertyValue {
    fn from(value: bool) -> Self {
        PropertyValue::Bool(value)
    }
}

impl From<f64> for PropertyValue {
    fn from(value: f64) -> Self {
        PropertyValue::Number(value)
    }
}
