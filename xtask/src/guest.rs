//! Building the example components, and those that only tests use.
//!
//! All that are written in Rust are compiled by one cargo invocation, so that the standard library and the SDK are
//! built once; then the tool wraps each core module as a component with its manifest.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::components::{Component, Wanted};
use crate::host::{self, Programs};
use crate::paths::Paths;
use crate::process;
use crate::script;
use crate::setup::cached;
use crate::setup::guest_toolchain::{GuestToolchain, TARGET};

/// Builds components into `destination`.
pub(crate) fn build(
    paths: &Paths,
    toolchain: &GuestToolchain,
    programs: &Programs,
    wanted: &Wanted,
    destination: &Path,
) -> Result<Vec<Component>> {
    let mut examples = find_examples(&paths.examples())?;
    let mut scripts = script::find(paths, wanted)?;
    if let Wanted::Examples(names) = wanted {
        examples.retain(|example| !example.is_for_tests);
        let known = examples.iter().map(|example| example.name.as_str());
        let known = known.chain(scripts.iter().map(|project| project.name.as_str()));
        refuse_unknown(names, &known.collect::<Vec<_>>())?;
        let is_wanted = |name: &String| names.is_empty() || names.contains(name);
        examples.retain(|example| is_wanted(&example.name));
        scripts.retain(|project| is_wanted(&project.name));
    }
    fs::create_dir_all(destination)
        .with_context(|| format!("{} cannot be created", destination.display()))?;
    let mut components = compiled(paths, toolchain, programs, examples, destination)?;
    components.extend(script::build(
        paths,
        programs,
        scripts,
        wanted,
        destination,
    )?);
    Ok(components)
}

/// Builds components in Rust.
fn compiled(
    paths: &Paths,
    toolchain: &GuestToolchain,
    programs: &Programs,
    examples: Vec<Example>,
    destination: &Path,
) -> Result<Vec<Component>> {
    if examples.is_empty() {
        return Ok(Vec::new());
    }
    let target = paths.target.join("guests");
    compile(paths, toolchain, &examples, &target)?;
    let modules = target.join(TARGET).join("release");
    examples
        .into_iter()
        .map(|example| {
            let module = modules.join(format!("{}.wasm", example.library));
            let path = destination.join(format!("{}.wasm", example.name));
            wrap(paths, &programs.tool, &module, &path)?;
            Ok(Component {
                name: example.name,
                path,
            })
        })
        .collect()
}

/// A package of the examples' workspace, those for tests among it, and the name of the library that cargo makes of it.
struct Example {
    name: String,
    is_for_tests: bool,
    library: String,
}

fn refuse_unknown(names: &[String], known: &[&str]) -> Result<()> {
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(unknown) => bail!(
            "there is no example `{unknown}`; there are: {}",
            known.join(", ")
        ),
    }
}

fn compile(
    paths: &Paths,
    toolchain: &GuestToolchain,
    examples: &[Example],
    target: &Path,
) -> Result<()> {
    let mut cargo = host::cargo();
    // In their folder, in which cargo reads the settings of their workspace.
    cargo
        .current_dir(paths.examples())
        .args(["build", "--lib", "--release", "--target-dir"])
        .arg(target)
        .args(
            examples
                .iter()
                .flat_map(|example| ["--package", &example.name]),
        )
        .env_remove("CARGO_TARGET_DIR")
        .env("CARGO_ENCODED_RUSTFLAGS", remapped_paths(paths));
    toolchain.apply(&mut cargo);
    process::run(&mut cargo).context("the examples could not be compiled")
}

/// Flags by which the messages of panics name files without the folders of this machine, which are private.
fn remapped_paths(paths: &Paths) -> String {
    let registry = std::env::var_os("CARGO_HOME").map_or_else(
        || std::env::home_dir().unwrap_or_default().join(".cargo"),
        PathBuf::from,
    );
    // Cargo separates encoded flags by this character.
    [(&paths.root, "pulumi-wasm"), (&registry, "cargo")]
        .map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()))
        .join("\u{1f}")
}

fn find_examples(workspace: &Path) -> Result<Vec<Example>> {
    let metadata = process::capture(host::cargo().current_dir(workspace).args([
        "metadata",
        "--no-deps",
        "--format-version",
        "1",
    ]))?;
    let metadata: Value =
        serde_json::from_str(&metadata).context("cargo metadata printed no JSON")?;
    let packages = metadata["packages"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    let mut examples: Vec<Example> = packages
        .iter()
        .filter_map(|package| example_of(workspace, package))
        .collect();
    ensure!(
        !examples.is_empty(),
        "{} has no member that is a component",
        workspace.join("Cargo.toml").display()
    );
    examples.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(examples)
}

/// The example that a package of the workspace is, if it makes a component.
fn example_of(workspace: &Path, package: &Value) -> Option<Example> {
    let manifest = Path::new(package["manifest_path"].as_str()?);
    let name = package["name"].as_str()?.to_owned();
    let targets = package["targets"].as_array()?;
    let library = targets.iter().find(|target| {
        let kinds = target["kind"].as_array();
        kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind == "cdylib"))
    })?;
    Some(Example {
        is_for_tests: !manifest.starts_with(workspace),
        name,
        library: library["name"].as_str()?.replace('-', "_"),
    })
}

/// Makes a component of a core module, unless that was done with this very module.
fn wrap(paths: &Paths, tool: &Path, module: &Path, component: &Path) -> Result<()> {
    ensure!(module.is_file(), "cargo built no {}", module.display());
    let made_of = ingredients(paths, module)?;
    let mark = component.with_extension("made-of");
    let is_done = fs::read_to_string(&mark).is_ok_and(|found| found == made_of);
    if is_done && component.is_file() {
        return Ok(());
    }
    process::run(
        Command::new(tool)
            .arg("wrap")
            .arg(module)
            .arg("-o")
            .arg(component),
    )
    .with_context(|| format!("{} could not be made a component", module.display()))?;
    fs::write(&mark, made_of).with_context(|| format!("{} cannot be written", mark.display()))
}

/// The ingredients of a component: the module, and the wrapping part of the tool. The whole tool changes with each
/// change of the host.
fn ingredients(paths: &Paths, module: &Path) -> Result<String> {
    let wrapping = [
        "Cargo.lock",
        "host/tool/src/component.rs",
        "host/tool/src/wrap.rs",
    ];
    let files = wrapping.map(|file| paths.root.join(file));
    let mut marks = String::new();
    for file in files.iter().map(PathBuf::as_path).chain([module]) {
        let content =
            fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
        marks.push_str(&format!("{:016x}\n", cached::fnv1a(&content)));
    }
    Ok(marks)
}
