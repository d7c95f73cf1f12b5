//! The target of a command: a component file, or a project that is built first.

use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::commands::build::{self, Built};
use crate::terminal::Console;

/// A component, and the folder that it belongs to.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) component: PathBuf,
    /// The folder of the project, or the folder of the file.
    pub(crate) folder: PathBuf,
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
    if !path.exists() {
        bail!(
            "there is no `{}`\nhint: give a component file, or the folder of a project",
            path.display()
        );
    }
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    Ok(Target {
        component: path.to_owned(),
        folder: parent.unwrap_or(Path::new(".")).to_owned(),
    })
}
