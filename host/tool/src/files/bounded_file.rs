//! Reads the files that a command is given or finds in a project. The author of the project may be another person, so
//! each file must be a regular file, and has a bound.

use std::fs::OpenOptions;
use std::io::{self, Read};
use std::path::Path;

use pulumi_wasm_platform::regular_file;

/// The maximum size of a text in bytes: sources, settings, cases, schemas, keys.
pub(crate) const MAX_TEXT_BYTES: u64 = 64 << 20;
/// The maximum size in bytes of a component, a program, or a file that is packed into a component.
pub(crate) const MAX_LARGE_BYTES: u64 = 1 << 30;

/// Reads a UTF-8 text file.
///
/// # Errors
/// When it cannot be read, is not a regular file, is too large, or is not UTF-8.
pub(crate) fn text(file: &Path) -> io::Result<String> {
    regular_file::read_text(file, MAX_TEXT_BYTES)
}

/// Reads a file up to the maximum size of a text.
///
/// # Errors
/// When it cannot be read, is not a regular file, or is too large.
pub(crate) fn small(file: &Path) -> io::Result<Vec<u8>> {
    regular_file::read_within(file, MAX_TEXT_BYTES)
}

/// Reads a component or a program.
///
/// # Errors
/// When it cannot be read, is not a regular file, or is too large.
pub(crate) fn large(file: &Path) -> io::Result<Vec<u8>> {
    regular_file::read_within(file, MAX_LARGE_BYTES)
}

/// Copies a file to a path at which no file exists yet.
///
/// # Errors
/// When it cannot be read or written, is not a regular file, is too large, or something has the new path already.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = regular_file::open(from)?;
    let permissions = from.metadata()?.permissions();
    let mut to = OpenOptions::new().write(true).create_new(true).open(to)?;
    let copied = io::copy(&mut from.by_ref().take(MAX_LARGE_BYTES + 1), &mut to)?;
    if copied > MAX_LARGE_BYTES {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it is larger than {} MiB", MAX_LARGE_BYTES >> 20),
        ));
    }
    to.set_permissions(permissions)
}
