//! The development loop in TypeScript: the engine without a provider, and the provider as one script.

use anyhow::Context;
use serde_json::Value;

use super::continued::Snapshot;
use super::{find_node, install, wanted};
use crate::bounded_file;
use crate::build::development::{Interpreter, Parts};
use crate::build::kept::Ingredients;
use crate::build::workshop::Workshop;

/// The engine that can read a script later.
const ENGINE: &str = "quickjs";

/// The parts of a component for the loop, or `None` if the project has to be built as a whole, because of its engine.
///
/// # Errors
/// All mistakes in the author's modules, and what keeps the engine from being built.
pub(in crate::build) fn parts(workshop: &Workshop) -> anyhow::Result<Option<Parts>> {
    let folder = &workshop.project.folder;
    let package = bounded_file::small(&folder.join("package.json")).unwrap_or_default();
    let package: Value = serde_json::from_slice(&package).unwrap_or_default();
    if package["pulumi-wasm"]["engine"].as_str().unwrap_or(ENGINE) != ENGINE {
        return Ok(None);
    }
    let node = find_node(workshop)?;
    install(workshop)?;
    let packages = wanted(workshop)?;
    let script = workshop.loop_folder()?.join("provider.js");
    let snapshot = Snapshot::of(workshop, &packages, &node)?;
    if !snapshot.script(&script)? {
        super::made(workshop, "bundling the provider", |command| {
            command.arg("script").arg(folder).arg(&script);
        })?;
        snapshot.make()?;
    }

    let mut ingredients = Ingredients::default();
    ingredients.add("packages", packages);
    ingredients.add_tool(workshop);
    let interpreter = Interpreter::of(workshop, &ingredients, &[], |file| {
        let wit = workshop.development_interface()?;
        let doing = "building the engine for the development loop, once";
        super::made(workshop, doing, |command| {
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
