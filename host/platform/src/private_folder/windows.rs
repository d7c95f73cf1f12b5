//! Windows: files are opened by whole paths, and checked by the opened handle.
//!
//! A new folder or file inherits the rights of its parent. In a user's own folders only the user, the system and
//! the administrators have rights. Elsewhere the folder is refused, with the command that closes it to others.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use windows_sys::Win32::Storage::FileSystem::{
    FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT, FILE_GENERIC_READ,
    FILE_WRITE_ATTRIBUTES, READ_CONTROL,
};

use super::{ATTEMPTS, Closed, FolderError, Problem, Purpose};
use crate::windows::access::rights_of_others;
use crate::windows::numbers;

/// Opens files, folders and links themselves, without following links.
const AS_IT_IS: u32 = FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT;
/// Folders cannot be locked, so the lock is taken on a file inside.
const LOCK: &str = ".lock";

#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    lock: Mutex<Option<File>>,
}

impl Folder {
    pub(super) fn open(path: PathBuf) -> Result<Option<Self>, FolderError> {
        let opened = OpenOptions::new()
            .access_mode(FILE_GENERIC_READ)
            .custom_flags(AS_IT_IS)
            .open(&path);
        let opened = match opened {
            Ok(opened) => opened,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(FolderError::new(&path, error)),
        };
        let metadata = metadata_of(&opened, &path)?;
        if !metadata.is_dir() {
            return Err(FolderError::new(&path, Problem::NoFolder));
        }
        judge(&opened, &path, Closed::ToWriters, "(OI)(CI)F")?;
        Ok(Some(Self {
            path,
            lock: Mutex::new(None),
        }))
    }

    pub(super) fn folder(&self, name: &str) -> Result<Option<Self>, FolderError> {
        Self::open(self.path.join(name))
    }

    pub(super) fn make_folder(&self, name: &str) -> io::Result<()> {
        fs::create_dir(self.path.join(name))
    }

    pub(super) fn file(&self, name: &str, purpose: Purpose) -> Result<File, FolderError> {
        let path = self.path.join(name);
        let mut options = OpenOptions::new();
        options.custom_flags(AS_IT_IS);
        let opened = match purpose {
            // Updates the time of the last change, which says when the folder was last used.
            Purpose::Read => options
                .access_mode(FILE_GENERIC_READ | FILE_WRITE_ATTRIBUTES)
                .open(&path)
                .or_else(|_| options.access_mode(FILE_GENERIC_READ).open(&path)),
            Purpose::Lock => options
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path),
            Purpose::New => options.read(true).write(true).create_new(true).open(&path),
        };
        let opened = opened.map_err(|error| explain(&path, error))?;
        regular(opened, &path, Closed::ToWriters)
    }

    pub(super) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let to = self.path.join(to);
        fs::rename(self.path.join(from), &to).map_err(|error| {
            if to.is_dir() {
                // The system reports only that access was denied.
                io::ErrorKind::AlreadyExists.into()
            } else {
                error
            }
        })
    }

    pub(super) fn remove_file(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }

    pub(super) fn remove_empty_folder(&self, name: &str) -> io::Result<()> {
        fs::remove_dir(self.path.join(name))
    }

    pub(super) fn remove_folder(&self, name: &str) -> io::Result<()> {
        let folder = self.path.join(name);
        if fs::symlink_metadata(&folder)?.is_symlink() {
            return Err(io::Error::other("it is a symbolic link"));
        }
        let mut left = ATTEMPTS;
        loop {
            left -= 1;
            for entry in fs::read_dir(&folder)? {
                match fs::remove_file(entry?.path()) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
            }
            match fs::remove_dir(&folder) {
                Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty && left > 0 => {}
                other => return other,
            }
        }
    }

    pub(super) fn still_has(&self, name: &str, file: &File) -> bool {
        let named = OpenOptions::new()
            .access_mode(READ_CONTROL)
            .custom_flags(AS_IT_IS)
            .open(self.path.join(name))
            .and_then(|named| numbers(&named));
        matches!((named, numbers(file)), (Ok(named), Ok(open))
            if (named.volume, named.file) == (open.volume, open.file))
    }

    pub(super) fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            if let Ok(name) = entry?.file_name().into_string()
                && name != LOCK
            {
                names.push(name);
            }
        }
        Ok(names)
    }

    pub(super) fn try_lock(&self) -> bool {
        let mut lock = self.lock.lock();
        // A shared lock of this value would keep it from the exclusive lock.
        *lock = None;
        let file = self.file(LOCK, Purpose::Lock).ok();
        *lock = file.filter(|file| file.try_lock().is_ok());
        lock.is_some()
    }

    pub(super) fn lock_shared(&self) -> io::Result<()> {
        let mut lock = self.lock.lock();
        *lock = None;
        let file = self.file(LOCK, Purpose::Lock).map_err(io::Error::other)?;
        file.lock_shared()?;
        *lock = Some(file);
        Ok(())
    }

    /// The journal of the file system has already recorded the entries.
    pub(super) fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

pub(super) fn secret_file(path: &Path) -> Result<File, FolderError> {
    let opened = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .custom_flags(AS_IT_IS)
        .open(path)
        .map_err(|error| explain(path, error))?;
    regular(opened, path, Closed::ToAll)
}

/// Returns the file, if it is regular and closed to others as required.
fn regular(file: File, path: &Path, closed: Closed) -> Result<File, FolderError> {
    if !metadata_of(&file, path)?.is_file() {
        return Err(FolderError::new(path, Problem::NoFile));
    }
    judge(&file, path, closed, "F")?;
    Ok(file)
}

/// The metadata of an opened file, which must not be a link.
fn metadata_of(opened: &File, path: &Path) -> Result<Metadata, FolderError> {
    let metadata = opened
        .metadata()
        .map_err(|error| FolderError::new(path, error))?;
    if metadata.is_symlink() {
        Err(FolderError::new(path, Problem::Link))
    } else {
        Ok(metadata)
    }
}

/// Refuses a file that others could change or read. `rights` are the rights in the command that repairs it.
fn judge(opened: &File, path: &Path, closed: Closed, rights: &str) -> Result<(), FolderError> {
    let others = rights_of_others(opened).map_err(|error| FolderError::new(path, error))?;
    let shown = path.display();
    let remedy = format!(
        "icacls \"{shown}\" /inheritance:r /grant:r \"%USERNAME%:{rights}\" \"SYSTEM:{rights}\""
    );
    let problem = if others.own {
        Problem::OtherOwner {
            remedy: format!("`takeown /f \"{shown}\"`"),
        }
    } else if others.write {
        Problem::Writable { remedy }
    } else if others.read && closed == Closed::ToAll {
        Problem::Readable { remedy }
    } else {
        return Ok(());
    };
    Err(FolderError::new(path, problem))
}

/// Replaces the system's error by the reason why the file cannot be used.
fn explain(path: &Path, error: io::Error) -> FolderError {
    let problem = match fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => Problem::Link,
        Ok(found) if found.is_dir() => Problem::NoFile,
        _ => Problem::Unusable(error),
    };
    FolderError::new(path, problem)
}
