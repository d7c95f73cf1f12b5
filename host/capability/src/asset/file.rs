//! Files and folders of this machine that a program named.
//!
//! A relative path begins at the folder in which the engine started the plugin, because the engine computed the hash
//! there. The host reads regular files only.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use pulumi_wasm_platform::files::open_without_waiting;
use url::Url;

use super::budget::AssetBudget;
use super::content::Member;
use super::fault::Fault;

/// The folder of Pulumi's own files, which is part of no archive.
const BOOKKEEPING: &str = ".pulumi";

/// The path that a `file:` address names.
pub(super) fn path_of(uri: &Url) -> Result<PathBuf, Fault> {
    let plain = uri.username().is_empty()
        && uri.password().is_none()
        && uri.query().is_none()
        && uri.fragment().is_none()
        && matches!(uri.host_str(), None | Some("" | "localhost"));
    let mut local = uri.clone();
    if !plain || local.set_host(None).is_err() {
        return Err(Fault::unusable(
            "its address is not a plain `file:` address of this machine",
        ));
    }
    local
        .to_file_path()
        .map_err(|()| Fault::unusable("its `file:` address does not name a path"))
}

/// The part of a failed read that the user should know.
pub(super) fn show(path: &Path, fault: Fault) -> Fault {
    let mut place = format!("`{}`", path.display());
    if path.is_relative()
        && let Ok(folder) = std::env::current_dir()
    {
        place.push_str(&format!(", seen from `{}`", folder.display()));
    }
    fault.at(&place)
}

/// Reads a whole file.
pub(super) fn read(path: &Path, budget: &mut AssetBudget<'_>) -> Result<Vec<u8>, Fault> {
    budget.read_whole(&mut open(path)?)
}

/// Whether a path leads to a folder.
pub(super) fn is_folder(path: &Path) -> Result<bool, Fault> {
    let found = fs::metadata(path).map_err(|error| Fault::from_machine(&error, "file"))?;
    Ok(found.is_dir())
}

/// Opens a regular file. Never waits: anything but a regular file is refused after it was opened without waiting.
fn open(path: &Path) -> Result<File, Fault> {
    let failed = |error: std::io::Error| Fault::from_machine(&error, "file");
    let found = fs::metadata(path).map_err(failed)?;
    let refuse = |kind: &fs::Metadata| {
        if kind.is_dir() {
            Some(Fault::unusable(
                "its path names a folder, not a file\nhint: use an archive for a folder",
            ))
        } else if kind.is_file() {
            None
        } else {
            Some(Fault::unusable("its path is not that of a regular file"))
        }
    };
    // Opening some devices already has an effect.
    if let Some(fault) = refuse(&found) {
        return Err(fault);
    }
    let file = open_without_waiting(path).map_err(failed)?;
    match refuse(&file.metadata().map_err(failed)?) {
        Some(fault) => Err(fault),
        None => Ok(file),
    }
}

/// The files below a folder, in the order in which Pulumi walks: names are sorted within each folder. Symbolic links to
/// folders are not followed, as Pulumi does not.
pub(super) fn walk(folder: &Path, budget: &mut AssetBudget<'_>) -> Result<Vec<Member>, Fault> {
    let root = fs::canonicalize(folder).map_err(|error| Fault::from_machine(&error, "folder"))?;
    let mut members = Vec::new();
    walk_folder(&root, &root, "", budget, &mut members)?;
    Ok(members)
}

fn walk_folder(
    root: &Path,
    folder: &Path,
    prefix: &str,
    budget: &mut AssetBudget<'_>,
    members: &mut Vec<Member>,
) -> Result<(), Fault> {
    let failed = |error: std::io::Error| Fault::from_machine(&error, "folder");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        budget.check()?;
        names.push(entry.map_err(failed)?.file_name());
    }
    names.sort();
    for name in names {
        if name == BOOKKEEPING {
            continue;
        }
        let path = folder.join(&name);
        let Some(name) = name.to_str() else {
            let shown = format!("{prefix}{}", name.display());
            return Err(Fault::unusable("its name is not UTF-8").within(&shown));
        };
        let name = format!("{prefix}{name}");
        match look(root, &path).map_err(|fault| fault.within(&name))? {
            OpenedPath::Folder => {
                walk_folder(root, &path, &format!("{name}/"), budget, members)?;
            }
            OpenedPath::LinkToFolder => {}
            OpenedPath::File => {
                let content = open(&path)
                    .and_then(|mut file| budget.read_entry(&mut file))
                    .map_err(|fault| fault.within(&name))?;
                members.push(Member { name, content });
            }
        }
    }
    Ok(())
}

/// The kind of a folder's entry.
enum OpenedPath {
    Folder,
    LinkToFolder,
    File,
}

fn look(root: &Path, path: &Path) -> Result<OpenedPath, Fault> {
    let failed = |error: std::io::Error| Fault::from_machine(&error, "file");
    let found = fs::symlink_metadata(path).map_err(failed)?;
    if found.is_dir() {
        return Ok(OpenedPath::Folder);
    }
    if found.is_file() {
        return Ok(OpenedPath::File);
    }
    if !found.is_symlink() {
        return Err(Fault::unusable("it is not a regular file"));
    }
    let target = fs::canonicalize(path).map_err(failed)?;
    if target.is_dir() {
        return Ok(OpenedPath::LinkToFolder);
    }
    if !target.starts_with(root) {
        return Err(Fault::unusable(
            "it is a symbolic link that leads out of the folder\nhint: put the file itself there",
        )
        .detailed(format!("it leads to `{}`", target.display())));
    }
    Ok(OpenedPath::File)
}
