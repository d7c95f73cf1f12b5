//! A project whose files are being written. If that fails, it is removed, so that the same command works later.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::project::own_folder;

/// Removes the project when it is dropped before it is finished.
pub(super) struct BegunProject<'a> {
    folder: &'a Path,
    /// Whether the folder was there before, so that it stays.
    was_there: bool,
    /// The written files.
    files: Vec<PathBuf>,
    /// The folders of files that were or should have been written.
    folders: Vec<PathBuf>,
    is_finished: bool,
}

impl<'a> BegunProject<'a> {
    /// A project in a folder that is missing or empty.
    pub(super) fn in_folder(folder: &'a Path) -> Self {
        Self {
            folder,
            was_there: folder.is_dir(),
            files: Vec::new(),
            folders: Vec::new(),
            is_finished: false,
        }
    }

    /// Writes a file that does not exist yet.
    pub(super) fn write(&mut self, path: &str, content: &str) -> anyhow::Result<()> {
        let file = self.folder.join(path);
        self.put(&file, content)
            .with_context(|| format!("cannot write {}", file.display()))
    }

    fn put(&mut self, file: &Path, content: &str) -> io::Result<()> {
        if let Some(folder) = file.parent() {
            self.folders.push(folder.to_owned());
            fs::create_dir_all(folder)?;
        }
        if file.symlink_metadata().is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        self.files.push(file.to_owned());
        fs::write(file, content)
    }

    /// Keeps the project.
    pub(super) fn finish(mut self) {
        self.is_finished = true;
    }

    /// Removes the written files, the tool's folder, and the folders that are empty then: another program may have
    /// written something beside them.
    fn remove(&self) {
        for file in &self.files {
            drop(fs::remove_file(file));
        }
        for folder in &self.folders {
            let inner = folder.ancestors();
            for folder in inner.take_while(|folder| *folder != self.folder) {
                drop(fs::remove_dir(folder));
            }
        }
        drop(fs::remove_dir_all(own_folder::path(self.folder)));
        if !self.was_there {
            drop(fs::remove_dir(self.folder));
        }
    }
}

impl Drop for BegunProject<'_> {
    fn drop(&mut self) {
        if !self.is_finished {
            self.remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_that_is_not_finished_leaves_the_folder_as_it_was() {
        let home = tempfile::tempdir().unwrap();
        let [missing, empty] = ["missing", "empty"].map(|name| home.path().join(name));
        fs::create_dir(&empty).unwrap();
        for folder in [&missing, &empty] {
            let mut begun = BegunProject::in_folder(folder);
            begun.write("src/deep/lib.rs", "text").unwrap();
            begun.write("src/deep/lib.rs", "text").unwrap_err();
            let too_long = format!("tests/deep/{}", "x".repeat(300));
            begun.write(&too_long, "text").unwrap_err();
            own_folder::make(folder).unwrap();
            drop(begun);
        }
        assert!(!missing.exists());
        assert_eq!(fs::read_dir(&empty).unwrap().count(), 0);

        // Files of others stay.
        let mut begun = BegunProject::in_folder(&missing);
        begun.write("src/lib.rs", "text").unwrap();
        fs::write(missing.join("src/notes"), "mine").unwrap();
        drop(begun);
        assert_eq!(fs::read_dir(missing.join("src")).unwrap().count(), 1);

        let mut begun = BegunProject::in_folder(&empty);
        begun.write("src/lib.rs", "text").unwrap();
        begun.finish();
        assert!(empty.join("src/lib.rs").exists());
    }
}
