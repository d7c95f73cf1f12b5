//! Folders that only this user can write to, each opened once and used by its descriptor from then on.
//!
//! Their files are run, or trusted by name. So every folder and file is judged by the very descriptor that is
//! used afterwards: nothing can take its place in between, and no symbolic link leads elsewhere.

mod refusal;
#[cfg(test)]
mod tests;

use std::fs::{DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

pub use refusal::{FolderError, Problem};
use refusal::{OPEN_FOR_OTHERS, WRITABLE_FOR_OTHERS, explain, judge};
use rustix::fs::{AtFlags, Dir, Mode, OFlags};

/// How often a folder is emptied that a process with a descriptor of it still writes to.
const ATTEMPTS: usize = 8;

/// An open folder that belongs to this user, and that no other user can write to.
#[derive(Debug)]
pub struct PrivateFolder {
    descriptor: File,
    path: PathBuf,
}

impl PrivateFolder {
    /// Opens a folder, or gives `None` if it is missing.
    ///
    /// # Errors
    /// When it cannot be opened, is a symbolic link, or can be changed by others.
    pub fn open(path: &Path) -> Result<Option<Self>, FolderError> {
        // A slash at the end would follow a link.
        let path: PathBuf = path.components().collect();
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match rustix::fs::open(&path, flags, Mode::empty()) {
            Ok(descriptor) => Self::judged(File::from(descriptor), path).map(Some),
            Err(rustix::io::Errno::NOENT) => Ok(None),
            Err(error) => Err(explain(&path, error, std::fs::symlink_metadata(&path))),
        }
    }

    /// Opens a folder, and first makes it if it is missing, together with those above it.
    ///
    /// # Errors
    /// Those of [`PrivateFolder::open`], and when it cannot be made.
    pub fn make(path: &Path) -> Result<Self, FolderError> {
        if let Some(folder) = Self::open(path)? {
            return Ok(folder);
        }
        let made = DirBuilder::new().recursive(true).mode(0o700).create(path);
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
        let path = self.path.join(name);
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        match rustix::fs::openat(&self.descriptor, name, flags, Mode::empty()) {
            Ok(descriptor) => Self::judged(File::from(descriptor), path).map(Some),
            Err(rustix::io::Errno::NOENT) => Ok(None),
            Err(error) => Err(explain(&path, error, std::fs::symlink_metadata(&path))),
        }
    }

    /// Opens a folder in this one, and first makes it if it is missing.
    ///
    /// # Errors
    /// Those of [`PrivateFolder::open`], and when it cannot be made.
    pub fn make_folder(&self, name: &str) -> Result<Self, FolderError> {
        if let Some(folder) = self.folder(name)? {
            return Ok(folder);
        }
        let made = rustix::fs::mkdirat(&self.descriptor, name, Mode::RWXU);
        match self.folder(name)? {
            Some(folder) => Ok(folder),
            None => Err(FolderError::new(
                &self.path.join(name),
                io::Error::from(made.err().unwrap_or(rustix::io::Errno::NOENT)),
            )),
        }
    }

    /// Opens a file for reading, or gives `None` if it is missing.
    ///
    /// # Errors
    /// When it cannot be opened, is not a regular file, or can be changed by others.
    pub fn file(&self, name: &str) -> Result<Option<File>, FolderError> {
        // Without waiting, in case a pipe is there.
        match self.open_file(name, OFlags::RDONLY | OFlags::NONBLOCK) {
            Err(error) if error.kind() == Some(io::ErrorKind::NotFound) => Ok(None),
            other => other.map(Some),
        }
    }

    /// Opens a file for writing, and makes it if it is missing. An existing one is left as it is.
    ///
    /// # Errors
    /// Those of [`PrivateFolder::file`], and when it cannot be made.
    pub fn file_to_lock(&self, name: &str) -> Result<File, FolderError> {
        self.open_file(name, OFlags::RDWR | OFlags::CREATE | OFlags::NONBLOCK)
    }

    /// Makes a file that is not there yet, for this user alone.
    ///
    /// # Errors
    /// When it is there, or cannot be made.
    pub fn new_file(&self, name: &str) -> Result<File, FolderError> {
        self.open_file(name, OFlags::RDWR | OFlags::CREATE | OFlags::EXCL)
    }

    fn open_file(&self, name: &str, flags: OFlags) -> Result<File, FolderError> {
        let path = self.path.join(name);
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        let descriptor = rustix::fs::openat(&self.descriptor, name, flags, mode)
            .map_err(|error| explain(&path, error, std::fs::symlink_metadata(&path)))?;
        regular(File::from(descriptor), &path, WRITABLE_FOR_OTHERS)
    }

    /// Gives a file or folder another name in this folder; a file of that name is replaced.
    ///
    /// # Errors
    /// When it cannot be renamed. A folder with content is not replaced.
    pub fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(
            &self.descriptor,
            from,
            &self.descriptor,
            to,
        )?)
    }

    /// Writes a file as a whole or not at all: `write` fills one with the name `unfinished`, which then takes the place of
    /// `name`. If anything fails, the old file stays and the unfinished one goes.
    ///
    /// # Errors
    /// When the unfinished file is there already, or cannot be made, filled or renamed.
    pub fn replace(
        &self,
        name: &str,
        unfinished: &str,
        write: impl FnOnce(&mut File) -> io::Result<()>,
    ) -> Result<(), FolderError> {
        let mut file = self.new_file(unfinished)?;
        let written = write(&mut file).and_then(|()| self.rename(unfinished, name));
        written.map_err(|error| {
            // Half a file is of no use; that it cannot be removed either changes nothing.
            drop(self.remove_file(unfinished));
            FolderError {
                path: self.path.join(unfinished),
                problem: error.into(),
            }
        })
    }

    /// Removes a file. A process that has it open or mapped keeps it.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove_file(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(
            &self.descriptor,
            name,
            AtFlags::empty(),
        )?)
    }

    /// Removes a folder with the files in it, even if another process makes, renames or removes files in it meanwhile.
    ///
    /// # Errors
    /// When it cannot be removed, or has folders in it.
    pub fn remove_folder(&self, name: &str) -> io::Result<()> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let folder = rustix::fs::openat(&self.descriptor, name, flags, Mode::empty())?;
        let folder = File::from(folder);
        let mut left = ATTEMPTS;
        loop {
            left -= 1;
            for file in names_in(&folder)? {
                match rustix::fs::unlinkat(&folder, &file, AtFlags::empty()) {
                    Ok(()) | Err(rustix::io::Errno::NOENT) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            match rustix::fs::unlinkat(&self.descriptor, name, AtFlags::REMOVEDIR) {
                Err(rustix::io::Errno::NOTEMPTY | rustix::io::Errno::EXIST) if left > 0 => {}
                other => return Ok(other?),
            }
        }
    }

    /// Removes a folder if nothing is in it.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove_empty_folder(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::unlinkat(
            &self.descriptor,
            name,
            AtFlags::REMOVEDIR,
        )?)
    }

    /// Whether a name in this folder still stands for an open file.
    #[must_use]
    pub fn still_has(&self, name: &str, file: &File) -> bool {
        let named = rustix::fs::statat(&self.descriptor, name, AtFlags::SYMLINK_NOFOLLOW);
        let open = rustix::fs::fstat(file);
        matches!((named, open), (Ok(named), Ok(open))
            if (named.st_dev, named.st_ino) == (open.st_dev, open.st_ino))
    }

    /// The names of its entries, in order. Names that are not UTF-8 are left out: nothing of ours has such a name.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn names(&self) -> io::Result<Vec<String>> {
        let mut names = names_in(&self.descriptor)?;
        names.sort();
        Ok(names)
    }

    /// Takes the folder's lock for this process alone; false if others have it, or the file system knows no locks. It
    /// ends with this value, or when it is exchanged for a shared one.
    #[must_use]
    pub fn try_lock(&self) -> bool {
        self.descriptor.try_lock().is_ok()
    }

    /// Takes the folder's lock together with others, as soon as no process has it alone. If the file system has no
    /// locks, no process ever has it alone.
    pub fn lock_shared(&self) {
        if let Err(error) = self.descriptor.lock_shared() {
            tracing::debug!("{} cannot be locked: {error}", self.path.display());
        }
    }

    /// Waits until the names in it are on disk.
    ///
    /// # Errors
    /// When the system cannot say so.
    pub fn sync(&self) -> io::Result<()> {
        self.descriptor.sync_all()
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn judged(descriptor: File, path: PathBuf) -> Result<Self, FolderError> {
        let metadata = descriptor
            .metadata()
            .map_err(|error| FolderError::new(&path, error))?;
        judge(&path, &metadata, WRITABLE_FOR_OTHERS)?;
        Ok(Self { descriptor, path })
    }
}

/// Opens a file at any place for appending and reading, or makes it, as a secret of this user.
///
/// # Errors
/// When it cannot be opened or made, is a symbolic link or no regular file, or is open to others.
pub fn secret_file(path: &Path) -> Result<File, FolderError> {
    let flags = OFlags::RDWR | OFlags::APPEND | OFlags::CREATE;
    // Without waiting, in case a pipe is there.
    let flags = flags | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let descriptor = rustix::fs::open(path, flags, Mode::RUSR | Mode::WUSR)
        .map_err(|error| explain(path, error, std::fs::symlink_metadata(path)))?;
    regular(File::from(descriptor), path, OPEN_FOR_OTHERS)
}

/// The file, if it is a regular one that denies others these permissions.
fn regular(file: File, path: &Path, forbidden: u32) -> Result<File, FolderError> {
    let metadata = file
        .metadata()
        .map_err(|error| FolderError::new(path, error))?;
    if !metadata.is_file() {
        return Err(FolderError::new(path, Problem::NoFile));
    }
    judge(path, &metadata, forbidden)?;
    Ok(file)
}

fn names_in(folder: &File) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        if let Ok(name) = entry?.file_name().to_str()
            && name != "."
            && name != ".."
        {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}
