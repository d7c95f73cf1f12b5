//! The development loop in TypeScript: the engine without a provider, and the provider as one script.

use anyhow::Context;
use serde_json::Value;

use super::compile::{find_node, install, package_digests, run_sdk_tool};
use super::snapshot::Snapshot;
use crate::files::bounded_file;
use crate::language::interpreter::{Interpreter, Parts};
use crate::language::workshop::Workshop;

/// The engine that can read a script later.
const ENGINE: &str = "quickjs";

/// The parts of a component for the loop, or `None` if the project has to be built as a whole, because of its engine.
///
/// # Errors
/// All mistakes in the author's modules, and the reason why the engine cannot be built.
pub(super) fn parts(workshop: &Workshop) -> anyhow::Result<Option<Parts>> {
    let folder = &workshop.project;
    let package = bounded_file::small(&folder.join("package.json")).unwrap_or_default();
    let package: Value = serde_json::from_slice(&package).unwrap_or_default();
    if package["pulumi-wasm"]["engine"].as_str().unwrap_or(ENGINE) != ENGINE {
        return Ok(None);
    }
    let node = find_node(workshop)?;
    install(workshop)?;
    let packages = package_digests(workshop)?;
    let script = workshop.loop_folder()?.join("provider.js");
    let snapshot = Snapshot::of(workshop, &packages, &node)?;
    if !snapshot.script(&script)? {
        run_sdk_tool(workshop, "bundling the provider", |command| {
            command.arg("script").arg(folder).arg(&script);
        })?;
        snapshot.make()?;
    }

    let mut ingredients = workshop.ingredients();
    ingredients.add("packages", packages);
    let interpreter = Interpreter::of(workshop, &ingredients, &[], |file| {
        let wit = workshop.development_interface()?;
        let doing = "building the engine for the development loop, once";
        run_sdk_tool(workshop, doing, |command| {
            command.arg("interpreter").arg(wit).arg(file);
        })
    })?;
    let source = bounded_file::small(&script)
        .with_context(|| format!("cannot read {}", script.display()))?;
    Ok(Some(Parts {
        interpreter,
        source,
    }))
}
