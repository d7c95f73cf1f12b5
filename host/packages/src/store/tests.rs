//! Entries that are stored, found, and refused.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use crate::component_file::manifest_section;
use crate::store::*;

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::new(folder.path().join("wasm/store"));
    (folder, store)
}

#[test]
fn what_was_put_in_is_found_and_nothing_else_is_left() {
    let (_folder, store) = store();
    let digest = Digest::of(b"component");
    assert!(store.get(&digest).expect("an empty store").is_none());
    store
        .put(&digest, b"component", "{}")
        .expect("it is written");
    let entry = store.put(&digest, b"component", "{}").expect("it is there");
    assert_eq!(
        fs::read(entry.component()).expect("the component"),
        b"component"
    );
    assert_eq!(fs::read_dir(store.folder()).expect("the store").count(), 1);
}

#[test]
fn many_writers_at_once_leave_one_whole_entry() {
    let (_folder, store) = store();
    let bytes = vec![7; 1 << 20];
    let digest = Digest::of(&bytes);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| store.put(&digest, &bytes, "{}").expect("it is written"));
        }
    });
    assert_eq!(fs::read_dir(store.folder()).expect("the store").count(), 1);
    let entry = store.get(&digest).expect("the store").expect("the entry");
    assert_eq!(
        Digest::of(&fs::read(entry.component).expect("the component")),
        digest
    );
}

#[test]
fn what_a_crash_left_is_no_entry() {
    let (_folder, store) = store();
    let digest = Digest::of(b"component");
    store
        .put(&Digest::of(b"other"), b"other", "{}")
        .expect("it is written");
    // A writer that died: its folder lacks a manifest, under the name of its attempt.
    fs::create_dir(store.folder().join(format!(".{}.1.0", digest.hex()))).expect("a folder");
    assert!(store.get(&digest).expect("the store").is_none());
    store
        .put(&digest, b"component", "{}")
        .expect("it is written");
    assert!(store.get(&digest).expect("the store").is_some());
}

#[test]
fn a_store_that_others_can_write_to_is_not_trusted() {
    let (_folder, store) = store();
    let digest = Digest::of(b"component");
    store
        .put(&digest, b"component", "{}")
        .expect("it is written");
    fs::set_permissions(store.folder(), fs::Permissions::from_mode(0o777)).expect("permissions");
    let error = store.get(&digest).expect_err("it is refused");
    assert!(error.reason.contains("others may write to it"), "{error}");
}

#[test]
fn a_store_that_cannot_be_written_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let error = Store::new(file.join("store"))
        .put(&Digest::of(b"x"), b"x", "{}")
        .expect_err("it fails");
    assert!(
        error.reason.contains("component store") && error.hint.is_some(),
        "{error}"
    );
}

/// A component with an embedded manifest, valid enough for the store.
fn component() -> Vec<u8> {
    let mut bytes = b"\0asm\x0d\0\x01\0".to_vec();
    manifest_section::append(&mut bytes, "{}");
    bytes
}

#[test]
fn a_damaged_entry_is_said_and_is_replaced_when_the_component_is_added_again() {
    let (_folder, store) = store();
    let bytes = component();
    let digest = Digest::of(&bytes);
    let entry = store.put(&digest, &bytes, "{}").expect("it is written");
    let manifest = entry.component().with_file_name(MANIFEST);
    let damages: [(&str, &dyn Fn()); 5] = [
        ("bytes have changed", &|| {
            fs::write(entry.component(), b"something else").expect("a file");
        }),
        ("its component is missing", &|| {
            fs::remove_file(entry.component()).expect("it was there");
        }),
        ("its manifest is missing", &|| {
            fs::remove_file(&manifest).expect("it was there");
        }),
        (
            "its manifest differs from the component's manifest",
            &|| {
                fs::write(&manifest, "{ }").expect("a file");
            },
        ),
        ("its manifest is not text", &|| {
            fs::write(&manifest, b"\xff").expect("a file");
        }),
    ];
    for (reason, damage) in damages {
        assert_eq!(store.verify(&digest), Ok(()));
        damage();
        let found = store.verify(&digest).expect_err("it is damaged");
        assert!(found.contains(reason), "{found}");
        store.put(&digest, &bytes, "{}").expect("it is replaced");
        assert_eq!(fs::read(entry.component()).expect("a file"), bytes);
        assert_eq!(fs::read_dir(store.folder()).expect("the store").count(), 1);
    }
}

#[test]
fn what_lies_beside_a_component_goes_when_it_is_verified() {
    let (_folder, store) = store();
    let digest = Digest::of(b"component");
    let entry = store
        .put(&digest, b"component", "{}")
        .expect("it is written");
    for name in ["tables-0", "tables-1", "seen"] {
        entry.folder().new_file(name).expect("a file");
    }
    assert!(!store.looked_at(&digest).contains("damaged"));
    assert_eq!(entry.folder().names().expect("the entry").len(), 5);
    assert_eq!(store.verify(&digest), Ok(()));
    assert_eq!(
        entry.folder().names().expect("the entry"),
        [COMPONENT, MANIFEST]
    );
}

#[test]
fn an_entry_is_removed_while_a_start_writes_into_it() {
    let (_folder, store) = store();
    let digest = Digest::of(b"component");
    for _ in 0..50 {
        let entry = store
            .put(&digest, b"component", "{}")
            .expect("it is written");
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..3 {
                    if entry.folder().new_file("tables.new").is_ok() {
                        drop(entry.folder().rename("tables.new", "tables-0"));
                    }
                }
            });
            assert!(store.remove(&digest).expect("it is removed"));
        });
        assert_eq!(fs::read_dir(store.folder()).expect("the store").count(), 0);
    }
}

#[test]
fn an_entry_that_lacks_a_part_is_not_found_and_what_it_lacks_is_said() {
    let (_folder, store) = store();
    let digest = Digest::of(b"component");
    let said = store.looked_at(&digest);
    assert!(!said.contains("damaged"), "{said}");
    let entry = store
        .put(&digest, b"component", "{}")
        .expect("it is written");
    fs::remove_file(entry.component().with_file_name(MANIFEST)).expect("it was there");
    assert!(store.get(&digest).expect("the store").is_none());
    let said = store.looked_at(&digest);
    assert!(said.contains("damaged: its manifest is missing"), "{said}");
}

#[test]
fn parts_that_others_could_change_are_refused() {
    let (_folder, store) = store();
    let digest = Digest::of(b"component");
    let entry = store
        .put(&digest, b"component", "{}")
        .expect("it is written");
    let everybody = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
    };
    let component = entry.component();
    let folder = component.parent().expect("a folder");
    for (path, mode) in [
        (entry.component(), 0o600),
        (entry.component().with_file_name(MANIFEST), 0o600),
        (folder.to_owned(), 0o700),
    ] {
        everybody(&path, 0o666 | mode);
        let error = store.get(&digest).expect_err("it is refused");
        let command = format!("chmod go-w {}", path.display());
        assert!(error.reason.contains(&command), "{error}");
        everybody(&path, mode);
    }
    store.get(&digest).expect("the store").expect("the entry");
    let manifest = entry.component().with_file_name(MANIFEST);
    fs::rename(&manifest, folder.join("other")).expect("a new name");
    symlink(folder.join("other"), &manifest).expect("a link");
    let error = store.get(&digest).expect_err("it is refused");
    assert!(error.reason.contains("symbolic link"), "{error}");
}

#[test]
fn files_of_killed_writers_are_removed_when_the_store_is_idle() {
    let (_folder, store) = store();
    let digest = Digest::of(b"component");
    store
        .put(&digest, b"component", "{}")
        .expect("it is written");
    let left = store.folder().join(".left.1.0");
    fs::create_dir(&left).expect("a folder");
    fs::write(left.join(COMPONENT), "half").expect("a file");
    let writer = PrivateFolder::open(store.folder())
        .expect("the store")
        .expect("the store");
    writer.lock_shared();
    store
        .put(&Digest::of(b"other"), b"other", "{}")
        .expect("it is written");
    assert!(left.exists());
    drop(writer);
    store
        .put(&Digest::of(b"third"), b"third", "{}")
        .expect("it is written");
    assert!(!left.exists());
    assert_eq!(store.digests().expect("the store").len(), 3);
}

#[test]
fn entries_are_removed_by_their_digests_alone() {
    let (_folder, store) = store();
    let (one, two) = (Digest::of(b"one"), Digest::of(b"two"));
    assert!(store.digests().expect("no store").is_empty());
    assert!(!store.remove(&one).expect("no store"));
    store.put(&one, b"one", "{}").expect("it is written");
    store.put(&two, b"two", "{}").expect("it is written");
    assert!(store.remove(&one).expect("it is removed"));
    assert!(!store.remove(&one).expect("it was removed before"));
    assert_eq!(store.digests().expect("the store"), [two]);
}
