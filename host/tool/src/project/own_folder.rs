//! The folder `.pulumi-wasm` of a project, which the tool writes.
//!
//! A project may come from another author together with such a folder. A link in it would redirect the tool's writes
//! and removals to any file of the user, so no part of the folder that the tool writes may be a link.

mod binding;
pub(crate) mod sealed_note;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
pub(crate) use binding::bind;
use pulumi_wasm_platform::files::link_folder;

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

/// Links the environment of a toolchain into the tool's folder of a project, and first removes another entry of that
/// name. The tool itself never reads the link. On Windows the project gets no link.
///
/// # Errors
/// When the old entry cannot be removed, or the link cannot be made.
pub(crate) fn link_environment(own: &Path, environment: &Path) -> anyhow::Result<()> {
    let link = own.join(binding::ENVIRONMENT);
    if fs::read_link(&link).is_ok_and(|found| found == environment) {
        return Ok(());
    }
    binding::remove(&link)?;
    link_folder(environment, &link)
        .with_context(|| format!("cannot make the link {}", link.display()))
}

/// The folder in a project, which may be missing.
pub(crate) fn path(project: &Path) -> PathBuf {
    project.join(NAME)
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

fn is_link(path: &Path) -> anyhow::Result<bool> {
    match path.symlink_metadata() {
        Ok(found) => Ok(found.is_symlink()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
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
    fn the_environment_takes_the_place_of_a_link_and_of_a_folder_without_following() {
        let project = tempfile::tempdir().unwrap();
        let own = make(project.path()).unwrap();
        let [environment, other] = ["environment", "other"].map(|name| project.path().join(name));
        fs::create_dir(&other).unwrap();
        fs::write(other.join("notes"), "mine").unwrap();
        let link = own.join(binding::ENVIRONMENT);
        let leads = || fs::read_link(&link).unwrap();
        link_environment(&own, &environment).unwrap();
        assert_eq!(leads(), environment);
        fs::remove_file(&link).unwrap();
        symlink(&other, &link).unwrap();
        link_environment(&own, &environment).unwrap();
        assert_eq!(leads(), environment);
        assert_eq!(fs::read_to_string(other.join("notes")).unwrap(), "mine");
        fs::remove_file(&link).unwrap();
        fs::create_dir_all(link.join("bin")).unwrap();
        link_environment(&own, &environment).unwrap();
        assert_eq!(leads(), environment);
    }
}
