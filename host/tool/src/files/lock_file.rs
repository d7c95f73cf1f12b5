//! Files that serve only as locks, and stay empty.

use std::fs::File;
use std::io;
use std::path::Path;

use pulumi_wasm_platform::files::set_mode;

/// Opens a file to lock it, and creates it for this user alone if it is missing. The lock ends when the file is dropped,
/// or when the process ends in any way.
///
/// # Errors
/// If it cannot be created or opened, or if something other than a regular file has the name: a link could lead to any file.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
        return Err(io::Error::other(format!(
            "{} is not a regular file\nhint: remove it: the tool makes it anew",
            path.display()
        )));
    }
    set_mode(&mut File::options(), 0o600)
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
}
