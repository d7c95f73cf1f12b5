//! Linux and macOS: every file is opened relative to a descriptor, and links are not followed.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use pulumi_wasm_core::text::quoted;
use rustix::fs::{AtFlags, Dir, Mode, OFlags};
use rustix::io::Errno;

use super::{ATTEMPTS, Closed, FolderError, Problem, Purpose};

/// Write permission of the group and of others.
const WRITABLE_FOR_OTHERS: u32 = 0o022;
/// All permissions of the group and of others.
const OPEN_FOR_OTHERS: u32 = 0o077;
const FOLDER: OFlags = OFlags::RDONLY
    .union(OFlags::DIRECTORY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);

#[derive(Debug)]
pub(super) struct Folder {
    descriptor: File,
    path: PathBuf,
}

impl Folder {
    pub(super) fn open(path: PathBuf) -> Result<Option<Self>, FolderError> {
        let opened = rustix::fs::open(&path, FOLDER, Mode::empty());
        Self::judged(opened.map(File::from), path)
    }

    pub(super) fn folder(&self, name: &str) -> Result<Option<Self>, FolderError> {
        let opened = rustix::fs::openat(&self.descriptor, name, FOLDER, Mode::empty());
        Self::judged(opened.map(File::from), self.path.join(name))
    }

    fn judged(opened: Result<File, Errno>, path: PathBuf) -> Result<Option<Self>, FolderError> {
        let descriptor = match opened {
            Ok(descriptor) => descriptor,
            Err(Errno::NOENT) => return Ok(None),
            Err(error) => return Err(explain(&path, error)),
        };
        let metadata = descriptor
            .metadata()
            .map_err(|error| FolderError::new(&path, error))?;
        judge(&path, &metadata, Closed::ToWriters)?;
        Ok(Some(Self { descriptor, path }))
    }

    pub(super) fn make_folder(&self, name: &str) -> io::Result<()> {
        Ok(rustix::fs::mkdirat(&self.descriptor, name, Mode::RWXU)?)
    }

    pub(super) fn file(&self, name: &str, purpose: Purpose) -> Result<File, FolderError> {
        let path = self.path.join(name);
        // Does not wait if the path leads to a pipe.
        let flags = match purpose {
            Purpose::Read => OFlags::RDONLY | OFlags::NONBLOCK,
            Purpose::Lock => OFlags::RDWR | OFlags::CREATE | OFlags::NONBLOCK,
            Purpose::New => OFlags::RDWR | OFlags::CREATE | OFlags::EXCL,
        };
        let flags = flags | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mode = Mode::RUSR | Mode::WUSR;
        let descriptor = rustix::fs::openat(&self.descriptor, name, flags, mode)
            .map_err(|error| explain(&path, error))?;
        regular(File::from(descriptor), &path, Closed::ToWriters)
    }

    pub(super) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        Ok(rustix::fs::renameat(
            &self.descriptor,
            from,
            &self.descriptor,
            to,
        )?)
    }

    pub(super) fn remove_file(&self, name: &str) -> io::Result<()> {
        let plain = AtFlags::empty();
        Ok(rustix::fs::unlinkat(&self.descriptor, name, plain)?)
    }

    pub(super) fn remove_empty_folder(&self, name: &str) -> io::Result<()> {
        let folder = AtFlags::REMOVEDIR;
        Ok(rustix::fs::unlinkat(&self.descriptor, name, folder)?)
    }

    pub(super) fn remove_folder(&self, name: &str) -> io::Result<()> {
        let folder = rustix::fs::openat(&self.descriptor, name, FOLDER, Mode::empty())?;
        let folder = File::from(folder);
        let mut left = ATTEMPTS;
        loop {
            left -= 1;
            for file in names_in(&folder)? {
                match rustix::fs::unlinkat(&folder, &file, AtFlags::empty()) {
                    Ok(()) | Err(Errno::NOENT) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            match rustix::fs::unlinkat(&self.descriptor, name, AtFlags::REMOVEDIR) {
                Err(Errno::NOTEMPTY | Errno::EXIST) if left > 0 => {}
                other => return Ok(other?),
            }
        }
    }

    pub(super) fn still_has(&self, name: &str, file: &File) -> bool {
        let named = rustix::fs::statat(&self.descriptor, name, AtFlags::SYMLINK_NOFOLLOW);
        let open = rustix::fs::fstat(file);
        matches!((named, open), (Ok(named), Ok(open))
            if (named.st_dev, named.st_ino) == (open.st_dev, open.st_ino))
    }

    pub(super) fn names(&self) -> io::Result<Vec<String>> {
        names_in(&self.descriptor)
    }

    pub(super) fn try_lock(&self) -> bool {
        self.descriptor.try_lock().is_ok()
    }

    pub(super) fn lock_shared(&self) -> io::Result<()> {
        self.descriptor.lock_shared()
    }

    pub(super) fn sync(&self) -> io::Result<()> {
        self.descriptor.sync_all()
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

pub(super) fn secret_file(path: &Path) -> Result<File, FolderError> {
    let flags = OFlags::RDWR | OFlags::APPEND | OFlags::CREATE;
    // Does not wait if the path leads to a pipe.
    let flags = flags | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let descriptor = rustix::fs::open(path, flags, Mode::RUSR | Mode::WUSR)
        .map_err(|error| explain(path, error))?;
    regular(File::from(descriptor), path, Closed::ToAll)
}

/// Returns the file, if it is regular and closed to others as required.
fn regular(file: File, path: &Path, closed: Closed) -> Result<File, FolderError> {
    let metadata = file
        .metadata()
        .map_err(|error| FolderError::new(path, error))?;
    if !metadata.is_file() {
        return Err(FolderError::new(path, Problem::NoFile));
    }
    judge(path, &metadata, closed)?;
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

/// Refuses a file that others could change or read.
fn judge(path: &Path, metadata: &Metadata, closed: Closed) -> Result<(), FolderError> {
    let user = rustix::process::geteuid().as_raw();
    let permitted = metadata.mode()
        & match closed {
            Closed::ToWriters => WRITABLE_FOR_OTHERS,
            Closed::ToAll => OPEN_FOR_OTHERS,
        };
    let shown = quoted(&path.to_string_lossy());
    let problem = if metadata.uid() != user {
        Problem::OtherOwner {
            remedy: format!("user id {}; `sudo chown {user} {shown}`", metadata.uid()),
        }
    } else if permitted & WRITABLE_FOR_OTHERS != 0 {
        Problem::Writable {
            remedy: format!("chmod go-w {shown}"),
        }
    } else if permitted != 0 {
        Problem::Readable {
            remedy: format!("chmod go= {shown}"),
        }
    } else {
        return Ok(());
    };
    Err(FolderError::new(path, problem))
}

/// Replaces the system's error by the reason why the file cannot be used.
fn explain(path: &Path, error: Errno) -> FolderError {
    let problem = match std::fs::symlink_metadata(path) {
        Ok(found) if found.is_symlink() => Problem::Link,
        Ok(_) if error == Errno::NOTDIR => Problem::NoFolder,
        Ok(found) if found.is_dir() && error == Errno::ISDIR => Problem::NoFile,
        _ => Problem::Unusable(error.into()),
    };
    FolderError::new(path, problem)
}
