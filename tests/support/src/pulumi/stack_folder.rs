//! The folder in which the projects, homes and states of tests lie.
//!
//! A stack is some hundred small files that live for seconds. In memory, all tests with an engine together take an
//! eighth less time.

use crate::programs;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;

/// A file system in memory that Linux has for all programs.
const MEMORY: &str = "/dev/shm";
/// The tests of one machine take less than a quarter of it.
const LEAST_ROOM: u64 = 8 << 30;

/// The folder of this process: in memory if there is space and programs may be executed there, otherwise below the
/// target folder.
pub fn stack_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| in_memory().unwrap_or_else(|| programs::scratch().into()))
}

fn in_memory() -> Option<PathBuf> {
    // A kept project has to survive a restart of the machine.
    if std::env::var_os("PULUMI_WASM_TEST_KEEP").is_some() || !has_room()? {
        return None;
    }
    let all = Path::new(MEMORY).join(format!("pulumi-wasm-tests-{}", user()));
    fs::create_dir_all(&all).ok()?;
    // `cargo xtask test` removes the folders of processes that have ended.
    let own = all.join(process::id().to_string());
    // An ended process had the same number.
    let _ = fs::remove_dir_all(&own);
    fs::create_dir_all(&own).ok()?;
    Some(own)
}

/// Whether the tests fit into the file system and into the machine's memory, which may be smaller.
#[cfg(target_os = "linux")]
fn has_room() -> Option<bool> {
    use rustix::fs::{StatVfsMountFlags, statvfs};

    let found = statvfs(MEMORY).ok()?;
    let may_run = !found.f_flag.contains(StatVfsMountFlags::NOEXEC);
    let memory = fs::read_to_string("/proc/meminfo").ok()?;
    let available = memory.lines().find_map(|line| {
        let kilobytes = line.strip_prefix("MemAvailable:")?.trim();
        kilobytes.strip_suffix(" kB")?.parse::<u64>().ok()
    })?;
    Some(may_run && found.f_bavail * found.f_frsize >= LEAST_ROOM && available * 1024 >= LEAST_ROOM)
}

#[cfg(target_os = "linux")]
fn user() -> u32 {
    rustix::process::getuid().as_raw()
}

#[cfg(not(target_os = "linux"))]
fn has_room() -> Option<bool> {
    None
}

#[cfg(not(target_os = "linux"))]
fn user() -> u32 {
    0
}
