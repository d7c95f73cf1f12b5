//! The folder that a command writes its files into.

use std::path::Path;

use anyhow::ensure;

/// Checks, before the command does any work, that files can be put into the folder. It may be missing.
///
/// # Errors
/// If something other than a folder has the name.
pub(crate) fn check(folder: &Path) -> anyhow::Result<()> {
    ensure!(
        folder.is_dir() || !folder.exists(),
        "cannot write into `{}`, because it is not a folder\nhint: give the name of another folder",
        folder.display()
    );
    Ok(())
}
