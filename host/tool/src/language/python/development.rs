//! The development loop in Python: the interpreter with the SDK, the packages and the modules of Python that the provider
//! imports; and the provider's modules as text.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;
use serde_json::json;

use super::compile::{ENTRY, componentize, is_source, run_check, stage_sources, write_module};
use super::project::Settings;
use super::toolchain::{COMPONENTIZE, Toolchain};
use super::world::World;
use crate::files::{bounded_file, source_tree};
use crate::language::interpreter::{Interpreter, Parts};
use crate::language::workshop::Workshop;

/// The output of the provider's check in the development loop.
#[derive(Deserialize)]
struct Said {
    /// The modules that it imports from elsewhere.
    imports: Vec<String>,
    /// Whether it has component resources.
    components: bool,
}

/// Prefixes and suffixes of files beside the modules that no module reads.
const UNREAD: [&str; 8] = [
    "py.typed",
    "LICENSE",
    "COPYING",
    "Makefile",
    "Dockerfile",
    "uv.lock",
    "poetry.lock",
    "requirements",
];

/// The parts of a component for the loop. `None` if the project has files that are not modules: its modules may read them
/// during import, and a running component has no files.
///
/// # Errors
/// All mistakes in the author's modules, and the reason why the interpreter cannot be built.
pub(super) fn parts(workshop: &Workshop) -> anyhow::Result<Option<Parts>> {
    let folder = &workshop.project;
    let settings = Settings::read(folder)?;
    let Some(texts) = texts(folder)? else {
        return Ok(None);
    };
    let toolchain = Toolchain::ready(workshop)?;
    let packages = toolchain.dependencies(workshop, &settings)?;
    let staged = stage_sources(workshop)?;
    let said = run_check(
        workshop,
        &toolchain,
        &settings,
        &staged,
        &packages,
        &["imports"],
    )?;
    let said: Said = serde_json::from_slice(&said)
        .context("the check of the provider did not list its imports")?;
    let (imported, world) = (said.imports, World::with_components(said.components));

    let mut ingredients = workshop.ingredients();
    ingredients.add("componentize-py", COMPONENTIZE);
    ingredients.add(
        "dependencies",
        super::packages::package_list(folder, &settings)?,
    );
    ingredients.add("world", world.name());
    let interpreter = Interpreter::of(workshop, &ingredients, &imported, |file| {
        let entry = workshop.loop_folder()?.join("python");
        let text = format!(
            "from pulumi_wasm_provider._guest.development import bind\n\n{} = bind({}, {})\n",
            world.exports(),
            json!(imported),
            json!(world.module())
        );
        write_module(&entry, ENTRY, &text)?;
        let wit = workshop.development_interface()?;
        let doing = "building the interpreter for the development loop, once";
        componentize(
            workshop,
            &toolchain,
            (&wit, world, doing),
            [&entry, &packages],
            file,
        )
    })?;
    let source = json!({
        "module": settings.module,
        "project": settings.project,
        "files": texts,
    });
    Ok(Some(Parts {
        interpreter,
        source: source.to_string().into_bytes(),
    }))
}

/// The modules of a project by their paths, or `None` if there are other files, or texts that are not UTF-8.
fn texts(folder: &Path) -> anyhow::Result<Option<BTreeMap<String, String>>> {
    let mut found = BTreeMap::new();
    let all =
        collect(folder, &mut found).with_context(|| format!("cannot read {}", folder.display()))?;
    Ok(all.then_some(found))
}

/// Whether all files below a folder are in the list now.
fn collect(project: &Path, found: &mut BTreeMap<String, String>) -> std::io::Result<bool> {
    for path in source_tree::files(project, &is_source)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if UNREAD.iter().any(|known| name.starts_with(known)) {
            continue;
        }
        let inside = path.strip_prefix(project).unwrap_or(&path);
        let inside: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
        let text = String::from_utf8(bounded_file::small(&path)?).ok();
        // A comment on one of the first two lines may set another encoding.
        let is_plain = |text: &String| {
            let mut first = text.lines().take(2);
            !first.any(|line| line.starts_with('#') && line.contains("coding"))
        };
        match text.filter(is_plain) {
            Some(text) if name.ends_with(".py") => drop(found.insert(inside.join("/"), text)),
            _ => return Ok(false),
        }
    }
    Ok(true)
}
