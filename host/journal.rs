//! The journal on disk: a small file for each resource whose create has saved a checkpoint and whose state the engine
//! may not have.
//!
//! A file's name follows from the resource's URN, which has project and stack in it, and from where the project lies: two
//! checkouts are two worlds, and so are two backends that the environment tells of. A backend of one's own that one is
//! logged in to is not known here.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::private_folder::{FolderError, PrivateFolder};
use crate::provider::journal::{Journal, Note};
use crate::provider::schema::{from_json, to_json};

/// The version of the files.
const VERSION: u64 = 1;
/// How long a note is kept that nobody has asked for.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// A journal in a folder, which is made when something is kept.
#[derive(Debug, Clone)]
pub struct FileJournal {
    folder: PathBuf,
    /// The project's folder and backend.
    world: String,
    /// Whether this process has looked for what is too old.
    is_swept: Arc<AtomicBool>,
}

impl FileJournal {
    /// A journal for the resources of one project folder, with the backend's address where it is known.
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
        let name: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        name + ".json"
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
        let unfinished = format!("{name}.{}.{}.tmp", std::process::id(), unique());
        let mut file = folder.new_file(&unfinished)?;
        let written = file
            .write_all(content(urn, note).as_bytes())
            .and_then(|()| file.sync_all())
            .and_then(|()| folder.rename(&unfinished, &name));
        if written.is_err() {
            // Half a note is of no use; that it cannot be removed either changes nothing.
            drop(folder.remove_file(&unfinished));
        }
        written.and_then(|()| folder.sync()).map_err(unusable)
    }

    /// The text of a resource's file; none where there is none, or nobody has touched it for too long.
    fn text(&self, urn: &str) -> Result<Option<String>, FolderError> {
        let Some(folder) = PrivateFolder::open(&self.folder)? else {
            return Ok(None);
        };
        let Some(mut file) = folder.file(&self.name(urn))? else {
            return Ok(None);
        };
        let mut text = String::new();
        // What cannot be read, or is no text, is no note.
        let is_text = file.read_to_string(&mut text).is_ok();
        Ok((is_text && !is_too_old(&file)).then_some(text))
    }
}

#[async_trait]
impl Journal for FileJournal {
    async fn keep(&self, urn: &str, note: &Note) -> Result<(), String> {
        let (journal, urn, note) = (self.clone(), urn.to_owned(), note.clone());
        // Whoever waits for the disk must not keep the other calls waiting.
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

/// Removes what is too old, and what attempts left that were killed.
fn sweep(folder: &PrivateFolder) {
    for name in folder.names().unwrap_or_default() {
        if let Ok(Some(file)) = folder.file(&name)
            && is_too_old(&file)
        {
            // It only takes room.
            drop(folder.remove_file(&name));
        }
    }
}

/// A number that no other attempt of this process has.
fn unique() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Whether nobody has touched a file for too long. What cannot be told is not.
fn is_too_old(file: &File) -> bool {
    let modified = file.metadata().and_then(|metadata| metadata.modified());
    modified.is_ok_and(|modified| {
        SystemTime::now()
            .duration_since(modified)
            .is_ok_and(|age| age > KEPT)
    })
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

/// The note in a file; none where it is not one of this resource.
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

/// The note that is written of what a file's text says of a resource, and the one that is written of that again: for
/// tests that hold the two against each other. None where the text says nothing; what a note cannot hold is left out.
#[must_use]
pub fn written_twice(urn: &str, text: &str) -> Option<[Option<Note>; 2]> {
    let write = |note: &Note| read(urn, &content(urn, note));
    let once = write(&read(urn, text)?);
    let again = once.as_ref().and_then(write);
    Some([once, again])
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{MetadataExt, PermissionsExt};

    use super::*;

    const URN: &str = "urn:pulumi:dev::shop::acme:index:Thing::one";

    fn note(id: &str) -> Note {
        Note {
            id: id.to_owned(),
            outputs: [("label".to_owned(), "x".into())].into(),
            withheld: true,
        }
    }

    fn journal(home: &Path) -> FileJournal {
        FileJournal::new(home.join("wasm/journal"), Path::new("/shop"), None)
    }

    #[tokio::test]
    async fn the_last_note_of_a_resource_is_found_by_the_same_project_and_backend() {
        let home = tempfile::tempdir().expect("a folder");
        let journal = journal(home.path());
        assert_eq!(journal.find(URN), None);
        for id in ["first", "second"] {
            journal.keep(URN, &note(id)).await.expect("it is kept");
        }
        let folder = &journal.folder;
        let later =
            |project: &str, backend| FileJournal::new(folder.clone(), Path::new(project), backend);
        assert_eq!(later("/shop", None).find(URN), Some(note("second")));
        assert_eq!(later("/other", None).find(URN), None);
        assert_eq!(later("/shop", Some("file:///tmp")).find(URN), None);
        assert_eq!(later("/shop", None).find(&URN.replace("dev", "prod")), None);

        let files: Vec<_> = fs::read_dir(folder).expect("a folder").collect();
        let [Ok(file)] = files.as_slice() else {
            panic!("one file for one resource: {files:?}");
        };
        let mode = |path: &Path| fs::metadata(path).expect("it is there").mode() & 0o777;
        assert_eq!((mode(folder), mode(&file.path())), (0o700, 0o600));
        assert!(
            journal
                .place(URN)
                .contains(&file.path().display().to_string())
        );

        later("/shop", None).forget(URN);
        assert_eq!(journal.find(URN), None);
    }

    #[tokio::test]
    async fn what_is_no_note_of_the_resource_counts_as_none() {
        let home = tempfile::tempdir().expect("a folder");
        let journal = journal(home.path());
        journal.keep(URN, &note("made")).await.expect("it is kept");
        let file = journal.folder.join(journal.name(URN));
        let text = fs::read_to_string(&file).expect("a note");
        for damaged in [
            String::new(),
            text.replace("\"made\"", "\"\""),
            text.replace("\"made\"", "7"),
            text.replace("::one", "::two"),
            text.replace("\"version\":1", "\"version\":2"),
            text.replace("{\"label\":\"x\"}", "[]"),
            text[..text.len() / 2].to_owned(),
        ] {
            assert_ne!(damaged, text);
            fs::write(&file, &damaged).expect("a file");
            assert_eq!(journal.find(URN), None, "{damaged}");
        }
    }

    #[tokio::test]
    async fn a_journal_that_others_can_write_to_or_nobody_is_not_used() {
        let home = tempfile::tempdir().expect("a folder");
        let own = journal(home.path());
        own.keep(URN, &note("made")).await.expect("it is kept");
        fs::set_permissions(&own.folder, fs::Permissions::from_mode(0o777)).expect("permissions");
        assert_eq!(own.find(URN), None);
        let refused = own
            .keep(URN, &note("more"))
            .await
            .expect_err("it is refused");
        assert!(refused.contains("others may write to it"), "{refused}");
        fs::set_permissions(&own.folder, fs::Permissions::from_mode(0o700)).expect("permissions");

        let linked = home.path().join("linked");
        std::os::unix::fs::symlink(&own.folder, &linked).expect("a link");
        let linked = FileJournal::new(linked, Path::new("/shop"), None);
        assert_eq!(linked.find(URN), None);

        fs::write(home.path().join("file"), "").expect("a file");
        let nowhere = FileJournal::new(home.path().join("file/x"), Path::new("/shop"), None);
        let refused = nowhere.keep(URN, &note("made")).await;
        assert!(refused.expect_err("it is refused").contains("journal"));
    }

    #[tokio::test]
    async fn what_is_too_old_is_not_found_and_goes() {
        let home = tempfile::tempdir().expect("a folder");
        let first = journal(home.path());
        let other = URN.replace("one", "two");
        for urn in [URN, &other] {
            first.keep(urn, &note("made")).await.expect("it is kept");
        }
        let ages = [(URN, KEPT + Duration::from_secs(60)), (&other, KEPT / 2)];
        for (urn, age) in ages {
            let file = File::options()
                .write(true)
                .open(first.folder.join(first.name(urn)));
            file.and_then(|file| file.set_modified(SystemTime::now() - age))
                .expect("a time");
        }
        assert_eq!(first.find(URN), None);
        let later = journal(home.path());
        let third = URN.replace("one", "three");
        later.keep(&third, &note("made")).await.expect("it is kept");
        assert!(!first.folder.join(first.name(URN)).exists());
        assert_eq!(later.find(&other), Some(note("made")));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn many_writers_at_once_leave_one_whole_note_each() {
        let home = tempfile::tempdir().expect("a folder");
        let writers = (0..16).map(|number| {
            let journal = journal(home.path());
            tokio::spawn(async move {
                let urn = format!("{URN}{}", number / 2);
                journal.keep(&urn, &note("made")).await
            })
        });
        for writer in writers.collect::<Vec<_>>() {
            writer.await.expect("a writer").expect("it is kept");
        }
        let journal = journal(home.path());
        for number in 0..8 {
            assert_eq!(journal.find(&format!("{URN}{number}")), Some(note("made")));
        }
        assert_eq!(fs::read_dir(&journal.folder).expect("a folder").count(), 8);
    }
}
