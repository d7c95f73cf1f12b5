//! The state of a stack: an export by the engine, or a file of the file backend.
//!
//! It is parsed like the engine does, to find the resource of each value, and searched like any other file, because a
//! file may look like state and be something else.

use std::path::Path;

use pulumi_wasm_core::value::special_values;

use super::members::{Node, folded};
use super::{Review, file, values};
use crate::plugin_reference::PLUGIN;

/// The prefix of the types of providers.
const PROVIDER: &str = "pulumi:providers:";
/// The keys of a checkpoint.
const CHECKPOINT: [&str; 3] = ["stack", "latest", "config"];

/// Reads a file of state.
pub(super) fn read(review: &mut Review, file: &Path) {
    match file::contents(file) {
        Ok(bytes) => look_at(review, file, &bytes),
        Err(reason) => review.add_unreadable(file, reason),
    }
}

/// Searches the contents of a state file.
pub(super) fn look_at(review: &mut Review, file: &Path, bytes: &[u8]) {
    review.files += 1;
    let is_zipped = file.extension().is_some_and(|extension| extension == "gz");
    let unzipped = if is_zipped {
        file::unzip(bytes).map(Some)
    } else {
        Ok(None)
    };
    match unzipped {
        Ok(unzipped) => {
            let bytes = unzipped.as_deref().unwrap_or(bytes);
            if let Err(reason) = understand(review, file, bytes) {
                review.add_unreadable(file, reason);
            }
            file::look_into(review, file, bytes, false);
        }
        Err(reason) => {
            review.add_unreadable(file, reason);
            file::look_into(review, file, bytes, false);
        }
    }
}

/// Adds the parameters of the providers in a state. An export has a deployment, the file backend wraps it, and
/// earlier versions wrote it without the wrapper. All of them are read, because the engine may choose any.
fn understand(review: &mut Review, file: &Path, bytes: &[u8]) -> Result<(), String> {
    let damaged = |error: serde_json::Error| format!("it is damaged: {error}");
    let document: Node = serde_json::from_slice(bytes).map_err(damaged)?;
    let checkpoint = document.member("checkpoint")?;
    let wrapped = checkpoint
        .map(|checkpoint| checkpoint.member("latest"))
        .transpose()?
        .flatten();
    let (deployment, latest) = (document.member("deployment")?, document.member("latest")?);
    if checkpoint.is_none() && deployment.is_none() && latest.is_none() {
        return Err("it is not the state of a stack".to_owned());
    }
    for deployment in [deployment, wrapped, latest].into_iter().flatten() {
        let resources = deployment.member("resources")?;
        for resource in resources.map(Node::elements).unwrap_or_default() {
            add(review, file, resource)?;
        }
    }
    let mut members = checkpoint.map(Node::members).unwrap_or_default().iter();
    let is_known = |key: &str| CHECKPOINT.iter().any(|known| folded(known).eq(folded(key)));
    match members.find(|(key, _)| !is_known(key)) {
        Some(_) => Err("its checkpoint has members that are not known here".to_owned()),
        None => Ok(()),
    }
}

fn add(review: &mut Review, file: &Path, resource: &Node) -> Result<(), String> {
    let kind = resource.text("type")?.unwrap_or_default();
    if !kind.starts_with(PROVIDER) {
        return Ok(());
    }
    let urn = resource.text("urn")?.unwrap_or_default();
    // Some versions have the engine's parameters for a provider among its outputs.
    for properties in [resource.member("inputs")?, resource.member("outputs")?] {
        let Some(internal) = properties
            .map(|properties| properties.member("__internal"))
            .transpose()?
            .flatten()
        else {
            continue;
        };
        let Some(parameter) = internal.text("parameterization")? else {
            if internal.member(special_values::KEY)?.is_some() {
                review.add_unreadable(file, format!("the parameter of `{urn}` is a secret"));
            }
            continue;
        };
        // A provider without an explicit name has the name of its type. A parameterized provider always has an
        // explicit name.
        if internal.text("name")?.is_some_and(|name| name != PLUGIN) {
            continue;
        }
        match values::find(parameter.as_bytes()) {
            Ok(found) if found.is_empty() => {
                review.add_unreadable(file, format!("the parameter of `{urn}` cannot be read"));
            }
            Ok(found) => {
                for value in &found {
                    review.add_value(file, Some(urn), value);
                }
            }
            Err(reason) => review.add_unreadable(file, reason),
        }
    }
    Ok(())
}
