//! A signature beside a component: a manifest that names another one as its subject, with a Sigstore bundle as its one layer.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::bounded_list::BoundedList;
use super::descriptor::{Named, Part};
use super::manifest::MANIFEST;
use super::{Descriptor, Digest, RegistryError};

/// The type of the artifact, of its layer, and of a bundle.
pub(crate) const BUNDLE: &str = "application/vnd.dev.sigstore.bundle.v0.3+json";
/// The config of an artifact that needs none, by the OCI image specification 1.1.
const EMPTY: &str = "application/vnd.oci.empty.v1+json";
const EMPTY_CONTENT: &[u8] = b"{}";

/// The most bytes of its manifest and of its config.
pub(crate) const MOST_MANIFEST_BYTES: usize = 64 << 10;
/// The most bytes of a bundle.
pub(crate) const MOST_BUNDLE_BYTES: u64 = 1 << 20;
/// The most signatures of one manifest that are read.
pub const MOST_REFERRERS: usize = 64;
/// So many layers are told from one.
const MOST_LAYERS: usize = 2;

/// A bundle as a registry or a layout keeps it. Nothing in it proves anything before it is verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referrer {
    pub(crate) manifest: Bytes,
    pub(crate) config: Bytes,
    pub(crate) bundle: Bytes,
}

/// The signatures of a manifest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Referrers {
    pub found: Vec<Referrer>,
    /// Those that are of no use, each with the reason, in words for people.
    pub skipped: Vec<String>,
}

impl Referrers {
    /// Adds those of another server, each once.
    pub fn add(&mut self, others: Self) {
        for referrer in others.found {
            if !self.found.contains(&referrer) {
                self.found.push(referrer);
            }
        }
        self.skipped.extend(others.skipped);
    }
}

/// The contents that its manifest names.
pub(crate) struct Parts {
    pub(crate) config: Descriptor,
    pub(crate) bundle: Descriptor,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Document {
    artifact_type: String,
    config: Named,
    layers: BoundedList<Named, MOST_LAYERS>,
    subject: Named,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Manifest<'a> {
    schema_version: u32,
    media_type: &'a str,
    artifact_type: &'a str,
    config: Part<'a>,
    layers: [Part<'a>; 1],
    subject: Part<'a>,
    annotations: BTreeMap<&'a str, &'a str>,
}

impl Referrer {
    /// The artifact of a bundle about the manifest with these bytes. The same bundle gives the same artifact. `predicate_type` is for
    /// programs that list it.
    #[must_use]
    pub fn new(subject: &[u8], bundle: Vec<u8>, predicate_type: &str) -> Self {
        let manifest = Manifest {
            schema_version: 2,
            media_type: MANIFEST,
            artifact_type: BUNDLE,
            config: Part::of(EMPTY, EMPTY_CONTENT),
            layers: [Part::of(BUNDLE, &bundle)],
            subject: Part::of(MANIFEST, subject),
            annotations: BTreeMap::from([
                ("dev.sigstore.bundle.content", "dsse-envelope"),
                ("dev.sigstore.bundle.predicateType", predicate_type),
            ]),
        };
        // A document of texts can always be written.
        let manifest = serde_json::to_vec(&manifest).unwrap_or_default();
        Self {
            manifest: manifest.into(),
            config: Bytes::from_static(EMPTY_CONTENT),
            bundle: bundle.into(),
        }
    }

    /// The bundle.
    #[must_use]
    pub fn bundle(&self) -> &[u8] {
        &self.bundle
    }

    /// Its line in an index.
    pub(crate) fn entry(&self) -> Value {
        json!({
            "mediaType": MANIFEST,
            "digest": self.digest().to_string(),
            "size": self.manifest.len(),
            "artifactType": BUNDLE,
        })
    }

    /// All of its contents.
    pub(crate) fn contents(&self) -> [&Bytes; 3] {
        [&self.manifest, &self.config, &self.bundle]
    }

    /// The digest of its manifest.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&self.manifest)
    }
}

/// The contents of a bundle's artifact about a subject.
///
/// # Errors
/// When it is another artifact, or about something else.
pub(crate) fn parts(manifest: &[u8], subject: &Digest) -> Result<Parts, RegistryError> {
    let document = serde_json::from_slice::<Document>(manifest).ok();
    let document = document.unwrap_or_default();
    let [layer] = document.layers.items.as_slice() else {
        return Err(RegistryError::new("it does not have exactly one layer"));
    };
    // Programs that know no artifact types name the layer's alone.
    if document.artifact_type != BUNDLE && layer.media_type != BUNDLE {
        return Err(RegistryError::new("it is not a bundle of Sigstore"));
    }
    if document.subject.digest != subject.to_string() {
        return Err(RegistryError::new("its subject is another manifest"));
    }
    let (config, bundle) = (document.config.descriptor()?, layer.descriptor()?);
    if bundle.size > MOST_BUNDLE_BYTES || config.size > MOST_MANIFEST_BYTES as u64 {
        return Err(RegistryError::new(format!(
            "it has more than {} MiB",
            MOST_BUNDLE_BYTES >> 20
        )));
    }
    Ok(Parts { config, bundle })
}
