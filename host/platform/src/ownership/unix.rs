//! Linux and macOS: owner and mode.

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

pub(super) const REMEDY: &str = "must belong to you or to root, and only its owner may write to it: `chown` and `chmod go-w` it";

const STICKY: u32 = 0o1000;
const OTHERS: &str = "it belongs to another user";

pub(super) fn distrust_file(file: &File) -> io::Result<Option<&'static str>> {
    Ok(distrust(&file.metadata()?, false))
}

pub(super) fn distrust_folder(folder: &Path) -> io::Result<Option<&'static str>> {
    Ok(distrust(&std::fs::metadata(folder)?, true))
}

pub(super) fn distrust_link(_path: &Path, metadata: &Metadata) -> Option<&'static str> {
    // The mode of a link has no meaning.
    is_of_another(metadata).then_some(OTHERS)
}

fn is_of_another(metadata: &Metadata) -> bool {
    let owner = metadata.uid();
    owner != 0 && owner != rustix::process::geteuid().as_raw()
}

fn distrust(metadata: &Metadata, may_be_sticky: bool) -> Option<&'static str> {
    if is_of_another(metadata) {
        return Some(OTHERS);
    }
    let others_write = metadata.mode() & 0o022 != 0;
    (others_write && !(may_be_sticky && metadata.mode() & STICKY != 0))
        .then_some("others may write to it")
}

pub(super) fn is_own(_path: &Path, metadata: &Metadata) -> bool {
    metadata.uid() == rustix::process::geteuid().as_raw()
}
