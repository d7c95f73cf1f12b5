//! The files of a journal: their names, and how long they stay.

use std::fs::File;
use std::time::{Duration, SystemTime};

use pulumi_wasm_platform::private_folder::{PrivateFolder, UNFINISHED};

/// The time after which an unused note is removed.
pub(super) const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// The longest time of a write: an older file was left by a process that was killed.
pub(super) const WRITTEN: Duration = Duration::from_secs(24 * 60 * 60);
/// How the names of notes end.
pub(super) const NOTE: &str = ".json";

/// Removes old notes, and the files of killed writers.
pub(super) fn sweep(folder: &PrivateFolder) {
    for name in folder.names().unwrap_or_default() {
        let longest = match name.ends_with(UNFINISHED) {
            true => WRITTEN,
            false => KEPT,
        };
        if let Ok(Some(file)) = folder.file(&name)
            && is_older(&file, longest)
        {
            // It only takes room.
            drop(folder.remove_file(&name));
        }
    }
}

/// Whether a file is untouched for so long; `false` if its time is unknown.
pub(super) fn is_older(file: &File, than: Duration) -> bool {
    let modified = file.metadata().and_then(|metadata| metadata.modified());
    modified.is_ok_and(|modified| {
        SystemTime::now()
            .duration_since(modified)
            .is_ok_and(|age| age > than)
    })
}
