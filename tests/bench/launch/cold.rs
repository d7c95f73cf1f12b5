//! Starts a process without the caches of earlier ones.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use anyhow::{Context as _, Result};
use rustix::fs::{Advice, fadvise};

use crate::order::Provider;

/// Removes a provider's caches, and lets the system forget its files.
pub(crate) fn make(provider: &Provider) -> Result<()> {
    for folder in &provider.forget {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot remove {}", folder.display()));
            }
            _ => {}
        }
    }
    for path in &provider.evict {
        evict(path).with_context(|| format!("cannot evict {}", path.display()))?;
    }
    Ok(())
}

/// Takes a file, or all that is below a folder, out of the page cache.
fn evict(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            evict(&entry?.path())?;
        }
    } else if path.is_file() {
        let file = File::open(path)?;
        // Pages that are not on disk yet would stay.
        file.sync_data()?;
        fadvise(&file, 0, None, Advice::DontNeed)?;
    }
    Ok(())
}
