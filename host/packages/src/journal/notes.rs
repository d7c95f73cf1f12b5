//! All notes of this user, for people: whose they are, and being rid of them.

use std::io::Read;
use std::path::Path;
use std::time::SystemTime;

use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder};
use serde_json::{Map, Value};

use super::files::{NOTE, sweep};

/// A note without its outputs, which never leave the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptNote {
    /// The name of its file, without the ending.
    pub name: String,
    /// The resource and the id of the thing that was made, or `None` if the file cannot be read.
    pub about: Option<(String, String)>,
    /// The file's size.
    pub bytes: u64,
    /// When it was written.
    pub written: SystemTime,
}

/// The notes in a folder, the newest first. Old notes are removed before.
///
/// # Errors
/// When the folder cannot be read, or is not this user's alone.
pub fn kept(folder: &Path) -> Result<Vec<KeptNote>, FolderError> {
    let Some(folder) = PrivateFolder::open(folder)? else {
        return Ok(Vec::new());
    };
    sweep(&folder);
    let mut kept = Vec::new();
    for file_name in folder.names().unwrap_or_default() {
        let Some(name) = file_name.strip_suffix(NOTE) else {
            continue;
        };
        let Some(mut file) = folder.file(&file_name)? else {
            continue;
        };
        let metadata = file.metadata().ok();
        let mut text = String::new();
        // A note that is not text cannot be read.
        drop(file.read_to_string(&mut text));
        kept.push(KeptNote {
            name: name.to_owned(),
            about: about(&text),
            bytes: metadata.as_ref().map_or(0, std::fs::Metadata::len),
            written: metadata
                .and_then(|metadata| metadata.modified().ok())
                .unwrap_or(SystemTime::UNIX_EPOCH),
        });
    }
    kept.sort_by_key(|note| std::cmp::Reverse(note.written));
    Ok(kept)
}

/// Removes a note by its name.
///
/// # Errors
/// When the folder cannot be used or the file cannot be removed.
pub fn forget(folder: &Path, note: &KeptNote) -> Result<(), FolderError> {
    let Some(opened) = PrivateFolder::open(folder)? else {
        return Ok(());
    };
    opened
        .remove_file(&format!("{}{NOTE}", note.name))
        .map_err(|error| FolderError {
            path: folder.to_owned(),
            problem: error.into(),
        })
}

fn about(text: &str) -> Option<(String, String)> {
    let content: Map<String, Value> = serde_json::from_str(text).ok()?;
    let text = |key: &str| Some(content.get(key)?.as_str()?.to_owned());
    Some((text("urn")?, text("id")?))
}
