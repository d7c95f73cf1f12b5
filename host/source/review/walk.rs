//! Going through folders, within bounds.

use std::fs::{self, FileType};
use std::path::{Path, PathBuf};

use super::{Review, sdk, state};

/// More entries than this are no project's folder.
const MAX_ENTRIES: usize = 500_000;
/// Deeper than any generated code is.
const MAX_DEPTH: usize = 40;

/// Folders that hold nothing that is generated for a project, and much else.
const SKIPPED: [&str; 3] = [".git", ".hg", "target"];

/// Looks at everything in a project's folder.
pub(super) fn walk(review: &mut Review, folder: &Path) {
    let mut left = MAX_ENTRIES;
    let mut folders = vec![Place {
        folder: folder.to_owned(),
        depth: 0,
        in_sdks: false,
    }];
    while let Some(place) = folders.pop() {
        if place.folder.ends_with(".pulumi/stacks") {
            stacks(review, &place.folder);
            continue;
        }
        for (path, kind) in entries(review, &place.folder) {
            let Some(still) = left.checked_sub(1) else {
                let reason =
                    format!("it holds more than {MAX_ENTRIES} files; name a project's folder");
                review.add_unreadable(folder, reason);
                return;
            };
            left = still;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if kind.is_dir() {
                if place.depth == MAX_DEPTH {
                    review.add_unreadable(&path, "it lies too deep to be looked at");
                } else if !SKIPPED.contains(&name.as_ref()) {
                    folders.push(Place {
                        in_sdks: place.in_sdks || name == "sdks",
                        depth: place.depth + 1,
                        folder: path,
                    });
                }
            } else if kind.is_file() {
                sdk::read(review, &path, place.in_sdks);
            } else if kind.is_symlink() && place.in_sdks && leads_out(&path, folder) {
                review.add_unreadable(
                    &path,
                    "it is a link out of the folder, which is not followed",
                );
            }
        }
    }
}

/// A folder to be looked at.
struct Place {
    folder: PathBuf,
    depth: usize,
    /// Whether it holds generated SDKs: there, every file is looked at.
    in_sdks: bool,
}

/// Looks at the state of all stacks in a folder: `STACK.json`, or `PROJECT/STACK.json`.
pub(super) fn stacks(review: &mut Review, folder: &Path) {
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for (path, kind) in entries(review, &folder) {
            let name = path.to_string_lossy();
            if kind.is_dir() && depth < 2 {
                folders.push((path, depth + 1));
            } else if kind.is_file() && (name.ends_with(".json") || name.ends_with(".json.gz")) {
                state::read(review, &path);
            }
        }
    }
}

/// What is in a folder, by name; links are not followed.
fn entries(review: &mut Review, folder: &Path) -> Vec<(PathBuf, FileType)> {
    let read = fs::read_dir(folder).and_then(|entries| {
        let entries =
            entries.map(|entry| entry.and_then(|entry| Ok((entry.path(), entry.file_type()?))));
        entries.collect::<Result<Vec<_>, _>>()
    });
    match read {
        Ok(mut entries) => {
            entries.sort_by(|one, other| one.0.cmp(&other.0));
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

/// Whether what a link leads to is not looked at anyway.
fn leads_out(link: &Path, folder: &Path) -> bool {
    match (link.canonicalize(), folder.canonicalize()) {
        (Ok(target), Ok(folder)) => !target.starts_with(folder),
        _ => false,
    }
}
