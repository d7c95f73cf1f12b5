//! Windows.

use std::fs::{DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::os::windows::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use windows_sys::Win32::Storage::FileSystem::{
    FILE_ATTRIBUTE_TEMPORARY, FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_DELETE_ON_CLOSE,
    FILE_READ_ATTRIBUTES,
};

use super::{FileIdentity, FileState};
use crate::windows::{FileNumbers, numbers};

pub(super) fn identity(path: &Path, _found: &Metadata) -> io::Result<FileIdentity> {
    Ok(identity_of(&numbers(&open_for_numbers(path)?)?))
}

pub(super) fn state_of_file(file: &File) -> io::Result<FileState> {
    let found = numbers(file)?;
    let length = file.metadata()?.len();
    Ok(FileState {
        text: format!(
            "{}:{} {length} {} {}",
            found.volume, found.file, found.written, found.changed
        ),
        length,
        changed: found.changed_at(),
    })
}

pub(super) fn state_of_path(path: &Path) -> io::Result<FileState> {
    state_of_file(&open_for_numbers(path)?)
}

/// Opens a file or folder for reading its metadata alone.
fn open_for_numbers(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .access_mode(FILE_READ_ATTRIBUTES)
        .custom_flags(FILE_FLAG_BACKUP_SEMANTICS)
        .open(path)
}

fn identity_of(numbers: &FileNumbers) -> FileIdentity {
    FileIdentity {
        device: numbers.volume,
        number: numbers.file,
    }
}

/// Opening never waits here for a file that a path in a project can name. The caller checks the metadata for other
/// kinds of files.
pub(super) fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}

pub(super) fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    let mut done = 0;
    while let Some(rest) = bytes.get_mut(done..).filter(|rest| !rest.is_empty()) {
        match file.seek_read(rest, offset.saturating_add(done as u64)) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => done += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The file has a name while it is open, but sharing is off, so that other processes cannot open it.
pub(super) fn nameless() -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .share_mode(0)
        .attributes(FILE_ATTRIBUTE_TEMPORARY)
        .custom_flags(FILE_FLAG_DELETE_ON_CLOSE)
        .open(super::unused_path())
}

pub(super) fn path_of_open(_file: &File) -> Option<PathBuf> {
    None
}

pub(super) fn folder_builder(_mode: u32) -> DirBuilder {
    DirBuilder::new()
}

pub(super) fn set_mode(options: &mut OpenOptions, _mode: u32) -> &mut OpenOptions {
    options
}

pub(super) fn link_folder(_folder: &Path, _link: &Path) -> io::Result<()> {
    Ok(())
}

/// The journal of the file system has already recorded the entries.
pub(super) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
