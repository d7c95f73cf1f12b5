//! Going through folders, within bounds, as languages do: hidden folders, installed packages and links too.

use std::collections::HashSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::{Review, file, state};

/// More entries than this are no project's folder.
const MAX_ENTRIES: usize = 500_000;
/// Deeper than any generated code is.
const MAX_DEPTH: usize = 64;

/// Looks at everything in a project's folder, or at one file, but for what is excluded.
pub(super) fn walk(review: &mut Review, folder: &Path, excluded: &[PathBuf]) {
    let mut walk = Walk {
        root: folder,
        excluded,
        left: MAX_ENTRIES,
        seen: HashSet::new(),
        folders: Vec::new(),
    };
    let start = Place {
        path: folder.to_owned(),
        real: folder.to_owned(),
        depth: 0,
        in_sdks: false,
    };
    walk.enter(review, start);
    while let Some(place) = walk.folders.pop() {
        for Entry { path, is_link } in entries(review, &place.path) {
            let real = match is_link {
                true => path.canonicalize().unwrap_or_else(|_| path.clone()),
                false => place.real.join(path.file_name().unwrap_or_default()),
            };
            let entry = Place {
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
    /// Folders and files by device and number: links may lead to what was seen already, or round in a circle. What was
    /// met in a folder of Git or Pulumi, where some files are left out, counts apart.
    seen: HashSet<(u64, u64, bool)>,
    folders: Vec<Place>,
}

/// A folder or file to be looked at.
struct Place {
    path: PathBuf,
    /// Where it is without links.
    real: PathBuf,
    depth: usize,
    /// Whether it lies where generated SDKs do.
    in_sdks: bool,
}

impl Walk<'_> {
    /// Looks at a file, or notes a folder; false where it has to end.
    fn enter(&mut self, review: &mut Review, place: Place) -> bool {
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
        // Of what a link leads to: a language follows it.
        let found = match fs::metadata(path) {
            Ok(found) => found,
            Err(error) => {
                let link = fs::read_link(path).map(|target| format!(" ({})", target.display()));
                let link = link.unwrap_or_default();
                review.add_unreadable(path, format!("it cannot be followed{link}: {error}"));
                return true;
            }
        };
        let is_special = path.iter().any(|part| part == ".git" || part == ".pulumi");
        if !self.seen.insert((found.dev(), found.ino(), is_special)) {
            return true;
        }
        if found.is_dir() && place.depth > MAX_DEPTH {
            review.add_unreadable(path, "it lies too deep to be looked at");
        } else if found.is_dir() {
            self.folders.push(place);
        } else {
            look_at(review, path, &found, place.in_sdks);
        }
        true
    }
}

/// Looks at a file, or at what it links to.
fn look_at(review: &mut Review, path: &Path, found: &Metadata, in_sdks: bool) {
    if !found.is_file() {
        review.add_unreadable(path, "it is neither a file nor a folder");
        return;
    }
    match kept(path) {
        Kept::State => state::read(review, path),
        Kept::EarlierState => {
            review.add_left_out(folder_of(path), "it holds earlier states of stacks");
        }
        Kept::Object => review.add_left_out(folder_of(path), "it holds earlier versions of files"),
        Kept::Nothing => file::read(review, path, in_sdks),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().unwrap_or(path)
}

/// What a file is by where it lies.
enum Kept {
    /// The state of a stack.
    State,
    EarlierState,
    /// A version of a file that Git keeps, compressed.
    Object,
    Nothing,
}

fn kept(path: &Path) -> Kept {
    let parts: Vec<&str> = path
        .iter()
        .map(|part| part.to_str().unwrap_or_default())
        .collect();
    let name = parts.last().copied().unwrap_or_default();
    let below = |folder: &str, inside: &str| {
        let mut pairs = parts.windows(2);
        pairs.any(|pair| pair == [folder, inside])
    };
    let is_json = |name: &str| name.ends_with(".json") || name.ends_with(".json.gz");
    if below(".pulumi", "stacks") && is_json(name) {
        return Kept::State;
    }
    let is_old = |name: &str| {
        let name = name.strip_suffix(".bak").unwrap_or(name);
        is_json(name.strip_suffix(".attrs").unwrap_or(name))
    };
    let folders = ["stacks", "history", "backups"];
    if folders.iter().any(|folder| below(".pulumi", folder)) && is_old(name) {
        return Kept::EarlierState;
    }
    // Named by their digests, and compressed: nothing loads them but Git. Code would have another name.
    let is_digest = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let stem = name.split('.').next().unwrap_or_default();
    let is_object = match name.split_once('.') {
        None => name.len() == 38 && is_digest(name),
        Some((_, ending)) => {
            stem.strip_prefix("pack-").is_some_and(is_digest)
                && ["pack", "idx", "rev", "bitmap", "mtimes"].contains(&ending)
        }
    };
    match below(".git", "objects") && is_object {
        true => Kept::Object,
        false => Kept::Nothing,
    }
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
            } else if found.is_file() && (name.ends_with(".json") || name.ends_with(".json.gz")) {
                state::read(review, &path);
            }
        }
    }
}

/// What is in a folder.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    path: PathBuf,
    is_link: bool,
}

/// What is in a folder, by name.
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
        // No stacks were ever made there.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        Err(error) => {
            review.add_unreadable(folder, format!("it cannot be read: {error}"));
            Vec::new()
        }
    }
}
