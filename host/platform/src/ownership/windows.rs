//! Windows: owner and access list.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::Path;

use windows_sys::Win32::Storage::FileSystem::{
    FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT, READ_CONTROL,
};

use crate::windows::access::{Rights, rights_of_others};

pub(super) const REMEDY: &str =
    "must belong to you or to the administrators, and others may not write to it: see `icacls`";

pub(super) fn distrust_file(file: &File) -> io::Result<Option<&'static str>> {
    Ok(distrust(rights_of_others(file)?))
}

pub(super) fn distrust_folder(folder: &Path) -> io::Result<Option<&'static str>> {
    let opened = OpenOptions::new()
        .access_mode(READ_CONTROL)
        .custom_flags(FILE_FLAG_BACKUP_SEMANTICS)
        .open(folder)?;
    Ok(distrust(rights_of_others(&opened)?))
}

pub(super) fn distrust_link(path: &Path, _metadata: &Metadata) -> Option<&'static str> {
    // A link whose rights cannot be read may belong to anyone.
    match itself(path).and_then(|opened| rights_of_others(&opened)) {
        Ok(rights) => distrust(rights),
        Err(_) => Some("the system does not report its owner"),
    }
}

/// Opens a file, folder or link, without following links.
fn itself(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .access_mode(READ_CONTROL)
        .custom_flags(FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT)
        .open(path)
}

fn distrust(rights: Rights) -> Option<&'static str> {
    if rights.own {
        return Some("it belongs to another user");
    }
    rights.write.then_some("others may write to it")
}

pub(super) fn is_own(path: &Path, _metadata: &Metadata) -> bool {
    itself(path)
        .and_then(|opened| rights_of_others(&opened))
        .is_ok_and(|rights| !rights.own)
}
