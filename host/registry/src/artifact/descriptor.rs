//! Descriptors: references from a manifest to content.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Digest, RegistryError};

/// The media types of a layer with a component: the type of the CNCF's layout, and types of older tools.
pub(crate) const WASM_LAYERS: [&str; 3] = [
    "application/wasm",
    "application/vnd.wasm.content.layer.v1+wasm",
    "application/vnd.module.wasm.content.layer.v1+wasm",
];

/// Content with a digest and a length, which a registry claims to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Descriptor {
    pub digest: Digest,
    /// In bytes.
    pub size: u64,
}

/// A descriptor as read from a manifest. Other members are ignored, in particular addresses of further servers.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Named {
    pub(crate) media_type: String,
    pub(crate) digest: String,
    pub(crate) size: u64,
}

/// A descriptor as written into a manifest.
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

    /// The content that the descriptor names.
    ///
    /// # Errors
    /// If its digest is malformed, or not a SHA-256 digest.
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
