//! Walks through folders, within bounds. It enters hidden folders and installed packages and follows links, as languages do.

use std::collections::HashSet;
use std::fs;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

use pulumi_wasm_platform::files::FileIdentity;

use crate::review::plugin::Kind;
use crate::review::{Review, file, state};

/// A folder with more entries than this is not a project's folder.
const MAX_ENTRIES: usize = 500_000;
/// Deeper than any generated code is.
const MAX_DEPTH: usize = 64;

/// Looks at everything in a project's folder, or at one file, except excluded files.
pub(super) fn walk(review: &mut Review, folder: &Path, excluded: &[PathBuf]) {
    let mut walk = Walk {
        root: folder,
        excluded,
        left: MAX_ENTRIES,
        seen: HashSet::new(),
        folders: Vec::new(),
    };
    let start = Visit {
        path: folder.to_owned(),
        real: folder.to_owned(),
        depth: 0,
        in_sdks: false,
    };
    walk.enter(review, start);
    while let Some(place) = walk.folders.pop() {
        for Entry { path, is_link } in entries(review, &place.path) {
            let real = if is_link {
                path.canonicalize().unwrap_or_else(|_| path.clone())
            } else {
                place.real.join(path.file_name().unwrap_or_default())
            };
            let entry = Visit {
                in_sdks: place.in_sdks || path.ends_with("sdks"),
                depth: place.depth + 1,
                path,
                real,
            };
            if !walk.enter(review, entry) {
                return;
            }
        }
    }
}

struct Walk<'a> {
    root: &'a Path,
    excluded: &'a [PathBuf],
    left: usize,
    /// The files that were read, by identity and role: several links may lead to a file, or form a circle.
    seen: HashSet<(FileIdentity, Role)>,
    folders: Vec<Visit>,
}

/// A folder or file to read.
struct Visit {
    path: PathBuf,
    /// Its place without links.
    real: PathBuf,
    depth: usize,
    /// Whether it is in a folder of generated SDKs.
    in_sdks: bool,
}

/// How a path is read.
#[derive(PartialEq, Eq, Hash)]
struct Role {
    region: Region,
    kind: Kind,
    in_sdks: bool,
}

impl Walk<'_> {
    /// Looks at a file, or notes a folder; false if the review has to end.
    fn enter(&mut self, review: &mut Review, place: Visit) -> bool {
        let path = &place.path;
        let Some(left) = self.left.checked_sub(1) else {
            let reason = format!("it holds more than {MAX_ENTRIES} files");
            review.add_unreadable(self.root, reason);
            return false;
        };
        self.left = left;
        let is_in = |folder: &PathBuf| path.starts_with(folder) || place.real.starts_with(folder);
        if self.excluded.iter().any(is_in) {
            review.add_left_out(path, "it is excluded");
            return true;
        }
        // The target of a link, because a language follows it.
        let found = match fs::metadata(path) {
            Ok(found) => found,
            Err(error) => {
                let link = fs::read_link(path).map(|target| format!(" ({})", target.display()));
                let link = link.unwrap_or_default();
                review.add_unreadable(path, format!("it cannot be followed{link}: {error}"));
                return true;
            }
        };
        let region = region(path, self.root, &review.backends);
        if found.is_dir() && path.ends_with(".git/objects") {
            review.add_left_out(path, "it holds earlier versions of files");
            return true;
        }
        if found.is_file() && is_earlier_state(region, path) {
            let folder = path.parent().unwrap_or(path);
            review.add_left_out(folder, "it holds earlier states of stacks");
            return true;
        }
        let role = Role {
            region,
            kind: Kind::of(path),
            in_sdks: place.in_sdks,
        };
        let identity = match FileIdentity::of(path, &found) {
            Ok(identity) => identity,
            Err(error) => {
                review.add_unreadable(path, format!("it cannot be read: {error}"));
                return true;
            }
        };
        if !self.seen.insert((identity, role)) {
            return true;
        }
        if found.is_dir() && place.depth > MAX_DEPTH {
            review.add_unreadable(path, "it is nested too deeply to be read");
        } else if found.is_dir() {
            self.folders.push(place);
        } else {
            look_at(review, path, &found, region, place.in_sdks);
        }
        true
    }
}

/// Reads a file or the target of a link.
fn look_at(review: &mut Review, path: &Path, found: &Metadata, region: Region, in_sdks: bool) {
    if !found.is_file() {
        review.add_unreadable(path, "it is neither a file nor a folder");
    } else if region == Region::State && is_state(&name_of(path)) {
        state::read(review, path);
    } else {
        file::read(review, path, in_sdks);
    }
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// The purpose of a part of a folder.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Region {
    /// The state of stacks.
    State,
    EarlierState,
    Ordinary,
}

/// The region of a path. A `.pulumi` belongs to Pulumi in the folder itself and in a backend's folders; elsewhere it
/// is any folder.
fn region(path: &Path, root: &Path, backends: &[PathBuf]) -> Region {
    let mut keepers = std::iter::once(root).chain(backends.iter().map(PathBuf::as_path));
    let inside = keepers.find_map(|folder| path.strip_prefix(folder.join(".pulumi")).ok());
    let part = inside.and_then(|inside| inside.iter().next()?.to_str());
    match part {
        Some("stacks") => Region::State,
        Some("history" | "backups") => Region::EarlierState,
        _ => Region::Ordinary,
    }
}

fn is_state(name: &str) -> bool {
    name.ends_with(".json") || name.ends_with(".json.gz")
}

/// Whether a file is left out as an earlier state of a stack.
fn is_earlier_state(region: Region, path: &Path) -> bool {
    let name = name_of(path);
    if region == Region::Ordinary || (region == Region::State && is_state(&name)) {
        return false;
    }
    let name = name.strip_suffix(".bak").unwrap_or(&name);
    is_state(name.strip_suffix(".attrs").unwrap_or(name))
}

/// Looks at the state of all stacks in a folder: `STACK.json`, or `PROJECT/STACK.json`.
pub(super) fn stacks(review: &mut Review, folder: &Path) {
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for Entry { path, .. } in entries(review, &folder) {
            let name = path.to_string_lossy();
            let Ok(found) = fs::metadata(&path) else {
                review.add_unreadable(&path, "it cannot be read");
                continue;
            };
            if found.is_dir() && depth < 2 {
                folders.push((path, depth + 1));
            } else if found.is_file() && is_state(&name) {
                state::read(review, &path);
            } else if found.is_file() && name.ends_with(".zst") {
                review.add_unreadable(
                    &path,
                    "it is compressed with zstd, which this command cannot unpack",
                );
            }
        }
    }
}

/// An entry of a folder.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    path: PathBuf,
    is_link: bool,
}

/// The entries of a folder, by name.
fn entries(review: &mut Review, folder: &Path) -> Vec<Entry> {
    let read = fs::read_dir(folder).and_then(|entries| {
        let entries = entries.map(|entry| {
            let entry = entry?;
            let is_link = entry.file_type()?.is_symlink();
            Ok(Entry {
                path: entry.path(),
                is_link,
            })
        });
        entries.collect::<Result<Vec<_>, _>>()
    });
    match read {
        Ok(mut entries) => {
            entries.sort();
            entries
        }
        // No stacks were ever created there.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => {
            review.add_unreadable(folder, format!("it cannot be read: {error}"));
            Vec::new()
        }
    }
}
