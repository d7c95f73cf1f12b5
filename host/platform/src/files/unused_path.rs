//! Paths for files without a name.

use std::path::PathBuf;

/// A path among the temporary files that this process has not given away yet.
pub(super) fn unused_path() -> PathBuf {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("pulumi-wasm-code-{}-{number}", std::process::id());
    std::env::temp_dir().join(name)
}
