//! `pulumi-wasm inspect`: describes a component without running it.

mod component;
mod interface;

use std::path::Path;

use component::Component;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::error::CallError;
use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_packages::policy::{Policy, PolicyFiles};
use pulumi_wasm_packages::{Digest, read_component};
use pulumi_wasm_platform::env;
use pulumi_wasm_terraform::Mapping;

use crate::limits;
use crate::terminal::print_json;

fn read(file: &Path, limits: &Limits) -> anyhow::Result<(Vec<u8>, Digest, Manifest)> {
    let (bytes, digest) = read_component(file, limits)?;
    let (_, manifest) = limits::manifest(&bytes, file)?;
    Ok((bytes, digest, manifest))
}

/// Prints the names and types of a component in Terraform, as JSON.
pub(crate) fn terraform(file: &Path, limits: &Limits) -> anyhow::Result<()> {
    let (_, _, manifest) = read(file, limits)?;
    let mapping = Mapping::of(&[&manifest]).map_err(|error| with_hint(&error))?;
    Ok(print_json(mapping.json())?)
}

/// An error of the core for a person.
pub(crate) fn with_hint(error: &CallError) -> anyhow::Error {
    match error.hint() {
        Some(hint) => anyhow::anyhow!("{error}\nhint: {hint}"),
        None => anyhow::anyhow!("{error}"),
    }
}

pub(crate) fn run(
    file: &Path,
    only_schema: bool,
    as_json: bool,
    limits: &Limits,
) -> anyhow::Result<()> {
    let (bytes, digest, manifest) = read(file, limits)?;
    if only_schema {
        print_json(&manifest.documents()?.schema)?;
        return Ok(());
    }
    let files = PolicyFiles::of_machine(env::named_policy(), env::user_policy());
    let policy =
        Policy::read(&files).map_err(|error| anyhow::anyhow!("{error}\nhint: {}", error.hint))?;
    let component = Component {
        interface: interface::version(&bytes),
        digest,
        size: bytes.len(),
        manifest,
        policy,
    };
    if as_json {
        print_json(&component.json())?;
    } else {
        component.print();
    }
    Ok(())
}
