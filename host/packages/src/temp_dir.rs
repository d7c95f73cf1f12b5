//! Temporary folders, and the removal of folders that killed processes left.

use std::fs::{self, File, Metadata, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use pulumi_wasm_platform::files::folder_builder;
use pulumi_wasm_platform::ownership::is_own;
use pulumi_wasm_platform::regular_file;

/// The prefix of the names of our temporary folders.
const PREFIX: &str = "pulumi-wasm-";
/// The number of characters after it.
const SUFFIX_LENGTH: usize = 32;
/// The file in a folder that its owner holds a lock of: the system releases the lock at every end of the process.
const OWNER: &str = "owner";
/// The time that the owner of a new folder has to take the lock.
const BEGINNING: Duration = Duration::from_secs(60);
/// A folder without the file, of an older version of this program, has no owner if nothing changed in it for this long.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// A temporary folder that only this user can read. Dropping the value removes it.
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
    /// Marks the folder as in use, for any time.
    _owner: File,
}

impl TemporaryFolder {
    /// Creates it under a name that no other user can predict. An existing file or link of that name is never used.
    /// Folders that killed processes left there are removed. The new folder has a file `owner`, and nothing else.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn new() -> io::Result<Self> {
        let parent = std::env::temp_dir();
        remove_abandoned_folders(&parent);
        Self::below(&parent)
    }

    /// As [`Self::new`], with a path of at most this number of bytes, for files whose paths the system limits. If the
    /// user's temporary folder has a longer path, the folder is created in `/tmp`. Folders that killed processes left
    /// there stay: the caller removes them with [`remove_abandoned_folders`] after it answered.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_path_within(bytes: usize) -> io::Result<Self> {
        let parent = std::env::temp_dir();
        let name_bytes = 1 + PREFIX.len() + SUFFIX_LENGTH;
        if parent.as_os_str().len() + name_bytes <= bytes {
            Self::below(&parent)
        } else {
            Self::below(Path::new("/tmp"))
        }
    }

    fn below(parent: &Path) -> io::Result<Self> {
        let mut random = [0_u8; SUFFIX_LENGTH / 2];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let name = hex::encode(random);
        let path = parent.join(format!("{PREFIX}{name}"));
        folder_builder(0o700).create(&path)?;
        let owner = File::create_new(path.join(OWNER)).and_then(|owner| {
            owner.lock()?;
            Ok(owner)
        });
        match owner {
            Ok(owner) => Ok(Self {
                path,
                _owner: owner,
            }),
            Err(error) => {
                drop(fs::remove_dir_all(&path));
                Err(error)
            }
        }
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // A failed removal changes nothing.
        drop(fs::remove_dir_all(&self.path));
    }
}

/// Removes the temporary folders of this user whose processes were killed; returns their number. They only take space:
/// a folder that cannot be removed stays.
pub fn remove_abandoned_folders(parent: &Path) -> usize {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let removed = entries.filter(|entry| {
        let name = entry.file_name();
        let is_named = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let is_named = is_named.is_some_and(|suffix| {
            suffix.len() == SUFFIX_LENGTH && suffix.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        // The owner of the entry itself: a link is never followed.
        is_named
            && entry
                .metadata()
                .is_ok_and(|found| is_abandoned(&entry.path(), &found))
            && fs::remove_dir_all(entry.path()).is_ok()
    });
    removed.count()
}

fn is_abandoned(path: &Path, found: &Metadata) -> bool {
    if !found.is_dir() || !is_own(path, found) {
        return false;
    }
    let age = found
        .modified()
        .ok()
        .and_then(|modified| SystemTime::now().duration_since(modified).ok());
    let enough = match regular_file::open(&path.join(OWNER)).map(|owner| owner.try_lock()) {
        Ok(Ok(())) => BEGINNING,
        // A living process has it, or this file system cannot tell.
        Ok(Err(TryLockError::WouldBlock | TryLockError::Error(_))) => return false,
        Err(_) => ABANDONED,
    };
    age.is_some_and(|age| age > enough)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUFFIX: &str = "0123456789abcdef0123456789abcdef";

    fn dated(path: &Path, age: Duration) {
        let opened = File::open(path).expect("the folder");
        let modified = SystemTime::now() - age - Duration::from_secs(1);
        opened.set_modified(modified).expect("a time");
    }

    fn folder(parent: &Path, name: String, files: &[&str], age: Duration) -> PathBuf {
        let path = parent.join(name);
        fs::create_dir(&path).expect("a folder");
        for file in files {
            fs::write(path.join(file), "x").expect("a file");
        }
        dated(&path, age);
        path
    }

    #[test]
    fn what_killed_processes_left_goes_and_nothing_else() {
        let parent = tempfile::tempdir().expect("a folder");
        let elsewhere = parent.path().join("elsewhere");
        fs::create_dir(&elsewhere).expect("a folder");
        let named = |digit: &str| format!("{PREFIX}{}", SUFFIX.replace('0', digit));
        let new = |name, files: &[&str], age| folder(parent.path(), name, files, age);
        let goes = [
            new(named("0"), &["component.wasm"], ABANDONED),
            new(named("1"), &["component.wasm", OWNER], BEGINNING),
        ];
        let stays = [
            new(named("2"), &["component.wasm"], BEGINNING),
            new(named("3"), &[OWNER], Duration::ZERO),
            new(format!("{PREFIX}of-somebody-else"), &[OWNER], ABANDONED),
            new(format!("other-{SUFFIX}"), &[OWNER], ABANDONED),
        ];
        let link = parent.path().join(named("4"));
        std::os::unix::fs::symlink(&elsewhere, &link).expect("a link");

        assert_eq!(remove_abandoned_folders(parent.path()), goes.len());
        assert!(goes.iter().all(|path| !path.exists()));
        assert!(stays.iter().all(|path| path.exists()) && link.exists());
        assert_eq!(remove_abandoned_folders(&parent.path().join("nowhere")), 0);
    }

    #[test]
    fn a_folder_may_need_a_short_path() {
        for bytes in [0, 1000] {
            let folder = TemporaryFolder::with_path_within(bytes).expect("a folder");
            let parent = folder.path().parent().expect("a parent");
            let expected = if bytes == 0 {
                PathBuf::from("/tmp")
            } else {
                std::env::temp_dir()
            };
            assert_eq!(parent, expected);
            assert!(folder.path().as_os_str().len() <= bytes.max(60));
        }
    }

    #[test]
    fn a_folder_stays_as_long_as_its_owner_lives_however_old_it_is() {
        let folder = TemporaryFolder::new().expect("a folder");
        let path = folder.path().to_owned();
        dated(&path, ABANDONED * 10);
        // Others create and remove folders at the same time, in this process too.
        drop(TemporaryFolder::new().expect("a folder"));
        assert!(path.join(OWNER).exists());
        drop(folder);
        assert!(!path.exists());
    }
}
