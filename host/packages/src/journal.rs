//! The journal on disk: a small file for each resource whose create has saved a checkpoint and whose state the engine
//! may not have.
//!
//! A file's name follows from the resource's URN, which has project and stack in it, and from the project's folder: two
//! checkouts are two worlds, and so are two backends that the environment tells of. A backend of one's own that one is
//! logged in to is not known here.

mod files;
mod notes;

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use files::{KEPT, NOTE, is_older, sweep};
pub use notes::{KeptNote, forget, kept};
use pulumi_wasm_core::recovery::journal::{Journal, Note};
use pulumi_wasm_core::schema::{from_json, to_json};
use pulumi_wasm_platform::private_folder::{FolderError, PrivateFolder};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

/// The version of the files.
const VERSION: u64 = 1;
/// A journal in a folder, which is made when something is kept.
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
        Ok((is_text && !is_older(&file, KEPT)).then_some(text))
    }
}

#[async_trait]
impl Journal for FileJournal {
    async fn keep(&self, urn: &str, note: &Note) -> Result<(), String> {
        let (journal, urn, note) = (self.clone(), urn.to_owned(), note.clone());
        // A wait for the disk must not hold up the other calls.
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

/// The note in a file; `None` if it is not one of this resource.
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

/// The note that is written of a resource's note in a file, and the one that is written of that again: for
/// tests that compare the two. `None` for a text without a note; members that a note cannot hold are left out.
#[must_use]
pub fn written_twice(urn: &str, text: &str) -> Option<[Option<Note>; 2]> {
    let write = |note: &Note| read(urn, &content(urn, note));
    let once = write(&read(urn, text)?);
    let again = once.as_ref().and_then(write);
    Some([once, again])
}

#[cfg(test)]
mod tests;
