//! File operations that differ between operating systems.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::fmt;
use std::fs::{DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// A path in the folder of temporary files that this process has not used yet.
#[cfg(not(target_os = "linux"))]
fn unused_path() -> PathBuf {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("pulumi-wasm-code-{}-{number}", std::process::id());
    std::env::temp_dir().join(name)
}

/// Identifies a file or folder independently of its path: by its device and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileIdentity {
    device: u64,
    number: u128,
}

/// The state of a file at one moment. Its text changes whenever the file is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileState {
    text: String,
    length: u64,
    changed: Option<SystemTime>,
}

impl FileIdentity {
    /// The identity of the file that a path leads to, following links. `metadata` is what the system reports for the path.
    ///
    /// # Errors
    /// If the file cannot be opened, on a system where its identity cannot be read otherwise.
    pub fn of(path: &Path, metadata: &Metadata) -> io::Result<Self> {
        system::identity(path, metadata)
    }
}

impl FileState {
    /// The state of an open file.
    ///
    /// # Errors
    /// If the system does not provide it.
    pub fn of_file(file: &File) -> io::Result<Self> {
        system::state_of_file(file)
    }

    /// The state of the file that a path leads to.
    ///
    /// # Errors
    /// If the file is missing, or the system does not provide its state.
    pub fn of_path(path: &Path) -> io::Result<Self> {
        system::state_of_path(path)
    }

    /// The file's length in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The time of the last change to the file's content or metadata. Unlike the modification time, a program
    /// cannot set it.
    #[must_use]
    pub fn changed(&self) -> Option<SystemTime> {
        self.changed
    }
}

impl fmt::Display for FileState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// Opens a file for reading without waiting, even if the path leads to a pipe or a terminal, and without taking
/// over a terminal. The caller must check what kind of file was opened.
///
/// # Errors
/// If it cannot be opened.
pub fn open_without_waiting(path: &Path) -> io::Result<File> {
    system::open_without_waiting(path)
}

/// Fills `bytes` from `offset` of a file. On Windows this moves the file's read position.
///
/// # Errors
/// If the file cannot be read, or ends too early.
pub fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    system::read_exact_at(file, bytes, offset)
}

/// Creates a file without a name. It exists until all processes that have it open have closed it.
///
/// # Errors
/// If it cannot be created.
pub fn nameless() -> io::Result<File> {
    system::nameless()
}

/// A path that opens this very file, even if its name now belongs to another file. `None` on systems without such
/// paths.
#[must_use]
pub fn path_of_open(file: &File) -> Option<PathBuf> {
    system::path_of_open(file)
}

/// A builder of folders with permissions such as `0o700`. On Windows `mode` is ignored, and folders inherit the
/// rights of their parent.
#[must_use]
pub fn folder_builder(mode: u32) -> DirBuilder {
    system::folder_builder(mode)
}

/// Sets the permissions of a file to create, such as `0o600`. On Windows `mode` is ignored.
pub fn set_mode(options: &mut OpenOptions, mode: u32) -> &mut OpenOptions {
    system::set_mode(options, mode)
}

/// Makes a link to a folder, for the convenience of people. On Windows this does nothing, because a link needs special
/// rights there.
///
/// # Errors
/// If the link cannot be made.
pub fn link_folder(folder: &Path, link: &Path) -> io::Result<()> {
    system::link_folder(folder, link)
}

/// Waits until the entries of a folder are on disk. On Windows this does nothing, because the file system does it.
///
/// # Errors
/// If the folder cannot be opened, or the disk fails.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    system::sync_folder(folder)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_file_is_read_at_any_place_and_not_beyond_its_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, b"0123456789").expect("a file");
        let file = open_without_waiting(&path).expect("a file");
        for (offset, expected) in [(7, b"789"), (0, b"012"), (4, b"456")] {
            let mut bytes = [0; 3];
            read_exact_at(&file, &mut bytes, offset).expect("three bytes");
            assert_eq!(&bytes, expected);
        }
        let beyond = read_exact_at(&file, &mut [0; 3], 8).expect_err("two bytes");
        assert_eq!(beyond.kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn two_paths_of_one_file_are_one_file_and_a_copy_is_another() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("one"), b"x").expect("a file");
        fs::hard_link(path("one"), path("linked")).expect("a second name");
        fs::copy(path("one"), path("copy")).expect("a copy");
        let identity = |name: &str| {
            let metadata = path(name).metadata().expect("a file");
            FileIdentity::of(&path(name), &metadata).expect("an identity")
        };
        assert_eq!(identity("one"), identity("linked"));
        assert_ne!(identity("one"), identity("copy"));
        assert_ne!(identity("one"), identity("."));
    }

    #[test]
    fn a_file_that_was_written_to_has_another_state() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, b"one").expect("a file");
        let before = FileState::of_path(&path).expect("a state");
        let file = File::open(&path).expect("a file");
        assert_eq!(FileState::of_file(&file).expect("a state"), before);
        assert_eq!(before.length(), 3);
        assert!(
            before
                .changed()
                .is_some_and(|time| time <= SystemTime::now())
        );
        // File systems store times in coarse steps.
        std::thread::sleep(std::time::Duration::from_millis(50));
        fs::write(&path, b"two").expect("it is written");
        let after = FileState::of_path(&path).expect("a state");
        assert_ne!(after.to_string(), before.to_string());
        assert!(FileState::of_path(&folder.path().join("none")).is_err());
    }

    #[test]
    fn a_nameless_file_can_be_handed_on() {
        let mut file = nameless().expect("a file");
        let other = file.try_clone().expect("another handle");
        file.write_all(b"code").expect("it is written");
        let mut bytes = [0; 4];
        read_exact_at(&other, &mut bytes, 0).expect("four bytes");
        assert_eq!(&bytes, b"code");
        if let Some(path) = path_of_open(&file) {
            assert_eq!(fs::read(path).expect("the same file"), b"code");
        }
    }
}
