//! The journal on disk: a small file for each resource whose create has saved a checkpoint and whose state the engine
//! may not have.
//!
//! A file's name is a digest of the resource's URN, which contains project and stack, of the project's folder, and of
//! the backend if the environment names it. So two checkouts do not share notes. The journal does not know a backend
//! that the user logged in to.

use std::fs::File;
use std::io;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use pulumi_wasm_core::recovery::journal::{Journal, Note};
use pulumi_wasm_core::schema::{from_json, to_json};
use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder, UNFINISHED};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// The version of the files.
const VERSION: u64 = 1;
/// A journal in a folder, which is created with the first note.
#[derive(Debug, Clone)]
pub struct FileJournal {
    folder: PathBuf,
    /// The project's folder and backend.
    world: String,
    /// Whether this process has looked for old notes.
    is_swept: Arc<AtomicBool>,
}

impl FileJournal {
    /// A journal for the resources of one project folder, with the backend's address if it is known.
    #[must_use]
    pub fn new(folder: PathBuf, project: &Path, backend: Option<&str>) -> Self {
        Self {
            folder,
            world: format!("{}\0{}", project.display(), backend.unwrap_or_default()),
            is_swept: Arc::default(),
        }
    }

    /// The name of a resource's file.
    fn name(&self, urn: &str) -> String {
        let digest = Sha256::digest(format!("{}\0{urn}", self.world));
        hex::encode(digest) + NOTE
    }

    fn write(&self, urn: &str, note: &Note) -> Result<(), FolderError> {
        let unusable = |error: io::Error| FolderError {
            path: self.folder.clone(),
            problem: error.into(),
        };
        let folder = PrivateFolder::make(&self.folder)?;
        if !self.is_swept.swap(true, Ordering::Relaxed) {
            sweep(&folder);
        }
        let name = self.name(urn);
        folder.replace(&name, |file| {
            file.write_all(content(urn, note).as_bytes())?;
            file.sync_all()
        })?;
        folder.sync().map_err(unusable)
    }

    /// The text of a resource's file, or `None` if it is missing or untouched for too long.
    fn text(&self, urn: &str) -> Result<Option<String>, FolderError> {
        let Some(folder) = PrivateFolder::open(&self.folder)? else {
            return Ok(None);
        };
        let Some(mut file) = folder.file(&self.name(urn))? else {
            return Ok(None);
        };
        let mut text = String::new();
        // A file that cannot be read, or is not text, is not a note.
        let is_text = file.read_to_string(&mut text).is_ok();
        Ok((is_text && !is_older(&file, MAX_AGE)).then_some(text))
    }
}

#[async_trait]
impl Journal for FileJournal {
    async fn keep(&self, urn: &str, note: &Note) -> Result<(), String> {
        let (journal, urn, note) = (self.clone(), urn.to_owned(), note.clone());
        // A slow disk must not delay other calls.
        let written = tokio::task::spawn_blocking(move || journal.write(&urn, &note)).await;
        let reason = match written {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        Err(format!(
            "cannot write to the journal `{}`: {reason}",
            self.folder.display()
        ))
    }

    fn find(&self, urn: &str) -> Option<Note> {
        match self.text(urn) {
            Ok(text) => read(urn, &text?),
            Err(error) => {
                tracing::debug!("{} is not used: {error}", error.path.display());
                None
            }
        }
    }

    fn forget(&self, urn: &str) {
        let removed = match PrivateFolder::open(&self.folder) {
            Ok(Some(folder)) => folder.remove_file(&self.name(urn)),
            Ok(None) => return,
            Err(error) => Err(io::Error::other(error)),
        };
        if let Err(error) = removed
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::debug!("{} cannot be removed: {error}", self.place(urn));
        }
    }

    fn place(&self, urn: &str) -> String {
        format!("the file `{}`", self.folder.join(self.name(urn)).display())
    }
}

fn content(urn: &str, note: &Note) -> String {
    let outputs: Map<String, Value> = note
        .outputs
        .iter()
        .filter_map(|(key, value)| Some((key.clone(), to_json(value)?)))
        .collect();
    json!({
        "version": VERSION,
        "urn": urn,
        "id": note.id,
        "outputs": outputs,
        "withheld": note.withheld,
    })
    .to_string()
}

/// The note in a file. `None` if the file is not a note about this resource.
fn read(urn: &str, text: &str) -> Option<Note> {
    let mut content: Map<String, Value> = serde_json::from_str(text).ok()?;
    let is_ours = content.get("version")?.as_u64()? == VERSION && content.get("urn")? == urn;
    let Some(Value::Object(outputs)) = content.remove("outputs") else {
        return None;
    };
    let outputs = outputs
        .into_iter()
        .map(|(key, value)| Some((key, from_json(value).ok()?)));
    let id = content.get("id")?.as_str()?;
    (is_ours && !id.is_empty()).then_some(Note {
        id: id.to_owned(),
        outputs: outputs.collect::<Option<_>>()?,
        withheld: content.get("withheld")?.as_bool()?,
    })
}

/// Reads a note and writes it, twice, for tests that compare the two results. `None` for a text that is not a note.
/// Drops outputs whose values a note cannot represent.
#[must_use]
pub fn written_twice(urn: &str, text: &str) -> Option<[Option<Note>; 2]> {
    let write = |note: &Note| read(urn, &content(urn, note));
    let once = write(&read(urn, text)?);
    let again = once.as_ref().and_then(write);
    Some([once, again])
}

/// How long an unused note is kept.
pub(super) const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);
/// The longest time of a write. A killed process left an unfinished file that is older.
pub(super) const MAX_WRITE_TIME: Duration = Duration::from_secs(24 * 60 * 60);
/// The file extension of notes.
pub(super) const NOTE: &str = ".json";

/// Removes old notes, and unfinished files of killed processes.
pub(super) fn sweep(folder: &PrivateFolder) {
    for name in folder.names().unwrap_or_default() {
        let longest = if name.ends_with(UNFINISHED) {
            MAX_WRITE_TIME
        } else {
            MAX_AGE
        };
        if let Ok(Some(file)) = folder.file(&name)
            && is_older(&file, longest)
        {
            // A file that cannot be removed does no harm.
            drop(folder.remove_file(&name));
        }
    }
}

/// Whether a file was last written longer ago than this; `false` if its time is unknown.
pub(super) fn is_older(file: &File, than: Duration) -> bool {
    let modified = file.metadata().and_then(|metadata| metadata.modified());
    modified.is_ok_and(|modified| {
        SystemTime::now()
            .duration_since(modified)
            .is_ok_and(|age| age > than)
    })
}

/// A note without its outputs, which are never shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptNote {
    /// The name of its file, without the ending.
    pub name: String,
    /// The URN and the id of the resource, or `None` if the file cannot be read.
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

#[cfg(test)]
mod tests;
