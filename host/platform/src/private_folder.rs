//! Folders that only this user can write to. Each folder, and each file in it, is checked when it is opened.
//!
//! Their content is run, or trusted by its name. On Linux and macOS each folder and file is checked by the
//! descriptor that is used afterwards: it cannot be replaced in between, and symbolic links are not followed.
//! Windows opens files only by whole paths: there a file is checked by its handle as well, but the folders above
//! it are looked up again each time.

#[cfg(test)]
mod tests;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

use crate::files;

/// The number of attempts to empty a folder while another process still writes to it.
const ATTEMPTS: usize = 8;

/// The purpose of opening a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Reads an existing file.
    Read,
    /// Creates the file if it is missing, and keeps the content of an existing file.
    Lock,
    /// Creates the file, which must not exist.
    New,
}

/// The access that others must not have to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closed {
    /// Others may not write to it.
    ToWriters,
    /// Others may neither read nor write it.
    ToAll,
}

/// A folder, or a file in it, that is refused, with the reason.
#[derive(Debug, thiserror::Error)]
#[error("{problem}")]
pub struct FolderError {
    /// The refused path.
    pub path: PathBuf,
    /// The reason.
    pub problem: Problem,
}

/// The problem with a folder or file. If a command of the system repairs it, the message has that command.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    #[error("{0}")]
    Unusable(#[from] io::Error),
    #[error("it is not a folder")]
    NoFolder,
    #[error("it is not a regular file")]
    NoFile,
    #[error("it is a symbolic link, whose target may change; name the target itself")]
    Link,
    #[error("it belongs to another user ({remedy} would make it yours)")]
    OtherOwner { remedy: String },
    #[error("others may write to it (`{remedy}` makes it yours alone)")]
    Writable { remedy: String },
    #[error("others may read it (`{remedy}` makes it yours alone)")]
    Readable { remedy: String },
}

impl FolderError {
    fn new(path: &Path, problem: impl Into<Problem>) -> Self {
        Self {
            path: path.to_owned(),
            problem: problem.into(),
        }
    }

    /// The error of the system, if the system refused.
    #[must_use]
    pub fn kind(&self) -> Option<io::ErrorKind> {
        match &self.problem {
            Problem::Unusable(error) => Some(error.kind()),
            _ => None,
        }
    }
}

/// The suffix of unfinished files.
pub const UNFINISHED: &str = ".tmp";
/// A write does not take this long: after this time, the process that began it has ended.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// A name for an unfinished file that no other attempt uses, in this process or another.
fn unfinished_name(name: &str) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let attempt = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{name}.{}.{attempt}{UNFINISHED}", process::id())
}

/// An open folder that belongs to this user, and that no other user can write to.
#[derive(Debug)]
pub struct PrivateFolder(system::Folder);

impl PrivateFolder {
    /// Opens a folder, or returns `None` if it is missing.
    ///
    /// # Errors
    /// If it cannot be opened, is a symbolic link, or can be changed by others.
    pub fn open(path: &Path) -> Result<Option<Self>, FolderError> {
        // A slash at the end would make the system follow a link.
        let opened = system::Folder::open(path.components().collect())?;
        Ok(opened.map(Self))
    }

    /// Opens a folder. If it is missing, creates it and the folders above it.
    ///
    /// # Errors
    /// As for [`PrivateFolder::open`], or if it cannot be created.
    pub fn make(path: &Path) -> Result<Self, FolderError> {
        if let Some(folder) = Self::open(path)? {
            return Ok(folder);
        }
        let made = files::folder_builder(0o700).recursive(true).create(path);
        match Self::open(path)? {
            Some(folder) => Ok(folder),
            None => Err(FolderError::new(
                path,
                made.err().unwrap_or_else(|| io::ErrorKind::NotFound.into()),
            )),
        }
    }

    /// Opens a folder in this one, or returns `None` if it is missing.
    ///
    /// # Errors
    /// As for [`PrivateFolder::open`].
    pub fn folder(&self, name: &str) -> Result<Option<Self>, FolderError> {
        Ok(self.0.folder(name)?.map(Self))
    }

    /// Opens a folder in this one. If it is missing, creates it.
    ///
    /// # Errors
    /// As for [`PrivateFolder::open`], or if it cannot be created.
    pub fn make_folder(&self, name: &str) -> Result<Self, FolderError> {
        if let Some(folder) = self.folder(name)? {
            return Ok(folder);
        }
        let made = self.0.make_folder(name);
        match self.folder(name)? {
            Some(folder) => Ok(folder),
            None => Err(FolderError::new(
                &self.path().join(name),
                made.err().unwrap_or_else(|| io::ErrorKind::NotFound.into()),
            )),
        }
    }

    /// Opens a file for reading, or returns `None` if it is missing.
    ///
    /// # Errors
    /// If it cannot be opened, is not a regular file, or can be changed by others.
    pub fn file(&self, name: &str) -> Result<Option<File>, FolderError> {
        match self.0.file(name, Purpose::Read) {
            Err(error) if error.kind() == Some(io::ErrorKind::NotFound) => Ok(None),
            other => other.map(Some),
        }
    }

    /// Opens a file for writing, and creates it if it is missing. An existing file keeps its content.
    ///
    /// # Errors
    /// As for [`PrivateFolder::file`], or if it cannot be created.
    pub fn file_to_lock(&self, name: &str) -> Result<File, FolderError> {
        self.0.file(name, Purpose::Lock)
    }

    /// Creates a file that only this user can read and write.
    ///
    /// # Errors
    /// If it exists, or cannot be created.
    pub fn new_file(&self, name: &str) -> Result<File, FolderError> {
        self.0.file(name, Purpose::New)
    }

    /// Renames a file or folder within this folder. An existing file with the new name is replaced.
    ///
    /// # Errors
    /// If it cannot be renamed. A folder with content is not replaced.
    pub fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.0.rename(from, to)
    }

    /// Writes a file atomically: `write` fills an unfinished file, which is then renamed to `name`. If anything
    /// fails, the old file stays and the unfinished file is removed. Several threads and processes may write the
    /// same file at once: the last to finish wins. Unfinished files of ended processes are removed after an hour,
    /// at the next write of the same file.
    ///
    /// # Errors
    /// If the unfinished file cannot be created, filled or renamed.
    pub fn replace(
        &self,
        name: &str,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        self.remove_abandoned(name);
        let unfinished = unfinished_name(name);
        let mut file = self.new_file(&unfinished)?;
        let written = write(&mut file).and_then(|()| self.rename(&unfinished, name));
        written.map_err(|error| {
            // The caller gets the first error. A failure to remove the unfinished file does not matter.
            drop(self.remove_file(&unfinished));
            FolderError::new(&self.path().join(&unfinished), error)
        })
    }

    /// Removes unfinished files of this name that ended processes left behind. Failures are ignored, because such
    /// files only take space.
    fn remove_abandoned(&self, name: &str) {
        let names = self.names().unwrap_or_default();
        let left = names.iter().filter(|left| {
            let rest = left.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with('.')) && left.ends_with(UNFINISHED)
        });
        for left in left {
            let Ok(Some(file)) = self.file(left) else {
                continue;
            };
            let written = file.metadata().and_then(|metadata| metadata.modified());
            let age = written.map(|written| SystemTime::now().duration_since(written));
            if matches!(age, Ok(Ok(age)) if age > ABANDONED) {
                drop(self.remove_file(left));
            }
        }
    }

    /// Removes a file. Processes that have it open or mapped can go on using it.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove_file(&self, name: &str) -> io::Result<()> {
        self.0.remove_file(name)
    }

    /// Removes a folder with its files, even if another process creates, renames or removes files in it at the
    /// same time.
    ///
    /// # Errors
    /// If it cannot be removed, or contains folders.
    pub fn remove_folder(&self, name: &str) -> io::Result<()> {
        self.0.remove_folder(name)
    }

    /// Removes an empty folder.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove_empty_folder(&self, name: &str) -> io::Result<()> {
        self.0.remove_empty_folder(name)
    }

    /// Whether a name in this folder still refers to this open file.
    #[must_use]
    pub fn still_has(&self, name: &str, file: &File) -> bool {
        self.0.still_has(name, file)
    }

    /// The names of the folder's entries, sorted. Names that are not UTF-8 are left out, because the host never
    /// creates them.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let mut names = self.0.names()?;
        names.sort();
        Ok(names)
    }

    /// Takes the folder's exclusive lock. Returns false if other processes hold a lock, or the file system does
    /// not support locks. The lock ends with this value, or when it becomes a shared lock.
    #[must_use]
    pub fn try_lock(&self) -> bool {
        self.0.try_lock()
    }

    /// Takes the folder's shared lock, and waits while a process holds the exclusive one. If the file system does
    /// not support locks, returns at once: then no process ever holds the exclusive lock.
    pub fn lock_shared(&self) {
        if let Err(error) = self.0.lock_shared() {
            tracing::debug!("{} cannot be locked: {error}", self.path().display());
        }
    }

    /// Waits until the folder's entries are on disk. On Windows this does nothing, because the file system does
    /// it.
    ///
    /// # Errors
    /// If the system reports an error.
    pub fn sync(&self) -> io::Result<()> {
        self.0.sync()
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Opens or creates a secret file of this user at any path, for appending and reading.
///
/// # Errors
/// If it cannot be opened or created, is a symbolic link, is not a regular file, or others can read it.
pub fn secret_file(path: &Path) -> Result<File, FolderError> {
    system::secret_file(path)
}
