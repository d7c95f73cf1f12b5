//! `pulumi-wasm build`: from the sources of a provider to its component, in any language.
//!
//! Each language has its file, which is given a [`Workshop`] and makes a core module or a component. Everything around it is
//! the same for all: the SDK is put into the project, the component is wrapped and asked for its manifest, kept for the next
//! build, written to its destination, and compiled for this machine.

mod built;
mod development;
mod ignored_files;
mod kept;
mod precompile;
mod project;
mod python;
mod replaced;
mod report;
mod rust;
pub(crate) mod sdks;
mod typescript;
mod workshop;

use std::path::{Path, PathBuf};

use anyhow::Context;
use built::Built;
use clap::Args;
use kept::{Ingredients, Kept};
pub(crate) use precompile::compile as compile_ahead;
pub(crate) use project::{Language, Project, read_json, read_toml};
use pulumi_wasm_core::manifest::Bounds;
use pulumi_wasm_packages::folders_from_environment;
use replaced::forget_replaced;
use workshop::Workshop;

use crate::bounded_file;
use crate::component::{self, CompiledCode, Finished};
use crate::terminal::Console;
use crate::whole_file;

/// The component to build, and its destination.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The provider's project: a folder with Cargo.toml, pyproject.toml or package.json, or one below it
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// The component to write [default: PACKAGE.wasm in the project's folder]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Check the types of a project in Python with mypy first; in other languages that is part of every build
    #[arg(long)]
    check: bool,
    /// Do not check that the SDK that Pulumi generates for this language compiles; may be given several times
    #[arg(long, value_name = "LANGUAGE")]
    without_sdk: Vec<sdks::Sdk>,
    /// Print the result as JSON, without the progress
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let console = Console::new(arguments.json);
    let output = arguments.output.as_deref();
    let built = build(arguments, output, console)?;
    match precompile::compile(&built.component, &built.digest, console) {
        Ok(()) => {}
        // The component is there, and may do well on a machine with other limits.
        Err(error) => eprintln!("warning: {error:#}"),
    }
    match arguments.json {
        true => report::print_json(&built),
        false => report::print(&built),
    }
}

/// Builds the project that a folder lies in, for commands that go on with its component.
///
/// # Errors
/// As [`run`] has them: no project, no toolchain, sources that do not compile, a component that is not a provider.
#[allow(dead_code, reason = "for the commands that test and serve a project")]
pub(crate) fn project(folder: &Path, console: Console) -> anyhow::Result<Built> {
    let workshop = Workshop::open(Project::find(folder)?, console)?;
    let built = built_for_commands(&workshop)?;
    if !built.is_reused {
        sdks::warn(&built.manifest)?;
    }
    Ok(built)
}

fn built_for_commands(workshop: &Workshop) -> anyhow::Result<Built> {
    let Some(ingredients) = ingredients(workshop)? else {
        // Cargo makes all of the code anew in any case.
        return written(workshop, make(workshop, None)?, None);
    };
    if let Some(finished) = Kept::of(workshop)?.find(&ingredients) {
        return written(workshop, (finished, true), None);
    }
    match develop(workshop, &ingredients)? {
        Some(built) => Ok(built),
        None => written(workshop, make(workshop, Some(&ingredients))?, None),
    }
}

fn build(arguments: &Arguments, output: Option<&Path>, console: Console) -> anyhow::Result<Built> {
    let workshop = Workshop::open(Project::find(&arguments.folder)?, console)?;
    if arguments.check && workshop.project.language == Language::Python {
        python::check(&workshop)?;
    }
    let ingredients = ingredients(&workshop)?;
    let made = make(&workshop, ingredients.as_ref())?;
    sdks::check(&made.0.manifest, &arguments.without_sdk)?;
    written(&workshop, made, output)
}

/// Everything that decides what comes out of a project in a script language; `None` in Rust, where Cargo knows itself what has
/// changed.
fn ingredients(workshop: &Workshop) -> anyhow::Result<Option<Ingredients>> {
    let mut ingredients = match workshop.project.language {
        Language::Rust => return Ok(None),
        Language::Python => python::ingredients(workshop)?,
        Language::TypeScript => typescript::ingredients(workshop)?,
    };
    ingredients.add_tool(workshop);
    Ok(Some(ingredients))
}

/// A component for the development loop, beside the project's own; `None` if the project has to be built as a whole.
fn develop(workshop: &Workshop, ingredients: &Ingredients) -> anyhow::Result<Option<Built>> {
    let kept = Kept::of_loop(workshop)?;
    if let Some(finished) = kept.find(ingredients) {
        return Ok(Some(Built::of(
            workshop,
            kept.file(&finished),
            finished,
            true,
        )));
    }
    let parts = match workshop.project.language {
        Language::Python => python::development::parts(workshop)?,
        Language::TypeScript | Language::Rust => typescript::development::parts(workshop)?,
    };
    let Some(parts) = parts else {
        return Ok(None);
    };
    let replaced = kept.digest();
    // What does not work this way may work in a snapshot, or fails there with the better reason.
    let Ok(finished) = development::assemble(workshop, &parts) else {
        return Ok(None);
    };
    kept.put(ingredients, &finished)?;
    forget_replaced(replaced, &finished.digest);
    Ok(Some(Built::of(
        workshop,
        kept.file(&finished),
        finished,
        false,
    )))
}

/// Writes the component for others to its destination.
fn written(
    workshop: &Workshop,
    (finished, is_reused): (Finished, bool),
    output: Option<&Path>,
) -> anyhow::Result<Built> {
    let component = match output {
        Some(output) => output.to_owned(),
        None => workshop
            .project
            .folder
            .join(format!("{}.wasm", finished.manifest.name())),
    };
    // A watcher of the file sees no change if the bytes are the same.
    if !whole_file::holds(&component, &finished.bytes) {
        component::write(&component, &finished.bytes)?;
    }
    Ok(Built::of(workshop, component, finished, is_reused))
}

/// Makes the component for others, and says whether it is the last one.
fn make(
    workshop: &Workshop,
    ingredients: Option<&Ingredients>,
) -> anyhow::Result<(Finished, bool)> {
    let kept = Kept::of(workshop)?;
    let Some(ingredients) = ingredients else {
        // It makes the same of the same.
        let module = read(&rust::compile(workshop)?)?;
        let mut ingredients = Ingredients::default();
        ingredients.add("module", &module);
        ingredients.add_tool(workshop);
        return reuse_or(&kept, &ingredients, workshop.console, || Ok(module));
    };
    reuse_or(&kept, ingredients, workshop.console, || {
        let made = match workshop.project.language {
            Language::Python => python::compile(workshop)?,
            Language::TypeScript | Language::Rust => typescript::compile(workshop)?,
        };
        read(&made)
    })
}

/// The last component if its ingredients are the same, else a new one, which is kept.
fn reuse_or(
    kept: &Kept,
    ingredients: &Ingredients,
    console: Console,
    make: impl FnOnce() -> anyhow::Result<Vec<u8>>,
) -> anyhow::Result<(Finished, bool)> {
    if let Some(finished) = kept.find(ingredients) {
        return Ok((finished, true));
    }
    let made = make()?;
    let replaced = kept.digest();
    // Without a folder for compiled code, the component is compiled for this build alone.
    let folders = folders_from_environment().ok();
    let cache = folders.as_ref().map(|(_, cache)| cache);
    let step = console.step("compiling it for this machine, and asking it what it offers");
    let finished = component::finish(
        made,
        "what the toolchain made",
        cache.map_or(CompiledCode::Temporary, CompiledCode::In),
        // It is the author's own; those who use it hear of a manifest that is too large, and how to take it.
        &Bounds::none(),
    )?;
    drop(step);
    kept.put(ingredients, &finished)?;
    forget_replaced(replaced, &finished.digest);
    Ok((finished, false))
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    bounded_file::large(file).with_context(|| format!("cannot read {}", file.display()))
}
