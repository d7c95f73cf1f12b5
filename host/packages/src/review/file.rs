//! One file of a project: generated code, a lock file, or anything else that a language or the engine may read.
//!
//! In every language, a file names the plugin of an SDK. But its code decides which component runs, so the review
//! searches all files for values. It reports a declaration that it cannot parse.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;

use crate::regular_file;
use crate::review::{Review, plugin, state, values, walk};

/// The maximum size of a file, also when it is unpacked: components and programs may be large.
const MAX_BYTES: u64 = 256 << 20;

/// Reads a file. `in_sdks`: whether it lies in a folder for SDKs only; there, a file that describes an SDK must not be
/// damaged.
pub(super) fn read(review: &mut Review, file: &Path, in_sdks: bool) {
    match contents(file) {
        Ok(bytes) => look_at(review, file, &bytes, in_sdks),
        Err(reason) => review.add_unreadable(file, reason),
    }
}

/// Searches the contents of a file.
pub(super) fn look_at(review: &mut Review, file: &Path, bytes: &[u8], in_sdks: bool) {
    review.files += 1;
    look_into(review, file, bytes, in_sdks);
}

/// Searches the contents of a file that is counted already.
pub(super) fn look_into(review: &mut Review, file: &Path, bytes: &[u8], in_sdks: bool) {
    let searched = values::find(bytes).and_then(|values| {
        for value in &values {
            review.add_value(file, None, value);
        }
        plugin::understand(file, bytes, in_sdks, &values)
    });
    if let Err(reason) = searched {
        review.add_unreadable(file, reason);
    }
}

/// The contents of a gzip file.
///
/// # Errors
/// A sentence with the reason, if it is damaged or unpacks to more than the maximum size of a file.
pub(super) fn unzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let read = MultiGzDecoder::new(bytes)
        .take(MAX_BYTES + 1)
        .read_to_end(&mut content);
    read.map_err(|error| format!("it is damaged: {error}"))?;
    if content.len() as u64 > MAX_BYTES {
        return Err(format!("it unpacks to more than {} MiB", MAX_BYTES >> 20));
    }
    Ok(content)
}

/// The bytes of a file. A pipe or a device is not waited for.
pub(super) fn contents(file: &Path) -> Result<Vec<u8>, String> {
    let read = regular_file::read(file, MAX_BYTES);
    read.map_err(|error| format!("it cannot be read: {error}"))?
        .ok_or_else(|| format!("it is larger than {} MiB", MAX_BYTES >> 20))
}

impl Review {
    /// Reads a file, or all files below a folder, except excluded paths. Reads files in the `.pulumi` of the folder
    /// or of a backend as state of stacks. Follows links.
    pub fn add_folder(&mut self, folder: &Path, excluded: &[PathBuf]) {
        walk::walk(self, folder, excluded);
    }

    /// Reads a stack's state: an export, or a file of the file backend.
    pub fn add_state(&mut self, file: &Path) {
        state::read(self, file);
    }

    /// Searches the bytes of a file as if it were in the folder `sdks`.
    pub fn add_sdk_file(&mut self, file: &Path, bytes: &[u8]) {
        look_at(self, file, bytes, true);
    }

    /// Searches the bytes of a stack's state. They are compressed if the file's name ends with `.gz`.
    pub fn add_state_bytes(&mut self, file: &Path, bytes: &[u8]) {
        state::look_at(self, file, bytes);
    }

    /// Reads the state of a project's stacks in a folder of the file backend.
    pub fn add_backend(&mut self, folder: &Path, project: &str) {
        // Rejects names that lead to another folder.
        if !project.is_empty() && !project.contains(['/', '\\']) && !project.starts_with('.') {
            walk::stacks(self, &folder.join(".pulumi/stacks").join(project));
        }
    }
}
