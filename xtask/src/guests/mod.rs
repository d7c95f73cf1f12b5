//! Building components: examples, and components that only tests use.

mod c;
mod rust;
mod script;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

pub(crate) use c::build as build_c;
pub(crate) use script::{build_for_bench, typescript_sdk};

use crate::host::Programs;
use crate::paths::Paths;

/// The size of the cache for compiled code, with its variable: the components of all tests fit, which take 2.2 GB. With the default of
/// 2 GiB, tests would remove each other's code, and a fifth of it would be compiled again in each run.
pub(crate) const CACHE_SIZE: (&str, &str) = ("PULUMI_WASM_CACHE_SIZE", "8GiB");

/// A component that was built.
pub(crate) struct Component {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// Which components are built.
pub(crate) enum Wanted<'a> {
    /// The named examples; an empty list means all examples.
    Examples(&'a [String]),
    /// All examples, and the components that only tests use.
    ForTests,
}

/// Compiles the module of an example in Rust while other commands run. This takes no program of this repository, and [`build`] then
/// only makes a component of the module.
pub(crate) fn compile_beside(paths: &Paths, example: &str) -> Result<()> {
    let mut crates = rust::find(&paths.examples())?;
    crates.retain(|one| one.name == example);
    rust::compile_beside(paths, &crates)
}

/// Builds components into a folder.
pub(crate) fn build(
    paths: &Paths,
    programs: &Programs,
    wanted: &Wanted,
    destination: &Path,
) -> Result<Vec<Component>> {
    let mut crates = rust::find(&paths.examples())?;
    let mut projects = script::find(paths, wanted)?;
    if let Wanted::Examples(names) = wanted {
        crates.retain(|one| !one.is_for_tests);
        let known = crates.iter().map(|one| one.name.as_str());
        let known: Vec<&str> = known
            .chain(projects.iter().map(|project| project.name.as_str()))
            .collect();
        for name in *names {
            ensure!(
                known.contains(&name.as_str()),
                "`{name}` is not an example; the examples are: {}",
                known.join(", ")
            );
        }
        let is_wanted = |name: &String| names.is_empty() || names.contains(name);
        crates.retain(|one| is_wanted(&one.name));
        projects.retain(|project| is_wanted(&project.name));
    }
    fs::create_dir_all(destination)
        .with_context(|| format!("{} cannot be created", destination.display()))?;
    let mut components = rust::build(paths, programs, crates, destination)?;
    components.extend(script::build(
        paths,
        programs,
        projects,
        wanted,
        destination,
    )?);
    Ok(components)
}
