//! Lists the files of a project, whose author may be another person: folders may be links that lead back to themselves.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The maximum number of files and folders that are read below one folder.
const MAX_ENTRIES: usize = 100_000;

/// The files below a folder that `counts` accepts, in the order of their paths. Skips folders that it does not accept.
/// Follows links, except a link to a folder that contains it.
///
/// # Errors
/// When a folder cannot be read, or when there are more than 100,000 entries.
pub(crate) fn files(folder: &Path, counts: &dyn Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut walk = Walk {
        counts,
        around: Vec::new(),
        found: Vec::new(),
        left: MAX_ENTRIES,
    };
    walk.enter(folder)?;
    Ok(walk.found)
}

struct Walk<'a> {
    counts: &'a dyn Fn(&Path) -> bool,
    /// The present folder and the folders around it, without links.
    around: Vec<PathBuf>,
    found: Vec<PathBuf>,
    left: usize,
}

impl Walk<'_> {
    fn enter(&mut self, folder: &Path) -> io::Result<()> {
        let real = folder.canonicalize()?;
        if self.around.contains(&real) {
            return Ok(());
        }
        self.around.push(real);
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            self.left = self.left.checked_sub(1).ok_or_else(|| {
                io::Error::other(format!(
                    "there are more than {MAX_ENTRIES} files and folders: a link may lead to a large folder"
                ))
            })?;
            paths.push(entry?.path());
        }
        paths.sort();
        let counts = self.counts;
        for path in paths.into_iter().filter(|path| counts(path)) {
            if path.is_dir() {
                self.enter(&path)?
            } else {
                self.found.push(path)
            }
        }
        self.around.pop();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn names(root: &Path) -> io::Result<Vec<String>> {
        let files = files(root, &|path| !path.ends_with("left-out"))?;
        let inside = |path: PathBuf| path.strip_prefix(root).unwrap().display().to_string();
        Ok(files.into_iter().map(inside).collect())
    }

    #[test]
    fn files_are_listed_in_the_order_of_their_paths() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["b/one", "a", "b.c", "left-out/two"] {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "").unwrap();
        }
        assert_eq!(names(folder.path()).unwrap(), ["a", "b/one", "b.c"]);
    }

    #[test]
    fn links_that_lead_back_are_not_followed_and_many_folders_end_at_a_bound() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        for name in ["one", "two"] {
            symlink(".", folder.path().join(name)).unwrap();
        }
        assert_eq!(names(folder.path()).unwrap(), ["file"]);
        // Folders that lead to each other have far more paths than folders.
        let many: Vec<PathBuf> = (0..12)
            .map(|number| folder.path().join(format!("folder-{number}")))
            .collect();
        for one in &many {
            fs::create_dir(one).unwrap();
        }
        for one in &many {
            for other in many.iter().filter(|other| *other != one) {
                symlink(other, one.join(other.file_name().unwrap())).unwrap();
            }
        }
        let error = names(folder.path()).unwrap_err();
        assert!(error.to_string().contains("more than 100000"), "{error}");
    }
}
