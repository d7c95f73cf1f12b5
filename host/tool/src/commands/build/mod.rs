//! `pulumi-wasm build`: from the sources of a provider to its component, in any language.
//!
//! The language of the project compiles it to a core module or a component. All other steps are the same for all
//! languages: the tool puts the SDK into the project, wraps the component, asks it for its manifest, stores it for the
//! next build, writes it to its destination, and compiles it for this machine.

mod built;
mod kept;
mod report;
pub(crate) mod sdks;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
pub(crate) use built::Built;
use clap::Args;
use kept::Kept;
use pulumi_wasm_core::manifest::Bounds;
use pulumi_wasm_packages::folders_from_environment;
use pulumi_wasm_packages::packages_section::ContainedPackage;

use crate::component::compiled_code::{forget_replaced, precompile};
use crate::component::{self, CompiledCode, Finished};
use crate::files::bounded_file;
use crate::files::whole_file;
use crate::language::{Ingredients, Language, Workshop, project_files};
use crate::project::Project;
use crate::terminal::{Console, Failure};

/// The component to build, and its destination.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "DIR", default_value = ".", help = project_help())]
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
    /// The version of a provider in Go, for a program whose release sets it with the linker
    #[arg(long, value_name = "VERSION")]
    version: Option<String>,
    /// Print the result as JSON, without the progress
    #[arg(long)]
    json: bool,
}

fn project_help() -> String {
    let files = project_files("", "or");
    format!("The provider's project: a folder with {files}, or one below it")
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let console = Console::new(arguments.json);
    let output = arguments.output.as_deref();
    let built = build(arguments, output, console)?;
    match precompile(&built.component, &built.digest, console) {
        Ok(()) => {}
        // The component exists, and may work on a machine with other limits.
        Err(error) => eprintln!("warning: {}", Failure(&error)),
    }
    if arguments.json {
        report::print_json(&built)
    } else {
        report::print(&built)
    }
}

/// Builds the project of a folder for commands of its author. A project whose sources changed since the last build gets a
/// component of the development loop, which is not published.
///
/// # Errors
/// If the project or its toolchain is missing, the sources do not compile, or the component is not a provider.
pub(crate) fn in_loop(folder: &Path, console: Console) -> anyhow::Result<Built> {
    let workshop = open(folder, console)?;
    let built = built_in_loop(&workshop)?;
    warned(built)
}

/// Builds the project of a folder as `build` does, for commands that publish its component.
///
/// # Errors
/// Like [`in_loop`].
pub(crate) fn to_publish(folder: &Path, console: Console) -> anyhow::Result<Built> {
    let workshop = open(folder, console)?;
    let ingredients = workshop.language.ingredients(&workshop)?;
    let made = make_component(&workshop, ingredients.as_ref())?;
    warned(write_component(&workshop, made, None)?)
}

/// The component, after a warning if SDKs for it do not compile.
fn warned(built: Built) -> anyhow::Result<Built> {
    if !built.is_reused {
        sdks::warn(&built.manifest)?;
    }
    Ok(built)
}

fn built_in_loop(workshop: &Workshop) -> anyhow::Result<Built> {
    let Some(ingredients) = workshop.language.ingredients(workshop)? else {
        return write_component(workshop, make_component(workshop, None)?, None);
    };
    if let Some(finished) = Kept::of(workshop)?.find(&ingredients) {
        return write_component(workshop, (finished, true), None);
    }
    match develop(workshop, &ingredients)? {
        Some(built) => Ok(built),
        None => write_component(
            workshop,
            make_component(workshop, Some(&ingredients))?,
            None,
        ),
    }
}

fn build(arguments: &Arguments, output: Option<&Path>, console: Console) -> anyhow::Result<Built> {
    let mut workshop = open(&arguments.folder, console)?;
    if let Some(version) = &arguments.version {
        workshop.version = Some(version_for(workshop.language, version)?);
    }
    if arguments.check {
        workshop.language.check_types(&workshop)?;
    }
    let ingredients = workshop.language.ingredients(&workshop)?;
    let made = make_component(&workshop, ingredients.as_ref())?;
    if workshop.language.chooses_schema() {
        sdks::check(&made.0.manifest, &arguments.without_sdk)?;
    } else {
        sdks::warn(&made.0.manifest)?;
    }
    write_component(&workshop, made, output)
}

/// The version of the command line, without `v` before it.
fn version_for(language: Language, text: &str) -> anyhow::Result<String> {
    if !language.takes_version() {
        bail!(
            "`--version` cannot set the version of a provider in {}\nhint: the project's files have the version",
            language.title()
        );
    }
    let version = text.strip_prefix('v').unwrap_or(text);
    match semver::Version::parse(version) {
        Ok(_) => Ok(version.to_owned()),
        Err(error) => {
            bail!("`{text}` is not a version: {error}\nhint: a version is `1.2.3` or `1.2.3-rc.1`")
        }
    }
}

fn open(folder: &Path, console: Console) -> anyhow::Result<Workshop> {
    let named = folder;
    let Project { folder, language } = Project::find(named)?;
    let mut workshop = Workshop::open(folder, language, console)?;
    if let Ok(named) = named.canonicalize() {
        workshop.named = named;
    }
    Ok(workshop)
}

/// Builds a component for the development loop. `None` if the project has to be compiled as a whole.
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
    let Some(parts) = workshop.language.development_parts(workshop)? else {
        return Ok(None);
    };
    let replaced = kept.digest();
    // Compiling the project as a whole may still work, and gives the better message if it does not.
    let Ok(finished) = parts.assemble(workshop.console) else {
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

/// Writes the component to its destination.
fn write_component(
    workshop: &Workshop,
    (finished, is_reused): (Finished, bool),
    output: Option<&Path>,
) -> anyhow::Result<Built> {
    let component = match output {
        Some(output) => output.to_owned(),
        None => workshop
            .project
            .join(format!("{}.wasm", finished.manifest.name())),
    };
    // The same bytes are not written again, so that a watcher of the file sees no change.
    if !whole_file::holds(&component, &finished.bytes) {
        component::write(&component, &finished.bytes)?;
    }
    Ok(Built::of(workshop, component, finished, is_reused))
}

/// Builds the component, and returns whether it is the component of the last build.
fn make_component(
    workshop: &Workshop,
    ingredients: Option<&Ingredients>,
) -> anyhow::Result<(Finished, bool)> {
    let kept = Kept::of(workshop)?;
    let console = workshop.console;
    if let Some(ingredients) = ingredients {
        let compile = || compile(workshop);
        return reuse_or(&kept, ingredients, console, compile);
    }
    let (module, packages) = compile(workshop)?;
    let ingredients = module_ingredients(workshop, &module, &packages)?;
    let compile = || Ok((module, packages));
    reuse_or(&kept, &ingredients, console, compile)
}

/// Compiles the project, and lists the packages in its module.
fn compile(workshop: &Workshop) -> anyhow::Result<(Vec<u8>, Vec<ContainedPackage>)> {
    let module = read(&workshop.language.compile(workshop)?)?;
    let mut packages = workshop.language.packages(workshop, &module)?;
    packages.push(ContainedPackage::runtime(
        "pulumi-wasm SDK",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    ));
    Ok((module, packages))
}

/// The ingredients of a component whose compiler is reproducible.
fn module_ingredients(
    workshop: &Workshop,
    module: &[u8],
    packages: &[ContainedPackage],
) -> anyhow::Result<Ingredients> {
    let mut ingredients = workshop.ingredients();
    ingredients.add("module", module);
    // A package may get another version without a change of the module.
    ingredients.add("packages", serde_json::to_vec(packages)?);
    Ok(ingredients)
}

/// The last component if its ingredients are the same, otherwise a new one, which is stored.
fn reuse_or(
    kept: &Kept,
    ingredients: &Ingredients,
    console: Console,
    make: impl FnOnce() -> anyhow::Result<(Vec<u8>, Vec<ContainedPackage>)>,
) -> anyhow::Result<(Finished, bool)> {
    if let Some(finished) = kept.find(ingredients) {
        return Ok((finished, true));
    }
    let (made, packages) = make()?;
    // Without a folder for compiled code, the component is compiled for this build alone.
    let folders = folders_from_environment().ok();
    let cache = folders.as_ref().map(|(_, cache)| cache);
    let step = console.step("compiling it for this machine, and asking it what it offers");
    let finished = component::finish(
        made,
        "what the toolchain made",
        cache.map_or(CompiledCode::Temporary, CompiledCode::In),
        // The component is the author's own. Users of a manifest that is too large get an error with a hint.
        &Bounds::none(),
        Some(&packages),
    )?;
    drop(step);
    let replaced = kept.replaced_by(&finished);
    kept.put(ingredients, &finished)?;
    forget_replaced(replaced, &finished.digest);
    Ok((finished, false))
}

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    bounded_file::large(file).with_context(|| format!("cannot read {}", file.display()))
}
