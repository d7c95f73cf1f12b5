//! Programs and packages that are made once, in folders that all clones share. The name of a folder contains a hash
//! of the files and words that it is made of, so that a change makes another folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::paths::Paths;

/// The folder for a version of a program that is made of these files and words.
pub(crate) fn directory(
    kind: &str,
    version: &str,
    files: &[PathBuf],
    words: &[&str],
) -> Result<PathBuf> {
    let name = format!("v{version}-{:016x}", hash(files, words)?);
    Ok(Paths::cache()?.join(kind).join(name))
}

/// Makes a folder under a temporary name and renames it, so that a folder with the final name is complete.
pub(crate) fn make(
    home: &Path,
    is_whole: impl Fn() -> bool,
    make: impl FnOnce(&Path) -> Result<()>,
) -> Result<()> {
    if is_whole() {
        return Ok(());
    }
    let partial = home.with_extension(format!("partial-{}", std::process::id()));
    fs::create_dir_all(&partial)
        .with_context(|| format!("{} cannot be created", partial.display()))?;
    let made = make(&partial);
    // Another process may have made the same folder, and may use it already.
    let renamed = made.and_then(|()| {
        if is_whole() {
            return Ok(());
        }
        fs::remove_dir_all(home).ok();
        fs::rename(&partial, home).with_context(|| format!("{} cannot be created", home.display()))
    });
    fs::remove_dir_all(&partial).ok();
    renamed?;
    ensure!(
        is_whole(),
        "{} was made, but it does not work",
        home.display()
    );
    Ok(())
}

/// Copies files, so that a tool's additions to them stay out of the repository.
pub(crate) fn copy(names: &[&str], from: &Path, to: &Path) -> Result<()> {
    for name in names {
        let file = from.join(name);
        fs::copy(&file, to.join(name))
            .with_context(|| format!("{} cannot be copied", file.display()))?;
    }
    Ok(())
}

/// The FNV-1a hash of files and words. Unlike the standard library's, it is the same in every version of Rust.
pub(crate) fn hash(files: &[PathBuf], words: &[&str]) -> Result<u64> {
    let mut bytes = Vec::new();
    for file in files {
        bytes.extend(fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?);
    }
    for word in words {
        // Separates the words.
        bytes.push(0);
        bytes.extend(word.as_bytes());
    }
    Ok(bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    }))
}
