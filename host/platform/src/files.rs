//! Files, as far as systems open, name and read them differently.

mod state;
#[cfg(unix)]
mod unix;
#[cfg(not(target_os = "linux"))]
mod unused_path;
#[cfg(windows)]
mod windows;

use std::fmt;
use std::fs::{DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub use state::{FileIdentity, FileState};
#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

impl FileIdentity {
    /// Of what a path leads to, links included. `found` is what the system said of it.
    ///
    /// # Errors
    /// When it cannot be opened, on a system that must open it.
    pub fn of(path: &Path, found: &Metadata) -> io::Result<Self> {
        system::identity(path, found)
    }
}

impl FileState {
    /// Of an open file.
    ///
    /// # Errors
    /// When the system does not say.
    pub fn of_file(file: &File) -> io::Result<Self> {
        system::state_of_file(file)
    }

    /// Of the file that a path leads to.
    ///
    /// # Errors
    /// When there is no file, or the system does not say.
    pub fn of_path(path: &Path) -> io::Result<Self> {
        system::state_of_path(path)
    }

    /// Its length in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// When its content or what the system notes of it last changed. A program cannot choose this time, unlike the time of
    /// modification.
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

/// Opens a file for reading in whose place somebody may have put a pipe or a terminal: it does not wait, and does not take the
/// terminal over. The caller judges what was opened.
///
/// # Errors
/// When it cannot be opened.
pub fn open_without_waiting(path: &Path) -> io::Result<File> {
    system::open_without_waiting(path)
}

/// Fills `bytes` from a file at `offset`, wherever it was read before. On Windows the place of the next read changes.
///
/// # Errors
/// When it cannot be read, or ends before.
pub fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    system::read_exact_at(file, bytes, offset)
}

/// A file that only this process and those that it gives it to can see, and that is gone with them.
///
/// # Errors
/// When it cannot be made.
pub fn nameless() -> io::Result<File> {
    system::nameless()
}

/// A path that leads to this very open file, whatever has its name now; none if the system has no such paths.
#[must_use]
pub fn path_of_open(file: &File) -> Option<PathBuf> {
    system::path_of_open(file)
}

/// Makes folders with these permissions, such as `0o700`. Windows has no such permissions: folders there have the rights that
/// their parent hands down.
#[must_use]
pub fn folder_builder(mode: u32) -> DirBuilder {
    system::folder_builder(mode)
}

/// Gives a file that is made these permissions, as `0o600`; see [`folder_builder`].
pub fn set_mode(options: &mut OpenOptions, mode: u32) -> &mut OpenOptions {
    system::set_mode(options, mode)
}

/// Waits until the names in a folder are on disk, if the system does not see to that by itself.
///
/// # Errors
/// When the folder cannot be opened, or the disk fails.
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
            let found = path(name).metadata().expect("a file");
            FileIdentity::of(&path(name), &found).expect("an identity")
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
        // The clocks of file systems are coarse.
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
