//! Whether a file still is the component that was added. A file without a change since then need not be read.
//!
//! Every start asks. A component may have 20 MB and more, whose digest costs more than everything else that a start
//! does. So when a file was read and is the component, its size and times are stored beside the component. A file with
//! the same size and times is not read again.

use std::fmt;
use std::path::Path;
use std::time::{Duration, SystemTime};

use pulumi_wasm_platform::files::FileState;

use crate::{Digest, Store, regular_file};

/// The file of the findings, a line for each file that was read.
pub(crate) const KNOWN_FILES: &str = "seen";
/// Projects on one machine may contain many copies of one component; the copy that was read first is read again.
const MAX_FILES: usize = 16;
/// A file that changed this recently may change again without a new time stamp, because the clocks of file systems
/// are coarse.
const SETTLE_TIME: Duration = Duration::from_secs(3);

/// Whether a file was read and found to be the component, and was not written to since.
pub(crate) fn is_known(store: &Store, digest: &Digest, path: &Path) -> bool {
    let entry = store.open(digest).ok().flatten();
    let known = entry
        .map(|entry| entry.notes(KNOWN_FILES))
        .unwrap_or_default();
    FileState::of_path(path).is_ok_and(|file| known.contains(&file.to_string()))
}

/// The present contents of a file that is not the component any more.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ChangedContents {
    Digest(Digest),
    /// More than this many bytes. They are not read further, because some files of the system have no end.
    Larger(u64),
}

impl fmt::Display for ChangedContents {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digest(digest) => digest.fmt(formatter),
            Self::Larger(most) => write!(formatter, "it has more than {most} bytes"),
        }
    }
}

/// The present contents of a file that is not the component any more, or `None` if it still is, or cannot be read. At
/// most `most` bytes are read.
pub(crate) fn changed(
    store: &Store,
    digest: &Digest,
    path: &Path,
    most: u64,
) -> Option<ChangedContents> {
    let file = regular_file::open(path).ok()?;
    let before = FileState::of_file(&file).ok()?;
    let seen = before.to_string();
    let entry = store.open(digest).ok().flatten();
    let known = entry.as_ref().map(|entry| entry.notes(KNOWN_FILES));
    let known = known.unwrap_or_default();
    if known.contains(&seen) {
        return None;
    }
    // Judged by the time before the file is read: reading may take longer than the clock's resolution, and a writer in
    // the meantime must see a clock that has advanced since the last change.
    let settled = is_settled(&before, SystemTime::now());
    if before.length() > most {
        return Some(ChangedContents::Larger(most));
    }
    let Some(found) = Digest::of_file(&file, most).ok()? else {
        return Some(ChangedContents::Larger(most));
    };
    if found != *digest {
        return Some(ChangedContents::Digest(found));
    }
    if let Some(entry) = entry
        && settled
        && FileState::of_file(&file).is_ok_and(|after| after == before)
    {
        // The next start reads the file again.
        if let Err(error) = entry.add_note(KNOWN_FILES, &seen, MAX_FILES) {
            tracing::debug!(
                "the file times of {} cannot be saved: {error}",
                path.display()
            );
        }
    }
    None
}

/// Whether the last write is old enough that a further write would change the time of the file.
fn is_settled(file: &FileState, now: SystemTime) -> bool {
    let changed = file.changed();
    let age = changed.and_then(|changed| now.duration_since(changed).ok());
    age.is_some_and(|age| age > SETTLE_TIME)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::fs::File;

    use super::*;

    const MAX_BYTES: u64 = 1 << 20;

    /// A link in a project may lead to any place that its author chose: some files of the system have no length and no
    /// end.
    #[test]
    fn a_file_without_end_is_not_read_to_its_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().join("store"));
        let digest = Digest::of(b"component");
        store.put(&digest, b"component", "{}").expect("written");
        let path = folder.path().join("acme.wasm");
        let sparse = File::create(folder.path().join("sparse")).expect("a file");
        sparse.set_len(1 << 40).expect("a file that takes no room");
        let mut endless = vec!["sparse"];
        if cfg!(target_os = "linux") {
            endless.push("/proc/self/pagemap");
        }
        for target in endless {
            std::os::unix::fs::symlink(target, &path).expect("a link");
            assert!(path.is_file());
            let found = changed(&store, &digest, &path, MAX_BYTES);
            assert_eq!(found, Some(ChangedContents::Larger(MAX_BYTES)), "{target}");
            fs::remove_file(&path).expect("it was there");
        }
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
        assert_eq!(changed(&store, &digest, &path, MAX_BYTES), None);
    }

    #[test]
    fn a_file_is_read_again_when_somebody_wrote_to_it_and_only_then() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().join("store"));
        let digest = Digest::of(b"component");
        let entry = store.put(&digest, b"component", "{}").expect("written");
        let path = folder.path().join("acme.wasm");
        fs::write(&path, "component").expect("a file");
        assert_eq!(changed(&store, &digest, &path, MAX_BYTES), None);
        assert_eq!(
            entry.notes(KNOWN_FILES),
            [""; 0],
            "it was written to a moment ago"
        );
        assert!(!is_known(&store, &digest, &path));
        let file = FileState::of_path(&path).expect("a file");
        let written = file.changed().expect("a time");
        assert!(!is_settled(&file, written + SETTLE_TIME));
        assert!(is_settled(
            &file,
            written + SETTLE_TIME + Duration::from_nanos(1)
        ));
        assert!(!is_settled(&file, written - SETTLE_TIME), "another clock");

        // As if the file had been written long ago.
        let seen = |path: &Path| FileState::of_path(path).expect("a file").to_string();
        entry
            .write_notes(KNOWN_FILES, &seen(&path))
            .expect("a note");
        let old = path.metadata().and_then(|file| file.modified());
        assert!(is_known(&store, &digest, &path));
        assert_eq!(changed(&store, &digest, &path, MAX_BYTES), None);
        fs::write(&path, "Component").expect("a file");
        let file = File::options().write(true).open(&path).expect("a file");
        file.set_modified(old.expect("a time")).expect("a time");
        assert!(!is_known(&store, &digest, &path));
        let found = changed(&store, &digest, &path, MAX_BYTES);
        assert_eq!(
            found,
            Some(ChangedContents::Digest(Digest::of(b"Component"))),
            "its length and time are the same"
        );

        // The host believes the note, which shows that the file is not read.
        entry
            .write_notes(KNOWN_FILES, &seen(&path))
            .expect("a note");
        assert_eq!(changed(&store, &digest, &path, MAX_BYTES), None);
        fs::remove_file(&path).expect("it was there");
        assert_eq!(
            changed(&store, &digest, &path, MAX_BYTES),
            None,
            "there is no file"
        );
        assert!(!is_known(&store, &digest, &path));
    }

    #[test]
    fn no_more_files_are_noted_than_a_few() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::new(folder.path().join("store"));
        // A file that was last written long ago: the times of recent files prove nothing.
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let digest = Digest::of(&fs::read(&path).expect("a file"));
        let entry = store.put(&digest, b"component", "{}").expect("written");
        let text: String = (0..99).map(|line| format!("{line}\n")).collect();
        entry.write_notes(KNOWN_FILES, &text).expect("a note");
        assert_eq!(changed(&store, &digest, &path, MAX_BYTES), None);
        let noted = entry.notes(KNOWN_FILES);
        assert_eq!(noted.len(), MAX_FILES);
        assert_eq!(
            noted.last(),
            Some(&FileState::of_path(&path).expect("a file").to_string())
        );
        assert_eq!(changed(&store, &digest, &path, MAX_BYTES), None);
        assert_eq!(entry.notes(KNOWN_FILES), noted);
    }
}
