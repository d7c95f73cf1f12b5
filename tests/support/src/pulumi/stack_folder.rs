//! The folders in which the projects, homes and states of tests lie: in memory if `cargo xtask test` found space there
//! (`xtask/src/test/memory.rs`), and otherwise below the target folder.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;

use crate::programs;

/// The folder of this process.
pub fn stack_folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| match env::var_os("PULUMI_WASM_TEST_STACKS") {
        Some(all) => {
            let own = Path::new(&all).join(process::id().to_string());
            // An ended process of this run may have had the same number.
            fs::remove_dir_all(&own).ok();
            fs::create_dir_all(&own).unwrap();
            own
        }
        None => programs::scratch().into(),
    })
}

/// A folder whose path is the same in each run, because compilers cache their results for each path. It does not exist: what an earlier
/// test left there is removed.
pub fn project_folder(name: &str) -> PathBuf {
    let all = env::var_os("PULUMI_WASM_TEST_PROJECTS");
    let all = all.map_or_else(|| programs::scratch().into(), PathBuf::from);
    let folder = all.join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    folder
}
