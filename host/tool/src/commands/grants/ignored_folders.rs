//! The folders that Pulumi and its plugins keep for themselves, which may lie in a project: large, and never a
//! program's code.

use std::path::PathBuf;

use pulumi_wasm_platform::env as environment;

/// Why they are left out.
pub(super) const REASON: &str = "plugins, components and compiled code are kept there";

/// The existing folders, without links: plugins, this plugin's data, and compiled code. The rest of Pulumi's home
/// folder is searched, because state may be kept there.
pub(super) fn folders() -> Vec<PathBuf> {
    let home = environment::pulumi_home();
    let below = |name: &str| home.as_ref().map(|home| home.join(name));
    let folders = [below("plugins"), below("wasm"), environment::cache_folder()];
    let folders = folders.into_iter().flatten();
    folders
        .filter_map(|folder| folder.canonicalize().ok())
        .collect()
}
