//! Where the files are that are kept on this machine.

use pulumi_wasm_packages::Store;
use pulumi_wasm_sandbox::engine::CodeCache;

/// The two folders.
pub(super) struct Folders {
    pub(super) store: Store,
    pub(super) cache: CodeCache,
}
