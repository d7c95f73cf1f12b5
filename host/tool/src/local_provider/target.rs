//! The target of a command: a component file, or a project that is built first.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use pulumi_wasm_packages::fetch_hint;

use crate::commands::build::{self, Built};
use crate::terminal::Console;

/// A component, and the folder that it belongs to.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) component: PathBuf,
    /// The folder of the project, or the folder of the file.
    pub(crate) folder: PathBuf,
}

/// The advice for a path that leads to nothing.
pub(crate) fn path_hint(path: &Path) -> String {
    fetch_hint(path)
        .unwrap_or_else(|| "give a component file, or the folder of a project".to_owned())
}

/// The component for a path, to publish it: the file itself, or the component that `build` makes of the project.
pub(crate) fn find(path: &Path, console: Console) -> anyhow::Result<Target> {
    find_or(build::to_publish, path, console)
}

/// The component for a path, for authors alone: the file itself, or the project's component in the development loop.
pub(crate) fn find_in_loop(path: &Path, console: Console) -> anyhow::Result<Target> {
    find_or(build::in_loop, path, console)
}

fn find_or(
    build: fn(&Path, Console) -> anyhow::Result<Built>,
    path: &Path,
    console: Console,
) -> anyhow::Result<Target> {
    if path.is_dir() {
        let built = build(path, console)?;
        return Ok(Target {
            component: built.component,
            folder: path.to_owned(),
        });
    }
    match path.metadata() {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => bail!(
            "there is no `{}`\nhint: {}",
            path.display(),
            path_hint(path)
        ),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read `{}`", path.display()));
        }
    }
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    Ok(Target {
        component: path.to_owned(),
        folder: parent.unwrap_or(Path::new(".")).to_owned(),
    })
}
