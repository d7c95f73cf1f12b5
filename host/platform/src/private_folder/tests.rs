//! Which files and folders are opened, and which are refused.

#[cfg(unix)]
mod unix;

use std::fs;
use std::io::Write;

use super::*;

fn folder() -> (tempfile::TempDir, PrivateFolder) {
    let outside = tempfile::tempdir().expect("a folder");
    let folder = PrivateFolder::make(&outside.path().join("a/b")).expect("it is made");
    (outside, folder)
}

#[track_caller]
fn assert_refused<T: std::fmt::Debug>(result: Result<T, FolderError>, reason: &str) {
    let error = result.expect_err("it is refused");
    assert!(error.to_string().contains(reason), "{error}");
}

#[test]
fn a_name_that_was_given_to_another_file_is_noticed() {
    let (_outside, folder) = folder();
    let mut first = folder.new_file("first").expect("it is made");
    first.write_all(b"x").expect("it is written");
    assert!(folder.still_has("first", &first));
    folder.new_file("second").expect("it is made");
    folder.rename("second", "first").expect("a new name");
    assert!(!folder.still_has("first", &first));
    folder.remove_file("first").expect("it is removed");
    assert!(!folder.still_has("first", &first));
}

#[test]
fn a_file_is_replaced_as_a_whole_or_stays_as_it_was() {
    let (_outside, folder) = folder();
    let write =
        |text: &'static [u8]| folder.replace("file", |file: &mut File| file.write_all(text));
    let read = || fs::read(folder.path().join("file")).expect("a file");
    write(b"one").expect("it is written");
    write(b"two").expect("it is replaced");
    assert_eq!(read(), b"two");
    let failed = folder.replace("file", |file| {
        file.write_all(b"half")?;
        Err(io::Error::other("for a test"))
    });
    assert_refused(failed, "for a test");
    assert_eq!(read(), b"two");
    assert_eq!(folder.names().expect("names"), ["file"]);
}

#[test]
fn any_number_of_writers_replace_one_file_and_what_ended_ones_left_goes_after_an_hour() {
    let (_outside, folder) = folder();
    for (left, minutes) in [
        ("file.1.0.tmp", 61),
        ("file.2.0.tmp", 59),
        ("other.1.0.tmp", 61),
    ] {
        let left = folder.new_file(left).expect("it is made");
        let time = SystemTime::now() - Duration::from_secs(minutes * 60);
        left.set_modified(time).expect("a time");
    }
    std::thread::scope(|scope| {
        for writer in 0..8_u8 {
            let folder = &folder;
            scope.spawn(move || {
                for _ in 0..20 {
                    let written = folder.replace("file", |file| {
                        // In two steps, so that other processes write in between.
                        file.write_all(&[writer; 100])?;
                        std::thread::yield_now();
                        file.write_all(&[writer; 100])
                    });
                    written.expect("it is written");
                }
            });
        }
    });
    let found = fs::read(folder.path().join("file")).expect("a file");
    assert_eq!(found, [found[0]; 200]);
    let names = folder.names().expect("names");
    assert_eq!(names, ["file", "file.2.0.tmp", "other.1.0.tmp"]);
}

#[test]
fn folders_are_renamed_and_removed_with_their_files_and_never_replaced_with_content() {
    let (_outside, folder) = folder();
    for name in ["one", "two"] {
        let inner = folder.make_folder(name).expect("it is made");
        inner.new_file("file").expect("it is made");
    }
    let error = folder.rename("one", "two").expect_err("it has content");
    let kinds = [
        io::ErrorKind::DirectoryNotEmpty,
        io::ErrorKind::AlreadyExists,
    ];
    assert!(kinds.contains(&error.kind()), "{error:?}");
    folder.remove_folder("two").expect("it is removed");
    folder.rename("one", "two").expect("a new name");
    assert!(folder.remove_empty_folder("two").is_err());
    let inner = folder
        .folder("two")
        .expect("a folder")
        .expect("it is there");
    assert!(inner.new_file("file").is_err(), "it is there already");
    inner.remove_file("file").expect("it is removed");
    folder.remove_empty_folder("two").expect("it is removed");
    assert!(folder.file("two").expect("none").is_none());
    assert_eq!(folder.names().expect("names"), [""; 0]);
}

#[test]
fn a_folder_is_locked_by_one_or_shared_by_all() {
    let (_outside, one) = folder();
    let other = PrivateFolder::make(one.path()).expect("it is there");
    assert!(one.try_lock());
    assert!(!other.try_lock());
    one.lock_shared();
    other.lock_shared();
    assert!(!other.try_lock());
    drop(one);
    assert!(other.try_lock());
    assert_eq!(other.names().expect("names"), [""; 0]);
}

#[test]
fn a_secret_file_is_appended_to() {
    let (_outside, folder) = folder();
    let path = folder.path().join("secret");
    for text in [b"one", b"two"] {
        let mut file = secret_file(&path).expect("it is made");
        file.write_all(text).expect("it is written");
    }
    assert_eq!(fs::read(&path).expect("a file"), b"onetwo");
    assert_refused(secret_file(folder.path()), "not a regular file");
}
