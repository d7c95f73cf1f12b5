//! Linux and macOS.

use std::fs::{DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::OFlags;

use super::{FileIdentity, FileState};

pub(super) fn identity(_path: &Path, metadata: &Metadata) -> io::Result<FileIdentity> {
    Ok(FileIdentity {
        device: metadata.dev(),
        number: metadata.ino().into(),
    })
}

pub(super) fn state_of_file(file: &File) -> io::Result<FileState> {
    Ok(state(&file.metadata()?))
}

pub(super) fn state_of_path(path: &Path) -> io::Result<FileState> {
    Ok(state(&path.metadata()?))
}

fn state(metadata: &Metadata) -> FileState {
    let seconds = u64::try_from(metadata.ctime()).unwrap_or_default();
    let nanoseconds = u64::try_from(metadata.ctime_nsec()).unwrap_or_default();
    let since = Duration::from_secs(seconds).saturating_add(Duration::from_nanos(nanoseconds));
    FileState {
        text: format!(
            "{}:{} {} {}.{:09} {}.{:09}",
            metadata.dev(),
            metadata.ino(),
            metadata.len(),
            metadata.mtime(),
            metadata.mtime_nsec(),
            metadata.ctime(),
            metadata.ctime_nsec()
        ),
        length: metadata.len(),
        changed: SystemTime::UNIX_EPOCH.checked_add(since),
    }
}

pub(super) fn open_without_waiting(path: &Path) -> io::Result<File> {
    let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits();
    OpenOptions::new()
        .read(true)
        .custom_flags(i32::try_from(flags).unwrap_or_default())
        .open(path)
}

pub(super) fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    file.read_exact_at(bytes, offset)
}

#[cfg(target_os = "linux")]
pub(super) fn nameless() -> io::Result<File> {
    use rustix::fs::{MemfdFlags, memfd_create};
    Ok(File::from(memfd_create(
        "pulumi-wasm-code",
        MemfdFlags::CLOEXEC,
    )?))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn nameless() -> io::Result<File> {
    let path = super::unused_path();
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&path)?;
    std::fs::remove_file(path)?;
    Ok(file)
}

pub(super) fn path_of_open(file: &File) -> Option<PathBuf> {
    let descriptor = file.as_raw_fd();
    Some(PathBuf::from(if cfg!(target_os = "linux") {
        format!("/proc/self/fd/{descriptor}")
    } else {
        format!("/dev/fd/{descriptor}")
    }))
}

pub(super) fn folder_builder(mode: u32) -> DirBuilder {
    let mut builder = DirBuilder::new();
    builder.mode(mode);
    builder
}

pub(super) fn set_mode(options: &mut OpenOptions, mode: u32) -> &mut OpenOptions {
    options.mode(mode)
}

pub(super) fn link_folder(folder: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(folder, link)
}

pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}
