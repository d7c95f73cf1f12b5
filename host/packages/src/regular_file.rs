//! Files of a project, whose author may have put anything in their places: a link to a device, a pipe, a file without end.
//! They are opened without waiting, and not read further than they may be long.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

use pulumi_wasm_platform::files::open_without_waiting;

/// Opens a regular file, or the target of a link.
///
/// # Errors
/// When it cannot be opened, and for anything but a regular file.
pub(super) fn open(path: &Path) -> io::Result<File> {
    let regular = |found: &Metadata| match found.is_file() {
        true => Ok(()),
        false => Err(io::Error::other("it is not a regular file")),
    };
    // Opening alone does something with some devices.
    regular(&fs::metadata(path)?)?;
    let file = open_without_waiting(path)?;
    // It may be another one by now.
    regular(&file.metadata()?)?;
    Ok(file)
}

/// Reads a file, or gives `None` if it is larger than this.
///
/// # Errors
/// Those of [`open`], and when it cannot be read.
pub(super) fn read(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    let mut file = open(path)?.take(most.saturating_add(1));
    file.read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

#[cfg(test)]
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
            let read = |most| read(&path(name), most).expect("a file");
            assert_eq!(read(10).as_deref(), Some(b"0123456789".as_slice()));
            assert_eq!(read(9), None);
        }
    }
}
