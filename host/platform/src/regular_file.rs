//! Reads files that others may have put in place: in a project, in a cloned folder, beside a component. The path
//! may lead to a device, a pipe, or an endless file.
//!
//! Every file that the host or the tool reads goes through this module: the file must be regular, opening it never
//! waits, and reading stops at the caller's maximum size. `tests/architecture/main.rs` lists the few files that open
//! others.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use crate::files::open_without_waiting;

const MIB: u64 = 1 << 20;

/// Opens a regular file, or the regular file that a link leads to.
///
/// # Errors
/// If it cannot be opened, or is not a regular file.
pub fn open(path: &Path) -> io::Result<File> {
    let regular = |found: &Metadata| {
        if found.is_file() {
            Ok(())
        } else {
            Err(io::Error::other("it is not a regular file"))
        }
    };
    // Opening a device can already have effects.
    regular(&fs::metadata(path)?)?;
    let file = open_without_waiting(path)?;
    // The path may lead to another file since the check.
    regular(&file.metadata()?)?;
    Ok(file)
}

/// Reads a file. Returns `None` if it has more than `max` bytes.
///
/// # Errors
/// As for [`open`], or if the file cannot be read.
pub fn read(path: &Path, max: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let mut file = open(path)?.take(max.saturating_add(1));
    file.read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= max).then_some(bytes))
}

/// Reads a file of at most `max` bytes.
///
/// # Errors
/// As for [`read`], or if the file is larger. The error names the maximum.
pub fn read_within(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    read(path, max)?.ok_or_else(|| {
        let bound = match max % MIB {
            0 if max > 0 => format!("{} MiB", max / MIB),
            _ => format!("{max} bytes"),
        };
        io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it is larger than {bound}"),
        )
    })
}

/// Reads a UTF-8 text of at most `max` bytes.
///
/// # Errors
/// As for [`read_within`], or if the file is not UTF-8.
pub fn read_text(path: &Path, max: u64) -> io::Result<String> {
    String::from_utf8(read_within(path, max)?)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_file_is_not_waited_for_and_no_file_is_read_without_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let mode = rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR;
        rustix::fs::mkfifoat(rustix::fs::CWD, path("pipe"), mode).expect("a pipe");
        std::os::unix::fs::symlink("/dev/zero", path("device")).expect("a link");
        std::os::unix::fs::symlink(path("pipe"), path("link")).expect("a link");
        for name in ["pipe", "device", "link", "."] {
            let error = read(&path(name), 10).expect_err("no file");
            assert!(error.to_string().contains("not a regular file"), "{error}");
        }
        fs::write(path("file"), b"0123456789").expect("a file");
        std::os::unix::fs::symlink("file", path("other")).expect("a link");
        for name in ["file", "other"] {
            let read = |max| read(&path(name), max).expect("a file");
            assert_eq!(read(10).as_deref(), Some(b"0123456789".as_slice()));
            assert_eq!(read(9), None);
        }
    }

    #[test]
    fn an_error_names_the_bound_and_a_missing_file_stays_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let large = folder.path().join("large");
        let sparse = File::create(&large).expect("a file");
        sparse.set_len(1 << 40).expect("a file without blocks");
        for (max, expected) in [
            (MIB, "it is larger than 1 MiB"),
            (9, "it is larger than 9 bytes"),
        ] {
            let error = read_within(&large, max).expect_err("a large file");
            assert_eq!(error.to_string(), expected);
        }
        let missing = read_text(&folder.path().join("missing"), 1).expect_err("no file");
        assert_eq!(missing.kind(), io::ErrorKind::NotFound);
        let binary = folder.path().join("binary");
        fs::write(&binary, b"\xff").expect("a file");
        let error = read_text(&binary, 9).expect_err("no text");
        assert_eq!(error.to_string(), "it is not UTF-8 text");
    }
}
