//! Reading a policy: bounded, and only if no other user can have written it.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use super::PolicyError;

/// Far more than any policy has.
const MAX_BYTES: u64 = 1 << 20;

/// The text of a policy, or `None` if the file is missing.
pub(super) fn read(path: &Path) -> Result<Option<String>, PolicyError> {
    let failed = |reason: String, hint: &str| PolicyError {
        file: path.to_owned(),
        line: None,
        reason,
        hint: hint.to_owned(),
    };
    let readable = "make it a readable file, or remove it if nothing is to be forbidden";
    let file = match open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error.to_string(), readable)),
    };
    let metadata = file
        .metadata()
        .map_err(|error| failed(error.to_string(), readable))?;
    if !metadata.is_file() {
        return Err(failed("it is not a file".to_owned(), readable));
    }
    if let Some(reason) = distrust(&metadata, false) {
        return Err(failed(
            reason.to_owned(),
            "it must belong to you or to root, and only its owner may write to it: `chown` and `chmod go-w` it",
        ));
    }
    // A user that can write to the folder can put another file in its place.
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = std::fs::metadata(folder.unwrap_or(Path::new(".")))
        .map_err(|error| failed(error.to_string(), readable))?;
    if let Some(reason) = distrust(&folder, true) {
        return Err(failed(
            format!("its folder cannot be trusted: {reason}"),
            "the folder must belong to you or to root, and only its owner may write to it: `chown` and `chmod go-w` it",
        ));
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| failed(error.to_string(), readable))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(failed(
            "it is larger than 1 MiB".to_owned(),
            "make it shorter; patterns such as `*.example.com` stand for many hosts",
        ));
    }
    String::from_utf8(bytes).map(Some).map_err(|_| {
        failed(
            "it is not UTF-8 text".to_owned(),
            "write it anew, as `docs/use/policy.md` describes",
        )
    })
}

/// Opens without waiting, which a pipe in the file's place would make us do.
fn open(path: &Path) -> io::Result<File> {
    let flags = rustix::fs::OFlags::NONBLOCK.bits();
    OpenOptions::new()
        .read(true)
        .custom_flags(i32::try_from(flags).unwrap_or_default())
        .open(path)
}

/// Why another user may have written a file. In a folder with the sticky bit, such as the temporary one, users cannot
/// replace each other's files.
fn distrust(metadata: &Metadata, may_be_sticky: bool) -> Option<&'static str> {
    const STICKY: u32 = 0o1000;
    let owner = metadata.uid();
    if owner != 0 && owner != rustix::process::geteuid().as_raw() {
        return Some("it belongs to another user");
    }
    let others_write = metadata.mode() & 0o022 != 0;
    (others_write && !(may_be_sticky && metadata.mode() & STICKY != 0))
        .then_some("others may write to it")
}
