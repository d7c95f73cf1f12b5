//! Property values: the data that programs, engines and providers exchange.
//!
//! The form is independent of protocols: protobuf stays in `pulumi`, JSON in the crate `capability`. Values with several
//! forms on the wire have one form here: all seven unknown sentinels are [`PropertyValue::Unknown`], and an output
//! value is the inner value, in a [`PropertyValue::Secret`] if it was secret.

pub mod delta;
pub mod json_numbers;
pub mod output_values;
pub mod property_path;
pub mod size_limits;
pub mod special_values;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The maximum depth of a guest's values.
pub const MAX_DEPTH: usize = 100;

/// The maximum depth of an engine's values. The engine returns the values of guests, with a secret around every level
/// in the worst case.
pub const MAX_DEPTH_ON_THE_WIRE: usize = 2 * MAX_DEPTH;

/// Property names and their values, sorted by name.
pub type PropertyMap = BTreeMap<String, PropertyValue>;

/// A property value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum PropertyValue {
    /// An explicit null, which differs from an absent key.
    Null,
    Bool(bool),
    /// A double, the only kind of number. Integers are exact up to 2^53.
    Number(f64),
    String(String),
    Array(Vec<PropertyValue>),
    Object(PropertyMap),
    /// A value that is known only after another resource exists. It occurs only in previews.
    Unknown,
    /// A value that must never be shown. It may wrap any value, including an unknown value.
    Secret(Box<PropertyValue>),
    Asset(Box<Asset>),
    Archive(Box<Archive>),
    ResourceReference(Box<ResourceReference>),
    /// A string that is not UTF-8.
    Bytes(Vec<u8>),
}

/// A file.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Asset {
    /// SHA-256 of the content in hexadecimal; may be empty.
    pub hash: String,
    pub content: AssetContent,
}

/// The content of an asset, or its place.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub enum AssetContent {
    /// The engine left out the content: only the hash is known.
    #[default]
    Elided,
    Text(String),
    Path(String),
    Uri(String),
}

/// A tree of files.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Archive {
    /// SHA-256 of the content in hexadecimal; may be empty.
    pub hash: String,
    pub content: ArchiveContent,
}

/// The content of an archive, or its place.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub enum ArchiveContent {
    /// The engine left out the content: only the hash is known.
    #[default]
    Elided,
    /// Assets and archives by name.
    Assets(PropertyMap),
    Path(String),
    Uri(String),
}

/// A reference to another resource.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ResourceReference {
    pub urn: String,
    /// `None` for a component resource, `Some(None)` while the id is unknown.
    pub id: Option<Option<String>>,
    pub name: Option<String>,
    pub resource_type: Option<String>,
    pub package_version: Option<String>,
}

impl PropertyValue {
    /// The name of the value's kind in messages, with its article.
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

    /// The value without the secret wrappers around it.
    #[must_use]
    pub fn reveal(&self) -> &PropertyValue {
        match self {
            PropertyValue::Secret(inner) => inner.reveal(),
            other => other,
        }
    }

    /// The text of a string, secret or not.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self.reveal() {
            PropertyValue::String(text) => Some(text),
            _ => None,
        }
    }

    /// Whether the value itself is a secret wrapper.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        matches!(self, PropertyValue::Secret(_))
    }

    /// Whether the value itself is a file, archive file or folder that is named by its path.
    #[must_use]
    pub fn has_path(&self) -> bool {
        match self {
            PropertyValue::Asset(asset) => matches!(asset.content, AssetContent::Path(_)),
            PropertyValue::Archive(archive) => matches!(archive.content, ArchiveContent::Path(_)),
            _ => false,
        }
    }

    /// Whether the value is unknown, or unknown and secret.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        matches!(self.reveal(), PropertyValue::Unknown)
    }

    /// Wraps the value as a secret, unless it already is a secret.
    #[must_use]
    pub fn into_secret(self) -> PropertyValue {
        if self.is_secret() {
            self
        } else {
            PropertyValue::Secret(Box::new(self))
        }
    }

    /// Whether the value is unknown or contains an unknown value.
    #[must_use]
    pub fn contains_unknown(&self) -> bool {
        self.any(&|value| matches!(value, PropertyValue::Unknown))
    }

    /// Whether the value is secret or contains a secret.
    #[must_use]
    pub fn contains_secret(&self) -> bool {
        self.any(&PropertyValue::is_secret)
    }

    /// Whether `found` is true for the value or a value inside it.
    pub(crate) fn any(&self, found: &dyn Fn(&PropertyValue) -> bool) -> bool {
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

    /// Removes the secret wrappers inside secrets. They mean nothing, and programs in YAML lose values with nested
    /// wrappers.
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

    /// The value without any secret wrappers, for comparisons.
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
