//! What the tests leave in memory: their folders lie in `/dev/shm`, as `tests/support/stack_folder.rs` says.

use std::fs;
use std::path::Path;

const MEMORY: &str = "/dev/shm";
const PREFIX: &str = "pulumi-wasm-tests-";

/// Removes the folders of processes that have ended. Those of other users stay, because they cannot be removed.
pub(super) fn remove() {
    remove_below(Path::new(MEMORY), Path::new("/proc"));
}

fn remove_below(memory: &Path, processes: &Path) {
    for all in fs::read_dir(memory).into_iter().flatten().flatten() {
        if !all.file_name().to_string_lossy().starts_with(PREFIX) {
            continue;
        }
        for left in fs::read_dir(all.path()).into_iter().flatten().flatten() {
            if !processes.join(left.file_name()).exists() {
                // It only takes memory; the next run tries again.
                _ = fs::remove_dir_all(left.path());
            }
        }
        // Fails while a process has a folder in it.
        _ = fs::remove_dir(all.path());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_ended_processes_go_and_others_stay() {
        let name = format!("leftovers-{}", std::process::id());
        let root = std::env::temp_dir().join(name);
        let (memory, processes) = (root.join("memory"), root.join("processes"));
        let users = ["pulumi-wasm-tests-1", "pulumi-wasm-tests-2", "other"];
        for folder in users.map(|user| memory.join(user)) {
            fs::create_dir_all(folder.join("7/inside")).unwrap();
        }
        fs::create_dir_all(memory.join("pulumi-wasm-tests-2/8/inside")).unwrap();
        fs::create_dir_all(processes.join("8")).unwrap();
        remove_below(&memory, &processes);
        let left: Vec<bool> = users.map(|user| memory.join(user).exists()).into();
        assert_eq!(left, [false, true, true]);
        assert!(memory.join("pulumi-wasm-tests-2/8/inside").exists());
        assert!(!memory.join("pulumi-wasm-tests-2/7").exists());
        assert!(memory.join("other/7").exists());
        fs::remove_dir_all(root).unwrap();
    }
}
