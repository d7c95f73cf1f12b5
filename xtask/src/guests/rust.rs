//! Components in Rust. One cargo invocation compiles all of them, so that the standard library and the SDK are built
//! once. Then the tool wraps each core module as a component with its manifest.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::Component;
use crate::host::{self, Programs};
use crate::paths::Paths;
use crate::process;
use crate::setup::cached;
use crate::setup::guest_toolchain::{self, TARGET};

/// Files that decide how a module is wrapped. The tool itself changes with each change of the host.
const WRAPPING: [&str; 4] = [
    "Cargo.lock",
    "host/packages/src/component_file/manifest_section.rs",
    "host/tool/src/component.rs",
    "host/tool/src/commands/wrap.rs",
];

/// The context of an error of the compiler.
const FAILED: &str = "the examples could not be compiled";

/// A package of the examples' workspace that makes a component.
pub(super) struct Crate {
    pub(super) name: String,
    pub(super) is_for_tests: bool,
    library: String,
}

/// Finds the packages of a workspace that make components, ordered by name.
pub(super) fn find(workspace: &Path) -> Result<Vec<Crate>> {
    let metadata = host::metadata(workspace)?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let mut crates: Vec<Crate> = packages
        .filter_map(|package| crate_of(workspace, package))
        .collect();
    ensure!(
        !crates.is_empty(),
        "no member of {} makes a component",
        workspace.join("Cargo.toml").display()
    );
    crates.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(crates)
}

fn crate_of(workspace: &Path, package: &Value) -> Option<Crate> {
    let manifest = Path::new(package["manifest_path"].as_str()?);
    let mut targets = package["targets"].as_array()?.iter();
    let library = targets.find(|target| {
        let kinds = target["kind"].as_array();
        kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "cdylib"))
    })?;
    Some(Crate {
        name: package["name"].as_str()?.to_owned(),
        is_for_tests: !manifest.starts_with(workspace),
        library: library["name"].as_str()?.replace('-', "_"),
    })
}

pub(super) fn build(
    paths: &Paths,
    programs: &Programs,
    crates: Vec<Crate>,
    destination: &Path,
) -> Result<Vec<Component>> {
    if crates.is_empty() {
        return Ok(Vec::new());
    }
    process::run(&mut compiler(paths, &crates)?).context(FAILED)?;
    let modules = target(paths).join(TARGET).join("release");
    let mut components = Vec::new();
    for one in crates {
        let module = modules.join(format!("{}.wasm", one.library));
        let path = destination.join(format!("{}.wasm", one.name));
        wrap(paths, &programs.tool, &module, &path)?;
        components.push(Component {
            name: one.name,
            path,
        });
    }
    Ok(components)
}

/// Compiles the modules of these crates while other commands run, which a later [`build`] then finds.
pub(super) fn compile_beside(paths: &Paths, crates: &[Crate]) -> Result<()> {
    let compiled = process::run_beside(&mut compiler(paths, crates)?);
    compiled.map(drop).context(FAILED)
}

/// The folder for compiled modules. It is not the folder of the programs, so both compilations can run at once.
fn target(paths: &Paths) -> PathBuf {
    paths.target.join("guests")
}

/// A command that compiles the modules of these crates.
fn compiler(paths: &Paths, crates: &[Crate]) -> Result<Command> {
    let mut cargo = host::cargo();
    // In their folder, where cargo reads the settings of their workspace.
    cargo
        .current_dir(paths.examples())
        .args(["build", "--lib", "--release", "--target-dir"])
        .arg(target(paths))
        .args(crates.iter().flat_map(|one| ["--package", &one.name]))
        .env_remove("CARGO_TARGET_DIR")
        .env("CARGO_ENCODED_RUSTFLAGS", remapped_paths(paths)?);
    guest_toolchain::find_or_install(paths)?.apply(&mut cargo);
    Ok(cargo)
}

/// Flags that remove the private folders of this machine from the messages of panics.
fn remapped_paths(paths: &Paths) -> Result<String> {
    let cargo = host::cargo_home()?;
    let flag =
        |folder: &Path, name: &str| format!("--remap-path-prefix={}={name}", folder.display());
    // Cargo separates encoded flags by this character.
    Ok([flag(&paths.root, "pulumi-wasm"), flag(&cargo, "cargo")].join("\u{1f}"))
}

/// Makes a component from a core module, unless the component was made from this module.
fn wrap(paths: &Paths, tool: &Path, module: &Path, component: &Path) -> Result<()> {
    ensure!(module.is_file(), "cargo did not build {}", module.display());
    let mut inputs = WRAPPING.map(|file| paths.root.join(file)).to_vec();
    inputs.push(module.to_owned());
    let made_of = format!("{:016x}", cached::hash(&inputs, &[])?);
    let mark = component.with_extension("made-of");
    let is_current = fs::read_to_string(&mark).is_ok_and(|found| found == made_of);
    if is_current && component.is_file() {
        return Ok(());
    }
    let mut command = Command::new(tool);
    command.arg("wrap").arg(module).arg("-o").arg(component);
    process::run(&mut command)
        .with_context(|| format!("{} could not be made a component", module.display()))?;
    fs::write(&mark, made_of).with_context(|| format!("{} cannot be written", mark.display()))
}
