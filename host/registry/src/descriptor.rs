//! Content as a manifest names it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Digest, RegistryError};

/// The media types of a layer that is a component: that of the CNCF's layout, and those of older tools.
pub(crate) const WASM_LAYERS: [&str; 3] = [
    "application/wasm",
    "application/vnd.wasm.content.layer.v1+wasm",
    "application/vnd.module.wasm.content.layer.v1+wasm",
];

/// Content with a digest and a length, which a registry promises to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Descriptor {
    pub digest: Digest,
    /// In bytes.
    pub size: u64,
}

/// The same as a manifest has it. What else it says is not looked at, addresses of further places above all.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Named {
    pub(crate) media_type: String,
    pub(crate) digest: String,
    pub(crate) size: u64,
}

/// The same as a manifest of ours has it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Part<'a> {
    pub(crate) media_type: &'a str,
    pub(crate) digest: String,
    pub(crate) size: usize,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) annotations: BTreeMap<&'a str, String>,
}

impl<'a> Part<'a> {
    pub(crate) fn of(media_type: &'a str, bytes: &[u8]) -> Self {
        Self {
            media_type,
            digest: Digest::of(bytes).to_string(),
            size: bytes.len(),
            annotations: BTreeMap::new(),
        }
    }
}

impl Named {
    /// Whether it has the media type of a component.
    pub(crate) fn is_wasm(&self) -> bool {
        WASM_LAYERS.contains(&self.media_type.as_str())
    }

    /// The content that it names.
    ///
    /// # Errors
    /// When its digest is of another kind than SHA-256, or malformed.
    pub(crate) fn descriptor(&self) -> Result<Descriptor, RegistryError> {
        let hex = self.digest.strip_prefix("sha256:");
        let digest = hex.and_then(|hex| hex.parse().ok()).ok_or_else(|| {
            RegistryError::new("the manifest has a layer whose digest is not a SHA-256 digest")
        })?;
        Ok(Descriptor {
            digest,
            size: self.size,
        })
    }
}
