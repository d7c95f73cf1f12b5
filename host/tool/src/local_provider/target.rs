//! The target of a command: a component file, or a project that is built first.

use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::build;
use crate::terminal::Console;

/// A component, and the folder that it belongs to.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) component: PathBuf,
    /// The folder of the project, or the folder of the file.
    pub(crate) folder: PathBuf,
}

/// The component for a path: the file itself, or the project's build.
pub(crate) fn find(path: &Path, console: Console) -> anyhow::Result<Target> {
    if path.is_dir() {
        let built = build::project(path, console)?;
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
