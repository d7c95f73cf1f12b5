//! The state of a stack: an export of the engine's, or a file of the file backend.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use serde::Deserialize;

use super::{Review, values};
use crate::provider::signature;
use crate::source::schema_document::PLUGIN;

/// More than any stack has.
const MAX_BYTES: u64 = 1 << 30;
/// How the types of providers begin.
const PROVIDER: &str = "pulumi:providers:";

/// Both forms: the file backend wraps what an export has.
#[derive(Deserialize)]
struct Document {
    #[serde(default)]
    deployment: Option<Deployment>,
    #[serde(default)]
    checkpoint: Option<Checkpoint>,
}

#[derive(Deserialize)]
struct Checkpoint {
    #[serde(default)]
    latest: Option<Deployment>,
}

#[derive(Default, Deserialize)]
struct Deployment {
    #[serde(default)]
    resources: Option<Vec<Resource>>,
}

#[derive(Deserialize)]
struct Resource {
    #[serde(default)]
    urn: String,
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    inputs: Option<Inputs>,
    /// What the engine loads a provider with is here in some versions.
    #[serde(default)]
    outputs: Option<Inputs>,
}

#[derive(Deserialize)]
struct Inputs {
    #[serde(default, rename = "__internal")]
    internal: Option<serde_json::Value>,
}

/// Reads a file of state.
pub(super) fn read(review: &mut Review, file: &Path) {
    review.files += 1;
    match File::open(file) {
        Ok(opened) => look_at(review, file, opened),
        Err(error) => review.add_unreadable(file, format!("it cannot be read: {error}")),
    }
}

/// Looks at what a file of state says.
pub(super) fn look_at(review: &mut Review, file: &Path, bytes: impl Read) {
    let document = match parse(file, bytes) {
        Ok(document) => document,
        Err(error) => return review.add_unreadable(file, format!("it is damaged: {error}")),
    };
    let deployment = match (document.deployment, document.checkpoint) {
        (Some(deployment), _) => Some(deployment),
        // A stack that was never deployed has none.
        (None, Some(checkpoint)) => Some(checkpoint.latest.unwrap_or_default()),
        (None, None) => None,
    };
    match deployment {
        None => review.add_unreadable(file, "it is no state of a stack"),
        Some(deployment) => {
            for resource in deployment.resources.unwrap_or_default() {
                add(review, file, &resource);
            }
        }
    }
}

fn parse(file: &Path, bytes: impl Read) -> serde_json::Result<Document> {
    let is_zipped = file.extension().is_some_and(|extension| extension == "gz");
    if is_zipped {
        let bytes = flate2::read::MultiGzDecoder::new(bytes);
        serde_json::from_reader(BufReader::new(bytes.take(MAX_BYTES)))
    } else {
        serde_json::from_reader(BufReader::new(bytes.take(MAX_BYTES)))
    }
}

fn add(review: &mut Review, file: &Path, resource: &Resource) {
    if !resource.kind.starts_with(PROVIDER) {
        return;
    }
    for properties in [&resource.inputs, &resource.outputs].into_iter().flatten() {
        let Some(internal) = &properties.internal else {
            continue;
        };
        let text = |key: &str| internal.get(key).and_then(serde_json::Value::as_str);
        let Some(parameter) = text("parameterization") else {
            if internal.get(signature::KEY).is_some() {
                let reason = format!("what `{}` is loaded with is a secret", resource.urn);
                review.add_unreadable(file, reason);
            }
            continue;
        };
        // A provider without a name of its own is that of its type, which no parameterized one is.
        if text("name").is_some_and(|name| name != PLUGIN) {
            continue;
        }
        let found = values::find(parameter.as_bytes()).unwrap_or_default();
        for value in &found {
            review.add_value(file, Some(&resource.urn), value);
        }
        if found.is_empty() {
            let reason = format!("the parameter of `{}` cannot be read", resource.urn);
            review.add_unreadable(file, reason);
        }
    }
}
