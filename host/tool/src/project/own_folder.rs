//! The folder `.pulumi-wasm` of a project, which the tool writes.
//!
//! A project may come from another author together with such a folder. A link in it would redirect the tool's writes
//! and removals to any file of the user, so no part of the folder that the tool writes may be a link.

mod binding;
pub(crate) mod sealed_note;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
pub(crate) use binding::bind;
use binding::{SHARED, is_link};

use crate::component;

/// The name of the folder in a project. It does not belong in a repository.
const NAME: &str = ".pulumi-wasm";
/// The folder for a toolchain's intermediate files in it.
const BUILD: &str = "build";
/// The parts that the tool fills. Packages below them may have links of their own.
const FILLED: [&str; 6] = ["sdk", BUILD, "c", "loop", "mypy", "try"];
/// Packages that npm installs have links to programs, and the tool writes nothing there.
const INSTALLED: &str = "node_modules";
/// The entries that the tool writes directly into the folder.
const WRITTEN: [&str; 11] = [
    ".gitignore",
    BUILD,
    "c",
    "lock",
    "loop",
    binding::MARK,
    "mypy",
    "packages",
    "sdk",
    "try",
    "wheels",
];

/// Creates the folder, which excludes itself from repositories.
///
/// # Errors
/// If it cannot be created, or if a part of it is a link.
pub(crate) fn make(project: &Path) -> anyhow::Result<PathBuf> {
    let folder = project.join(NAME);
    refuse_links(&folder)?;
    fs::create_dir_all(&folder).with_context(|| format!("cannot write to {}", folder.display()))?;
    let ignore = folder.join(".gitignore");
    if !ignore.exists() {
        let text = "# Written by pulumi-wasm. Do not edit: the tool overwrites this file.\n*\n";
        component::write(&ignore, text.as_bytes())?;
    }
    Ok(folder)
}

/// The folder of Python's environment in the tool's folder of a project, or the target of a link in its place. Python
/// empties the folder when it creates an environment.
///
/// # Errors
/// When a link leads to a folder that is neither empty nor an environment.
pub(crate) fn environment(own: &Path) -> anyhow::Result<PathBuf> {
    let link = own.join(SHARED);
    if !is_link(&link)? {
        return Ok(link);
    }
    // Python creates no environment through a link.
    let folder = link.canonicalize().unwrap_or_else(|_| link.clone());
    let is_empty = fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_none());
    if !is_empty && !folder.join("pyvenv.cfg").is_file() {
        bail!(
            "`{}` is a link to `{}`, which is not an environment of Python\nhint: remove the link: an environment is made in its place",
            link.display(),
            folder.display()
        );
    }
    Ok(folder)
}

/// The folder for a toolchain's intermediate files in a project.
pub(crate) fn build(project: &Path) -> PathBuf {
    project.join(NAME).join(BUILD)
}

fn refuse_links(folder: &Path) -> anyhow::Result<()> {
    refuse_link(folder)?;
    for name in WRITTEN {
        refuse_link(&folder.join(name))?;
    }
    let mut folders: Vec<PathBuf> = FILLED.iter().map(|name| folder.join(name)).collect();
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(&folder) {
            Ok(entries) => entries,
            // Nothing was written there yet.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read {}", folder.display()));
            }
        };
        for entry in entries {
            let entry = entry.with_context(|| format!("cannot read {}", folder.display()))?;
            let kind = entry
                .file_type()
                .with_context(|| format!("cannot read {}", entry.path().display()))?;
            if kind.is_symlink() {
                return Err(link_error(&entry.path()));
            }
            if kind.is_dir() && entry.file_name() != INSTALLED {
                folders.push(entry.path());
            }
        }
    }
    Ok(())
}

fn refuse_link(path: &Path) -> anyhow::Result<()> {
    if is_link(path)? {
        Err(link_error(path))
    } else {
        Ok(())
    }
}

fn link_error(path: &Path) -> anyhow::Error {
    anyhow::anyhow!(
        "`{}` is a link, and the tool would write where it leads\nhint: check where it leads, and remove it",
        path.display()
    )
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn no_part_that_the_tool_writes_is_a_link() {
        for planted in [
            NAME,
            ".pulumi-wasm/lock",
            ".pulumi-wasm/.gitignore",
            ".pulumi-wasm/packages",
            ".pulumi-wasm/sdk",
            ".pulumi-wasm/build/wit/host.wit",
            ".pulumi-wasm/c",
            ".pulumi-wasm/c/provider.h",
            ".pulumi-wasm/loop/provider.js",
            ".pulumi-wasm/try/acme-index-Thing",
        ] {
            let project = tempfile::tempdir().unwrap();
            let outside = tempfile::tempdir().unwrap();
            let link = project.path().join(planted);
            fs::create_dir_all(link.parent().unwrap()).unwrap();
            // A link without a target is a link, too.
            symlink(outside.path().join("file"), &link).unwrap();
            let error = make(project.path()).unwrap_err().to_string();
            assert!(
                error.contains(planted) && error.contains("hint: "),
                "{error}"
            );
            assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn packages_may_have_links() {
        let project = tempfile::tempdir().unwrap();
        let own = make(project.path()).unwrap();
        for folder in ["sdk/guest-sdk/node_modules/.bin", "packages", "venv/bin"] {
            fs::create_dir_all(own.join(folder)).unwrap();
            symlink("/bin/sh", own.join(folder).join("program")).unwrap();
        }
        make(project.path()).unwrap();
    }

    #[test]
    fn an_environment_behind_a_link_takes_the_place_of_nothing_else() {
        let project = tempfile::tempdir().unwrap();
        let own = make(project.path()).unwrap();
        assert_eq!(environment(&own).unwrap(), own.join(SHARED));
        let shared = tempfile::tempdir().unwrap();
        symlink(shared.path(), own.join(SHARED)).unwrap();
        let expected = shared.path().canonicalize().unwrap();
        assert_eq!(environment(&own).unwrap(), expected);
        fs::write(shared.path().join("notes"), "mine").unwrap();
        let error = environment(&own).unwrap_err().to_string();
        assert!(error.contains("not an environment"), "{error}");
        fs::write(shared.path().join("pyvenv.cfg"), "").unwrap();
        assert_eq!(environment(&own).unwrap(), expected);
    }
}
