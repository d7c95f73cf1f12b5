//! Manifests: tells components from other artifacts in a registry.
//!
//! The config is not fetched, because the component itself has its imports and exports. Annotations are ignored:
//! the name and the version come from the component's bytes.

use pulumi_wasm_core::text::Excerpt;
use serde::Deserialize;

use crate::artifact::descriptor::Named;
use crate::bounded_list::BoundedList;
use crate::error::ADDRESS_HINT;
use crate::{Descriptor, Digest, RegistryError};

/// The media type of a manifest.
pub(crate) const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
pub(crate) const INDEX: &str = "application/vnd.oci.image.index.v1+json";
const DOCKER_MANIFEST: &str = "application/vnd.docker.distribution.manifest.v2+json";
const DOCKER_LIST: &str = "application/vnd.docker.distribution.manifest.list.v2+json";
/// The header `Accept`. Some registries report a manifest as missing unless the OCI types are listed. The other
/// types are listed so that a message can name them.
pub(crate) const ACCEPTED: &str = "application/vnd.oci.image.manifest.v1+json, application/vnd.oci.image.index.v1+json, \
                                   application/vnd.docker.distribution.manifest.v2+json, \
                                   application/vnd.docker.distribution.manifest.list.v2+json";
/// The maximum size of a manifest, which registries must accept by the OCI distribution specification 1.1.
pub(crate) const MAX_BYTES: usize = 4 << 20;

/// The maximum number of layers to read: more than a container image may have.
const MAX_LAYERS: usize = 256;

/// The config types of container images.
const IMAGE_CONFIGS: [&str; 2] = [
    "application/vnd.oci.image.config.v1+json",
    "application/vnd.docker.container.image.v1+json",
];
/// The prefix of the media types in a Spin application.
const SPIN: &str = "application/vnd.fermyon.spin.";

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Document {
    schema_version: u32,
    media_type: Option<String>,
    config: Named,
    layers: BoundedList<Named, MAX_LAYERS>,
    /// Only in an index.
    manifests: Option<serde::de::IgnoredAny>,
}

/// The component that a manifest names. `content_type` is the header of the answer.
///
/// # Errors
/// If it is the manifest of something else, which the error names. The hint has the command that publishes a
/// component.
pub(crate) fn component(
    bytes: &[u8],
    content_type: Option<&str>,
) -> Result<Descriptor, RegistryError> {
    let document: Document = serde_json::from_slice(bytes).map_err(|error| {
        let error = error.to_string();
        RegistryError::new(format!(
            "the registry's answer is not a manifest: {}",
            Excerpt::reason(&error)
        ))
        .hint(ADDRESS_HINT)
    })?;
    let header = content_type.map(|value| value.split(';').next().unwrap_or(value).trim());
    if let (Some(header), Some(said)) = (header, document.media_type.as_deref())
        && header != said
        && is_manifest_type(header)
    {
        // Two readers could interpret it differently.
        return Err(RegistryError::new(format!(
            "the registry sends a manifest as `{}`, and the manifest says that it is `{}`",
            Excerpt::name(header),
            Excerpt::name(said)
        ))
        .hint("push the component again"));
    }
    let kind = document.media_type.as_deref().or(header);
    if kind.is_some_and(|kind| [INDEX, DOCKER_LIST].contains(&kind)) || document.manifests.is_some()
    {
        return Err(not_a_component(
            "an index of several manifests, as for a container image for several platforms",
        ));
    }
    if document.schema_version != 2 {
        return Err(not_a_component("not a manifest of OCI's form"));
    }
    let BoundedList {
        items: layers,
        count,
    } = &document.layers;
    let is_spin = |part: &Named| part.media_type.starts_with(SPIN);
    if layers.iter().any(is_spin) || is_spin(&document.config) {
        return Err(not_a_component("a Spin application"));
    }
    if kind == Some(DOCKER_MANIFEST) || IMAGE_CONFIGS.contains(&document.config.media_type.as_str())
    {
        return Err(not_a_component("a container image"));
    }
    let mut found = layers.iter().filter(|layer| layer.is_wasm());
    match (found.next(), found.next()) {
        (Some(layer), None) if *count == 1 => layer.descriptor(),
        (None, _) => Err(not_a_component("without a layer that is a component")),
        _ => Err(not_a_component(&format!(
            "made of {count} layers, but a component has one layer"
        ))),
    }
}

/// The digest of the component that a manifest names.
///
/// # Errors
/// If it is the manifest of something else.
pub fn component_of_manifest(bytes: &[u8]) -> Result<Digest, RegistryError> {
    Ok(component(bytes, None)?.digest)
}

/// The config that a manifest names.
///
/// # Errors
/// If its digest is missing or is not a SHA-256 digest.
pub(crate) fn config(bytes: &[u8]) -> Result<Descriptor, RegistryError> {
    let document = serde_json::from_slice::<Document>(bytes).ok();
    document.unwrap_or_default().config.descriptor()
}

fn is_manifest_type(kind: &str) -> bool {
    [MANIFEST, INDEX, DOCKER_MANIFEST, DOCKER_LIST].contains(&kind)
}

fn not_a_component(what: &str) -> RegistryError {
    RegistryError::new(format!("the artifact is not a component: it is {what}"))
        .hint("publish the component as an artifact: `pulumi-wasm push REFERENCE acme.wasm`")
}
