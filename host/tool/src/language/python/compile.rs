//! Makes a component of a provider in Python, with componentize-py.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::json;

use super::lock::{self, Lock};
use super::packages;
use super::project::Settings;
use super::toolchain::{COMPONENTIZE, Toolchain};
use super::traceback;
use super::world::World;
use crate::component;
use crate::files::{bounded_file, source_tree};
use crate::language::ignored_files;
use crate::language::ingredients::Ingredients;
use crate::language::workshop::Workshop;
use crate::terminal::{Console, RunError, toolchain_program};

/// The module that the component begins with. It binds the SDK to the author's module.
pub(super) const ENTRY: &str = "provider_component";

/// Folders of a project that are not part of the component.
const LEFT_OUT: [&str; 9] = [
    "sdks",
    "node_modules",
    "target",
    "venv",
    "env",
    "tests",
    "test",
    "dist",
    "__pycache__",
];

/// Everything that affects the result.
pub(super) fn ingredients(workshop: &Workshop) -> anyhow::Result<Ingredients> {
    let folder = &workshop.project;
    let settings = Settings::read(folder)?;
    // The lock file is an ingredient, so it has to be there first. With it, an unchanged project needs no installation.
    if !settings.dependencies.is_empty() && Lock::read(folder, &settings.dependencies)?.is_none() {
        Toolchain::ready(workshop)?.dependencies(workshop, &settings)?;
    }
    let mut ingredients = workshop.ingredients();
    ingredients.add("componentize-py", COMPONENTIZE);
    ingredients.add("module", &settings.module);
    ingredients.add("project", settings.project.to_string());
    ingredients.add("dependencies", packages::package_list(folder, &settings)?);
    ingredients.add_folder(folder, folder, &is_source)?;
    Ok(ingredients)
}

/// Builds a component.
pub(super) fn compile(workshop: &Workshop) -> anyhow::Result<PathBuf> {
    let settings = Settings::read(&workshop.project)?;
    let toolchain = Toolchain::ready(workshop)?;
    let packages = toolchain.dependencies(workshop, &settings)?;
    let stage = stage_sources(workshop)?;
    let described = run_check(workshop, &toolchain, &settings, &stage, &packages, &[])?;
    let world = World::of(&described)?;
    write_entry(&stage, world, &settings)?;

    let component = workshop.build_folder()?.join("python.wasm");
    let (wit, doing) = (workshop.interface()?, "building the component");
    componentize(
        workshop,
        &toolchain,
        (&wit, world, doing),
        [&stage, &packages],
        &component,
    )?;
    Ok(component)
}

/// Runs componentize-py on a folder with the entry, the SDK and packages.
pub(super) fn componentize(
    workshop: &Workshop,
    toolchain: &Toolchain,
    (wit, world, doing): (&Path, World, &str),
    [stage, packages]: [&Path; 2],
    component: &Path,
) -> anyhow::Result<()> {
    let mut command = toolchain.componentize();
    command
        .arg("-d")
        .arg(wit)
        .args(["-w", world.name(), "componentize", ENTRY])
        // The project's modules come first: `_interpreter/language.py` of the SDK recognizes them by this order.
        .arg("-p")
        .arg(stage)
        .arg("-p")
        .arg(sdk(workshop))
        .arg("-p")
        .arg(packages)
        .arg("-o")
        .arg(component);
    match workshop.console.run(doing, &mut command) {
        Ok(_) => Ok(()),
        Err(RunError::Failed { output, .. }) => bail!(
            "componentize-py {COMPONENTIZE} cannot make a component of the provider{}",
            traceback::explained(&output)
        ),
        Err(error) => Err(error.into()),
    }
}

/// Checks the types of the project with mypy, as strictly as the project's settings say.
pub(super) fn check_types(workshop: &Workshop) -> anyhow::Result<()> {
    let settings = Settings::read(&workshop.project)?;
    let toolchain = Toolchain::ready(workshop)?;
    let packages = toolchain.dependencies(workshop, &settings)?;
    let mypy = toolchain.type_checker(workshop)?;
    let mut command = toolchain_program(mypy);
    command
        .current_dir(&workshop.project)
        .env("MYPYPATH", joined([sdk(workshop), packages])?)
        .args(["--cache-dir", ".pulumi-wasm/mypy", "-m", &settings.module]);
    match workshop.console.run("checking types", &mut command) {
        Ok(_) => Ok(()),
        Err(RunError::Failed { output, .. }) => bail!("mypy found mistakes in the types\n{output}"),
        Err(error) => Err(error.into()),
    }
}

fn sdk(workshop: &Workshop) -> PathBuf {
    workshop.sdk.folder.join("guest-sdk/python/src")
}

fn joined<const N: usize>(folders: [PathBuf; N]) -> anyhow::Result<std::ffi::OsString> {
    std::env::join_paths(folders).context("a folder's name has a colon in it")
}

/// Whether a file or folder of the project is part of the component.
pub(super) fn is_source(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if name.starts_with('.') || name.ends_with(".egg-info") {
        return false;
    }
    if path.is_dir() {
        return !LEFT_OUT.contains(&name.as_ref()) && !path.join("pyvenv.cfg").exists();
    }
    let is_test = name == "conftest.py"
        || (name.starts_with("test_") && name.ends_with(".py"))
        || name.ends_with("_test.py");
    // The sections for the component are separate ingredients. The other sections configure tools.
    let is_settings = name == "pyproject.toml" || name == lock::FILE;
    !is_test && !is_settings && !ignored_files::is_ignored(&name) && !name.ends_with(".pyc")
}

/// A folder with only the files for the component: the tool looks through all that it is given.
pub(super) fn stage_sources(workshop: &Workshop) -> anyhow::Result<PathBuf> {
    let stage = workshop.build_folder()?.join("python");
    let cannot = || format!("cannot write to {}", stage.display());
    if stage.exists() {
        fs::remove_dir_all(&stage).with_context(cannot)?;
    }
    copy(&workshop.project, &stage).with_context(cannot)?;
    Ok(stage)
}

/// Writes the module that the component begins with.
fn write_entry(stage: &Path, world: World, settings: &Settings) -> anyhow::Result<()> {
    // JSON text is valid Python.
    let (module, described) = (json!(settings.module), json!(settings.project.to_string()));
    let text = format!(
        "from pulumi_wasm_provider.{} import bind\n\n{} = bind({module}, {described})\n",
        world.module(),
        world.exports()
    );
    write_module(stage, ENTRY, &text)
}

/// Creates a folder and writes a module into it.
pub(super) fn write_module(folder: &Path, module: &str, text: &str) -> anyhow::Result<()> {
    component::write(&folder.join(format!("{module}.py")), text.as_bytes())
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for file in source_tree::files(from, &is_source)? {
        let target = to.join(file.strip_prefix(from).unwrap_or(&file));
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        bounded_file::copy(&file, &target)?;
    }
    Ok(())
}

/// Reads the provider with Python itself, which is fast, and reports mistakes in the author's terms. Returns the output
/// of that check: the manifest, or the answer to further arguments.
pub(super) fn run_check(
    workshop: &Workshop,
    toolchain: &Toolchain,
    settings: &Settings,
    stage: &Path,
    packages: &Path,
    asked: &[&str],
) -> anyhow::Result<Vec<u8>> {
    let mut command = toolchain.python();
    command
        .current_dir(stage)
        .env("PYTHONPATH", joined([sdk(workshop), packages.to_owned()])?)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .args(["-m", "pulumi_wasm_provider", &settings.module])
        .arg(settings.project.to_string())
        .args(asked);
    match workshop.console.run("reading the provider", &mut command) {
        Ok(output) => {
            Console::print_warnings(&output);
            Ok(output.stdout)
        }
        Err(RunError::Failed { output, .. }) => bail!("{output}"),
        Err(error) => Err(error.into()),
    }
}
