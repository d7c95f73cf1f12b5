//! A component as an artifact in a registry: the layer, a config and a manifest, in the CNCF's "Wasm OCI Artifact
//! layout".
//!
//! The artifact depends on the component alone, not on the time or the machine. So the same component has the same
//! manifest wherever it is pushed.

pub(crate) mod descriptor;
pub(crate) mod document;
pub(crate) mod manifest;
pub(crate) mod referrer;

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::Serialize;

use crate::Digest;
use crate::artifact::descriptor::{Part, WASM_LAYERS};
use crate::artifact::manifest::MANIFEST;

/// The media type of the config.
const CONFIG: &str = "application/vnd.wasm.config.v0+json";
/// The creation time in the config. Readers require one, and the real time would change the digest.
const CREATED: &str = "1970-01-01T00:00:00Z";

/// The metadata of the component that goes into the manifest.
#[derive(Debug, Clone, Default)]
pub struct ArtifactMetadata {
    /// The package's name.
    pub name: String,
    pub version: String,
    pub description: Option<String>,
    /// An SPDX license expression.
    pub licenses: Option<String>,
    /// The address of the source repository.
    pub source: Option<String>,
    /// The address of the package's home page.
    pub url: Option<String>,
    /// The names of the component's imports and exports.
    pub imports: Vec<String>,
    pub exports: Vec<String>,
}

/// An artifact to push: the component, its config and its manifest.
#[derive(Debug, Clone)]
pub struct Artifact {
    pub(crate) component: Bytes,
    pub(crate) config: Bytes,
    pub(crate) manifest: Bytes,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Config<'a> {
    created: &'a str,
    author: Option<&'a str>,
    architecture: &'a str,
    os: &'a str,
    layer_digests: [String; 1],
    component: Interface<'a>,
}

#[derive(Serialize)]
struct Interface<'a> {
    exports: &'a [String],
    imports: &'a [String],
    target: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Manifest<'a> {
    schema_version: u32,
    media_type: &'a str,
    config: Part<'a>,
    layers: [Part<'a>; 1],
    annotations: BTreeMap<&'a str, &'a str>,
}

impl Artifact {
    /// Builds the artifact of a component.
    #[must_use]
    pub fn new(component: Vec<u8>, about: &ArtifactMetadata) -> Self {
        let [wasm, ..] = WASM_LAYERS;
        let config = Config {
            created: CREATED,
            author: None,
            architecture: "wasm",
            os: "wasip2",
            layer_digests: [Digest::of(&component).to_string()],
            component: Interface {
                exports: &about.exports,
                imports: &about.imports,
                target: None,
            },
        };
        // Serializing strings cannot fail.
        let config = serde_json::to_vec(&config).unwrap_or_default();
        let title = (
            "org.opencontainers.image.title",
            format!("{}.wasm", about.name),
        );
        let said = [
            ("org.opencontainers.image.description", &about.description),
            ("org.opencontainers.image.licenses", &about.licenses),
            ("org.opencontainers.image.source", &about.source),
            ("org.opencontainers.image.url", &about.url),
        ];
        let said = said
            .into_iter()
            .filter_map(|(key, text)| Some((key, text.as_deref()?)));
        let version = ("org.opencontainers.image.version", about.version.as_str());
        let manifest = Manifest {
            schema_version: 2,
            media_type: MANIFEST,
            config: Part::of(CONFIG, &config),
            layers: [Part {
                annotations: BTreeMap::from([title]),
                ..Part::of(wasm, &component)
            }],
            annotations: said.chain([version]).collect(),
        };
        let manifest = serde_json::to_vec(&manifest).unwrap_or_default();
        Self {
            component: component.into(),
            config: config.into(),
            manifest: manifest.into(),
        }
    }

    /// The bytes of the manifest, which is the subject of referrers.
    #[must_use]
    pub fn manifest(&self) -> &[u8] {
        &self.manifest
    }

    /// The digest of the manifest.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&self.manifest)
    }
}
