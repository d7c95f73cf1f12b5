//! Refusals by owner and mode, and refusals of paths that are not files.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::PathBuf;

use rustix::fs::Mode;

use super::{assert_refused, folder};
use crate::private_folder::*;

#[test]
fn folders_and_files_are_made_for_this_user_alone() {
    let (_outside, folder) = folder();
    let inner = folder.make_folder("inner").expect("it is made");
    inner.new_file("file").expect("it is made");
    let mode = |path: PathBuf| fs::metadata(path).expect("it is there").mode() & 0o777;
    assert_eq!(mode(folder.path().to_owned()) & 0o077, 0);
    assert_eq!(mode(inner.path().to_owned()) & 0o077, 0);
    assert_eq!(mode(inner.path().join("file")) & 0o077, 0);
    assert_eq!(folder.names().expect("names"), ["inner"]);
    folder.remove_folder("inner").expect("it is removed");
    assert!(folder.folder("inner").expect("none").is_none());
    assert!(folder.file("inner").expect("none").is_none());
}

#[test]
fn what_others_may_write_to_is_refused_with_the_command_that_repairs_it() {
    let (outside, folder) = folder();
    folder.new_file("file").expect("it is made");
    let file = folder.path().join("file");
    for mode in [0o620, 0o602, 0o666] {
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("permissions");
        assert_refused(
            folder.file("file"),
            &format!("chmod go-w {}", file.display()),
        );
    }
    let inner = outside.path().join("a/b");
    for mode in [0o770, 0o707, 0o777] {
        fs::set_permissions(&inner, fs::Permissions::from_mode(mode)).expect("permissions");
        assert_refused(PrivateFolder::open(&inner), "others may write to it");
    }
    // Other users may read it.
    fs::set_permissions(&inner, fs::Permissions::from_mode(0o755)).expect("permissions");
    PrivateFolder::open(&inner).expect("it is fine");
}

#[test]
#[ignore = "only root can give a file away"]
fn what_belongs_to_another_user_is_refused_as_root() {
    let (_outside, folder) = folder();
    folder.new_file("file").expect("it is made");
    chown(folder.path().join("file"), Some(65534), None).expect("another owner");
    assert_refused(folder.file("file"), "belongs to another user");
    chown(folder.path(), Some(65534), None).expect("another owner");
    assert_refused(PrivateFolder::open(folder.path()), "chown");
}

#[test]
fn symbolic_links_are_not_followed_at_the_end_of_a_path() {
    let (outside, folder) = folder();
    let target = PrivateFolder::make(&outside.path().join("target")).expect("it is made");
    target.new_file("file").expect("it is made");
    symlink(target.path(), folder.path().join("link")).expect("a link");
    symlink(target.path().join("file"), folder.path().join("file")).expect("a link");
    assert_refused(folder.folder("link"), "symbolic link");
    assert_refused(folder.make_folder("link"), "symbolic link");
    assert_refused(folder.file("file"), "symbolic link");
    assert_refused(folder.file_to_lock("file"), "symbolic link");
    let link = folder.path().join("link");
    assert_refused(PrivateFolder::open(&link), "symbolic link");
    assert_refused(PrivateFolder::make(&link.join("")), "symbolic link");
    // Folders above are the user's own responsibility.
    PrivateFolder::make(&link.join("inner")).expect("it is made");
}

#[test]
fn what_is_no_file_or_no_folder_is_said() {
    let (_outside, folder) = folder();
    folder.make_folder("folder").expect("it is made");
    folder.new_file("file").expect("it is made");
    assert_refused(folder.file("folder"), "not a regular file");
    assert_refused(folder.folder("file"), "not a folder");
    assert_refused(folder.make_folder("file"), "not a folder");
    let pipe = folder.path().join("pipe");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        &pipe,
        rustix::fs::FileType::Fifo,
        Mode::RUSR,
        0,
    )
    .expect("a pipe");
    // Opening does not wait for a writer.
    assert_refused(folder.file("pipe"), "not a regular file");
}
