//! Notes on disk: found again, private, and removed in time.

use std::fs;
use std::fs::File;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::time::{Duration, SystemTime};

use crate::journal::{MAX_WRITE_TIME, *};

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
async fn a_journal_that_others_can_write_to_or_that_is_not_a_folder_is_not_used() {
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
    let ages = [
        (URN, MAX_AGE + Duration::from_secs(60)),
        (&other, MAX_AGE / 2),
    ];
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

#[tokio::test]
async fn people_see_whose_notes_there_are_and_can_be_rid_of_them() {
    let home = tempfile::tempdir().expect("a folder");
    let journal = journal(home.path());
    let folder = &journal.folder;
    assert_eq!(kept(folder).expect("none"), []);
    let other = URN.replace("one", "two");
    for (urn, id) in [(URN, "first"), (&other, "second")] {
        journal.keep(urn, &note(id)).await.expect("it is kept");
    }
    fs::write(folder.join("0123.json"), "{").expect("a file");
    let notes = kept(folder).expect("notes");
    let about = |id: &str| {
        let found = notes.iter().find_map(|note| {
            let (urn, found) = note.about.as_ref()?;
            (found == id).then_some(urn.as_str())
        });
        found.expect("a note").to_owned()
    };
    assert_eq!((notes.len(), about("first")), (3, URN.to_owned()));
    assert_eq!(about("second"), other);
    // Outputs stay private here.
    assert!(!format!("{notes:?}").contains("label"));

    for note in &notes {
        forget(folder, note).expect("it is gone");
    }
    assert_eq!(kept(folder).expect("none"), []);
    assert_eq!(journal.find(URN), None);
}

#[tokio::test]
async fn what_was_not_written_to_its_end_goes_after_a_day() {
    let home = tempfile::tempdir().expect("a folder");
    let first = journal(home.path());
    first.keep(URN, &note("made")).await.expect("it is kept");
    let age = |name: &str, age: Duration| {
        let path = first.folder.join(name);
        fs::write(&path, "{").expect("a file");
        let file = File::options().write(true).open(&path).expect("a file");
        file.set_modified(SystemTime::now() - age).expect("a time");
        path
    };
    let abandoned = age("a.json.7.0.tmp", MAX_WRITE_TIME + Duration::from_secs(60));
    let going_on = age("b.json.8.0.tmp", MAX_WRITE_TIME / 2);
    let later = journal(home.path());
    let other = URN.replace("one", "two");
    later.keep(&other, &note("made")).await.expect("it is kept");
    assert!(!abandoned.exists() && going_on.exists());
    assert_eq!(later.find(URN), Some(note("made")));
}
