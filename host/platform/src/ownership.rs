//! The owners of files and folders, and whether other users may write to them.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

/// Why other users could have written this open file, or `None` if only this user and the system's administrator
/// could.
///
/// # Errors
/// If the system does not provide the owner or the rights.
pub fn distrust_file(file: &File) -> io::Result<Option<&'static str>> {
    system::distrust_file(file)
}

/// Why other users could replace files in this folder, or `None` if they could not. In a folder with the sticky
/// bit, such as the temporary one, they cannot replace this user's files.
///
/// # Errors
/// If it cannot be opened, or the system does not provide the owner or the rights.
pub fn distrust_folder(folder: &Path) -> io::Result<Option<&'static str>> {
    system::distrust_folder(folder)
}

/// Why other users could lead this symbolic link elsewhere, or `None` if they could not. `metadata`
/// describes the link itself.
#[must_use]
pub fn distrust_link(path: &Path, metadata: &Metadata) -> Option<&'static str> {
    system::distrust_link(path, metadata)
}

/// Whether a file or folder belongs to this user. `metadata` describes the path itself: links are not
/// followed.
#[must_use]
pub fn is_own(path: &Path, metadata: &Metadata) -> bool {
    system::is_own(path, metadata)
}

/// The repair of a file or folder that is not trusted, as the end of a sentence.
pub const REMEDY: &str = system::REMEDY;

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_this_user_made_for_itself_is_trusted_and_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, b"x").expect("a file");
        let metadata = fs::symlink_metadata(&path).expect("a file");
        assert!(is_own(&path, &metadata));
        let folder = distrust_folder(folder.path());
        assert_eq!(folder.expect("a folder"), None);
        assert!(distrust_folder(&path.join("none")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn what_others_may_write_to_is_not_trusted_but_in_a_sticky_folder() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, b"x").expect("a file");
        let open = File::open(&path).expect("a file");
        let allow = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
        };
        for (mode, is_trusted) in [(0o644, true), (0o664, false), (0o646, false)] {
            allow(&path, mode);
            let reason = distrust_file(&open).expect("a file");
            assert_eq!(reason.is_none(), is_trusted, "{mode:o}");
        }
        for (mode, is_trusted) in [(0o755, true), (0o777, false), (0o1777, true)] {
            allow(folder.path(), mode);
            let reason = distrust_folder(folder.path()).expect("a folder");
            assert_eq!(reason.is_none(), is_trusted, "{mode:o}");
        }
    }
}
