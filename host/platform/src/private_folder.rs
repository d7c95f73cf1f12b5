//! Folders that only this user can write to, each judged when it is opened, and so is each file in it.
//!
//! What lies in them is run, or trusted by its name. On Linux and macOS every folder and file is judged by the very descriptor
//! that is used afterwards: nothing can take its place in between, and no symbolic link leads elsewhere. On Windows, which opens
//! by whole paths alone, a file is judged by its handle as well, but the folders above it are looked up anew each time.

mod opening;
mod refusal;
#[cfg(test)]
mod tests;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::fs::File;
use std::io;
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use opening::Purpose;
pub use refusal::{FolderError, Problem};
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

use crate::files;

/// How the names of unfinished files end.
pub const UNFINISHED: &str = ".tmp";
/// No write takes so long: the process that began it has ended.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// The name of an unfinished file: no other attempt, of this process or another one, has it.
fn unfinished_name(name: &str) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let attempt = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{name}.{}.{attempt}{UNFINISHED}", process::id())
}

/// An open folder that belongs to this user, and that no other user can write to.
#[derive(Debug)]
pub struct PrivateFolder(system::Folder);

impl PrivateFolder {
    /// Opens a folder, or gives `None` if it is missing.
    ///
    /// # Errors
    /// When it cannot be opened, is a symbolic link, or can be changed by others.
    pub fn open(path: &Path) -> Result<Option<Self>, FolderError> {
        // A slash at the end would follow a link.
        let opened = system::Folder::open(path.components().collect())?;
        Ok(opened.map(Self))
    }

    /// Opens a folder, and first makes it if it is missing, together with those above it.
    ///
    /// # Errors
    /// Those of [`PrivateFolder::open`], and when it cannot be made.
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

    /// Opens a folder in this one, or gives `None` if it is missing.
    ///
    /// # Errors
    /// Those of [`PrivateFolder::open`].
    pub fn folder(&self, name: &str) -> Result<Option<Self>, FolderError> {
        Ok(self.0.folder(name)?.map(Self))
    }

    /// Opens a folder in this one, and first makes it if it is missing.
    ///
    /// # Errors
    /// Those of [`PrivateFolder::open`], and when it cannot be made.
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

    /// Opens a file for reading, or gives `None` if it is missing.
    ///
    /// # Errors
    /// When it cannot be opened, is not a regular file, or can be changed by others.
    pub fn file(&self, name: &str) -> Result<Option<File>, FolderError> {
        match self.0.file(name, Purpose::Read) {
            Err(error) if error.kind() == Some(io::ErrorKind::NotFound) => Ok(None),
            other => other.map(Some),
        }
    }

    /// Opens a file for writing, and makes it if it is missing. An existing one is left as it is.
    ///
    /// # Errors
    /// Those of [`PrivateFolder::file`], and when it cannot be made.
    pub fn file_to_lock(&self, name: &str) -> Result<File, FolderError> {
        self.0.file(name, Purpose::Lock)
    }

    /// Makes a file that is not there yet, for this user alone.
    ///
    /// # Errors
    /// When it is there, or cannot be made.
    pub fn new_file(&self, name: &str) -> Result<File, FolderError> {
        self.0.file(name, Purpose::New)
    }

    /// Gives a file or folder another name in this folder; a file of that name is replaced.
    ///
    /// # Errors
    /// When it cannot be renamed. A folder with content is not replaced.
    pub fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.0.rename(from, to)
    }

    /// Writes a file as a whole or not at all: `write` fills another one, which then takes the place of `name`. If
    /// anything fails, the old file stays and the unfinished one goes. Any number of threads and processes may write the
    /// same file: the last one to finish wins. The unfinished files that ended processes left are removed
    /// after an hour, with the next write of the same file.
    ///
    /// # Errors
    /// When the unfinished file cannot be made, filled or renamed.
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
            // Half a file is of no use; that it cannot be removed either changes nothing.
            drop(self.remove_file(&unfinished));
            FolderError::new(&self.path().join(&unfinished), error)
        })
    }

    /// Removes the files that ended processes left when they wrote a file of this name. They only take room, so it does
    /// not matter if one stays.
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

    /// Removes a file. A process that has it open or mapped keeps it.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove_file(&self, name: &str) -> io::Result<()> {
        self.0.remove_file(name)
    }

    /// Removes a folder with the files in it, even if another process makes, renames or removes files in it meanwhile.
    ///
    /// # Errors
    /// When it cannot be removed, or has folders in it.
    pub fn remove_folder(&self, name: &str) -> io::Result<()> {
        self.0.remove_folder(name)
    }

    /// Removes a folder if nothing is in it.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove_empty_folder(&self, name: &str) -> io::Result<()> {
        self.0.remove_empty_folder(name)
    }

    /// Whether a name in this folder still stands for an open file.
    #[must_use]
    pub fn still_has(&self, name: &str, file: &File) -> bool {
        self.0.still_has(name, file)
    }

    /// The names of its entries, in order. Names that are not UTF-8 are left out: nothing of ours has such a name.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let mut names = self.0.names()?;
        names.sort();
        Ok(names)
    }

    /// Takes the folder's lock for this process alone; false if others have it, or the file system knows no locks. It
    /// ends with this value, or when it is exchanged for a shared one.
    #[must_use]
    pub fn try_lock(&self) -> bool {
        self.0.try_lock()
    }

    /// Takes the folder's lock together with others, as soon as no process has it alone. If the file system has no
    /// locks, no process ever has it alone.
    pub fn lock_shared(&self) {
        if let Err(error) = self.0.lock_shared() {
            tracing::debug!("{} cannot be locked: {error}", self.path().display());
        }
    }

    /// Waits until the names in it are on disk, if the system does not see to that by itself.
    ///
    /// # Errors
    /// When the system cannot say so.
    pub fn sync(&self) -> io::Result<()> {
        self.0.sync()
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

/// Opens a file at any place for appending and reading, or makes it, as a secret of this user.
///
/// # Errors
/// When it cannot be opened or made, is a symbolic link or no regular file, or is open to others.
pub fn secret_file(path: &Path) -> Result<File, FolderError> {
    system::secret_file(path)
}
