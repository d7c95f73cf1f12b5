//! Folders in memory for the files of tests.
//!
//! A test creates hundreds of small files that live for seconds. On a disk, the tests of the tool take a third longer, and tests
//! with an engine an eighth.

use std::env;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{self, Command};

use crate::paths::create_folder;
use crate::process::capture;

/// A file system in memory that Linux has for all programs.
const MEMORY: &str = "/dev/shm";
const PROCESSES: &str = "/proc";
/// In kilobytes. The tests of one machine take less than a quarter of it.
const MIN_FREE_KILOBYTES: u64 = 8 << 20;
/// The ending of the file beside a folder of projects that a run locks.
const LOCK: &str = "lock";
/// The mode of the folder of all runs: this user alone can write to it.
const OURS: u32 = 0o755;
/// The beginning of the names of folders of projects.
const PROJECTS: &str = "projects-";
/// The maximum number of runs at the same time in one repository.
const MAX_RUNS: usize = 16;
/// Keeps the projects of tests, below the target folder.
const KEEP_VARIABLE: &str = "PULUMI_WASM_TEST_KEEP";

/// The folders of one run.
pub(super) struct Memory {
    /// For temporary files and stacks. Its name is the number of this process.
    temporary: PathBuf,
    /// For projects whose path stays the same, because compilers cache their results for each path.
    projects: PathBuf,
    /// Keeps other runs out of the projects.
    _lock: File,
}

impl Memory {
    /// Creates the folders if there is space for them and programs may be executed there.
    pub(super) fn create(target: &Path) -> Option<Self> {
        // A kept project has to survive a restart of the machine.
        if env::var_os(KEEP_VARIABLE).is_some() {
            return None;
        }
        let user = capture(Command::new("id").arg("-u")).ok()?;
        let all = Path::new(MEMORY).join(format!("pulumi-wasm-tests-{user}"));
        // Runs that were killed may have left much.
        remove_leftovers(&all, Path::new(PROCESSES));
        if !has_room()? {
            return None;
        }
        create_folder(&all, OURS).ok()?;
        if !is_ours(&all, &user) {
            eprintln!(
                "test: the files of tests are not in memory: others may write to {}",
                all.display()
            );
            return None;
        }
        let mut hasher = DefaultHasher::new();
        target.hash(&mut hasher);
        let (projects, lock) = unused(&all, &format!("{PROJECTS}{:016x}", hasher.finish()))?;
        let folders = Self {
            temporary: all.join(process::id().to_string()),
            projects,
            _lock: lock,
        };
        for folder in [&folders.temporary, &folders.projects] {
            // An ended process may have had the same number.
            fs::remove_dir_all(folder).ok();
            fs::create_dir_all(folder).ok()?;
        }
        Some(folders)
    }

    /// Makes a command of tests use the folders. `tests/support/src/pulumi/stack_folder.rs` reads these variables.
    pub(super) fn apply(&self, cargo: &mut Command) {
        cargo
            .env("TMPDIR", &self.temporary)
            .env("PULUMI_WASM_TEST_STACKS", &self.temporary)
            .env("PULUMI_WASM_TEST_PROJECTS", &self.projects);
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // Fails if a program of a test still writes, and the next run removes the folder.
        fs::remove_dir_all(&self.temporary).ok();
        fs::remove_dir_all(&self.projects).ok();
        fs::remove_file(self.projects.with_extension(LOCK)).ok();
        if let Some(all) = self.temporary.parent() {
            remove_leftovers(all, Path::new(PROCESSES));
        }
    }
}

/// The first folder of this name that no other run uses, and its lock. A second run in the same repository gets a folder with a number.
fn unused(all: &Path, name: &str) -> Option<(PathBuf, File)> {
    (1..=MAX_RUNS).find_map(|number| {
        let folder = if number == 1 {
            all.join(name)
        } else {
            all.join(format!("{name}-{number}"))
        };
        let lock = try_lock(&folder.with_extension(LOCK))?;
        Some((folder, lock))
    })
}

/// Locks a file, which is created if it is missing. `None` if another process has the lock.
fn try_lock(path: &Path) -> Option<File> {
    let file = File::create(path).ok()?;
    file.try_lock().ok()?;
    // A run that ends removes its file: a lock on the removed file excludes no process.
    is_at(&file, path).then_some(file)
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    let found = path.symlink_metadata().map(identity).ok();
    found.is_some() && found == file.metadata().map(identity).ok()
}

/// Folders in memory exist on Linux alone.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Whether this user alone can write to a folder. All users can make folders in memory, also with the name of this one.
#[cfg(unix)]
fn is_ours(folder: &Path, user: &str) -> bool {
    use std::os::unix::fs::MetadataExt;

    let others_write = 0o022;
    folder.symlink_metadata().is_ok_and(|found| {
        found.is_dir() && found.uid().to_string() == user && found.mode() & others_write == 0
    })
}

/// Folders in memory exist on Linux alone.
#[cfg(not(unix))]
fn is_ours(_: &Path, _: &str) -> bool {
    false
}

/// Whether the tests fit into the file system and into the machine's memory, which may be smaller.
fn has_room() -> Option<bool> {
    let mounts = fs::read_to_string(Path::new(PROCESSES).join("mounts")).ok()?;
    let options = mounts.lines().find_map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        (words.get(1) == Some(&MEMORY)).then(|| words.get(3).copied())?
    })?;
    let may_run = !options.split(',').any(|option| option == "noexec");
    let memory = fs::read_to_string(Path::new(PROCESSES).join("meminfo")).ok()?;
    let available = memory.lines().find_map(|line| {
        let kilobytes = line.strip_prefix("MemAvailable:")?.trim();
        kilobytes.strip_suffix(" kB")?.parse::<u64>().ok()
    })?;
    let free = capture(Command::new("df").args(["-Pk", MEMORY])).ok()?;
    let free: u64 = free
        .lines()
        .nth(1)?
        .split_whitespace()
        .nth(3)?
        .parse()
        .ok()?;
    Some(may_run && free >= MIN_FREE_KILOBYTES && available >= MIN_FREE_KILOBYTES)
}

/// Removes the temporary folders whose process has ended, and the folders of projects that no run uses. They may be of another
/// repository, whose next run may be far away.
fn remove_leftovers(all: &Path, processes: &Path) {
    for folder in fs::read_dir(all).into_iter().flatten().flatten() {
        let name = folder.file_name();
        let is_process = name.to_string_lossy().parse::<u32>().is_ok();
        if is_process && !processes.join(&name).exists() {
            // The next run tries again.
            fs::remove_dir_all(folder.path()).ok();
        }
        if name.to_string_lossy().starts_with(PROJECTS) {
            let projects = folder.path().with_extension("");
            let path = projects.with_extension(LOCK);
            if let Some(_lock) = try_lock(&path) {
                fs::remove_dir_all(&projects).ok();
                fs::remove_file(path).ok();
            }
        }
    }
    // Fails while another run has a folder in it.
    fs::remove_dir(all).ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_at_the_same_time_have_different_folders() {
        let all = env::temp_dir().join(format!("runs-{}", process::id()));
        fs::create_dir(&all).unwrap();
        let (first, lock) = unused(&all, "projects-1").unwrap();
        let (second, _) = unused(&all, "projects-1").unwrap();
        assert_eq!(first, all.join("projects-1"));
        assert_eq!(second, all.join("projects-1-2"));
        drop(lock);
        let (again, _) = unused(&all, "projects-1").unwrap();
        assert_eq!(again, first);
        fs::remove_dir_all(all).unwrap();
    }

    #[test]
    fn a_lock_on_a_removed_file_does_not_count() {
        let all = env::temp_dir().join(format!("removed-{}", process::id()));
        fs::create_dir(&all).unwrap();
        let path = all.join("lock");
        let file = File::create(&path).unwrap();
        assert!(is_at(&file, &path));
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&file, &path));
        let lock = try_lock(&path).unwrap();
        assert!(!is_at(&file, &path) && is_at(&lock, &path));
        assert!(try_lock(&path).is_none());
        fs::remove_dir_all(all).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_folder_of_others_is_not_used() {
        use std::os::unix::fs::PermissionsExt;

        let user = capture(Command::new("id").arg("-u")).unwrap();
        let root = env::temp_dir().join(format!("owner-{}", process::id()));
        let (folder, link) = (root.join("folder"), root.join("link"));
        create_folder(&folder, OURS).unwrap();
        assert!(is_ours(&folder, &user));
        std::os::unix::fs::symlink(&folder, &link).unwrap();
        for (mode, expected) in [(0o755, true), (0o777, false), (0o775, false)] {
            fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(is_ours(&folder, &user), expected, "{mode:o}");
        }
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
        assert!(is_ours(&folder, &user) && !is_ours(&folder, "4294967294"));
        assert!(!is_ours(&link, &user));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn folders_of_ended_runs_go_and_others_stay() {
        let root = env::temp_dir().join(format!("leftovers-{}", process::id()));
        let (all, processes) = (root.join("all"), root.join("processes"));
        for folder in [
            "7",
            "8",
            "projects-used",
            "projects-left",
            "projects-unlocked",
        ] {
            fs::create_dir_all(all.join(folder).join("inside")).unwrap();
        }
        fs::create_dir_all(processes.join("8")).unwrap();
        let (used, lock) = unused(&all, "projects-used").unwrap();
        fs::write(all.join("projects-left.lock"), "").unwrap();
        remove_leftovers(&all, &processes);
        let mut names: Vec<_> = fs::read_dir(&all)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["8", "projects-used", "projects-used.lock"]);
        assert!(all.join("8/inside").exists() && used.join("inside").exists());
        drop(lock);
        fs::remove_dir_all(root).unwrap();
    }
}
