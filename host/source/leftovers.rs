//! Temporary folders, and those of processes that were killed.

use std::fs::{self, DirBuilder, Metadata};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How the names of our temporary folders begin.
const PREFIX: &str = "pulumi-wasm-";
/// How many characters follow.
const SUFFIX_LENGTH: usize = 32;
/// A folder that nobody has touched for so long is nobody's any more.
const ABANDONED: Duration = Duration::from_secs(24 * 60 * 60);

/// A folder among the temporary ones, of this user alone, that is gone with this value.
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
}

impl TemporaryFolder {
    /// Makes it under a name that nobody can foresee. What is there already, a link too, is never used. What killed
    /// processes left there goes.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new() -> io::Result<Self> {
        let parent = std::env::temp_dir();
        remove_leftovers(&parent);
        let mut random = [0_u8; SUFFIX_LENGTH / 2];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let name: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
        let path = parent.join(format!("{PREFIX}{name}"));
        DirBuilder::new().mode(0o700).create(&path)?;
        Ok(Self { path })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Whether it could be removed changes nothing.
        drop(fs::remove_dir_all(&self.path));
    }
}

/// Removes the temporary folders of this user that processes left which were killed a day ago or earlier; gives how many.
/// They only take room: one that cannot be removed stays.
pub fn remove_leftovers(parent: &Path) -> usize {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let removed = entries.filter(|entry| {
        let name = entry.file_name();
        let is_named = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
        let is_named = is_named.is_some_and(|suffix| {
            suffix.len() == SUFFIX_LENGTH && suffix.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        // Of the entry itself: a link is never followed.
        is_named
            && entry.metadata().is_ok_and(|found| is_abandoned(&found))
            && fs::remove_dir_all(entry.path()).is_ok()
    });
    removed.count()
}

fn is_abandoned(found: &Metadata) -> bool {
    let age = found
        .modified()
        .ok()
        .and_then(|modified| SystemTime::now().duration_since(modified).ok());
    found.is_dir()
        && found.uid() == rustix::process::geteuid().as_raw()
        && age.is_some_and(|age| age > ABANDONED)
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    #[test]
    fn what_killed_processes_left_goes_after_a_day_and_nothing_else() {
        let parent = tempfile::tempdir().expect("a folder");
        let suffix = "0123456789abcdef0123456789abcdef";
        let old = SystemTime::now() - ABANDONED - Duration::from_secs(60);
        let elsewhere = parent.path().join("elsewhere");
        fs::create_dir(&elsewhere).expect("a folder");
        let folder = |name: String, modified: SystemTime| {
            let path = parent.path().join(name);
            fs::create_dir(&path).expect("a folder");
            fs::write(path.join("component.wasm"), "x").expect("a file");
            let opened = File::open(&path).expect("the folder");
            opened.set_modified(modified).expect("a time");
            path
        };
        let abandoned = folder(format!("{PREFIX}{suffix}"), old);
        let stays = [
            folder(
                format!("{PREFIX}{}", suffix.replace('0', "1")),
                SystemTime::now(),
            ),
            folder(format!("{PREFIX}of-somebody-else"), old),
            folder(format!("other-{suffix}"), old),
        ];
        let link = parent
            .path()
            .join(format!("{PREFIX}{}", suffix.replace('0', "2")));
        std::os::unix::fs::symlink(&elsewhere, &link).expect("a link");

        assert_eq!(remove_leftovers(parent.path()), 1);
        assert!(!abandoned.exists());
        assert!(stays.iter().all(|path| path.exists()) && link.exists());
        assert_eq!(remove_leftovers(&parent.path().join("nowhere")), 0);
    }
}
