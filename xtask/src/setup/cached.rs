//! Things that are made once and kept in a folder that survives between clones.
//!
//! Their pins are part of their folder's name, so that a changed pin makes a new one.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::paths::Paths;

/// The folder for something of this kind and version that is made of these files.
pub(crate) fn directory(kind: &str, version: &str, pins: &[PathBuf]) -> Result<PathBuf> {
    directory_of(kind, version, pins, &[])
}

/// The same for something that is made of these files and as these words say.
pub(crate) fn directory_of(
    kind: &str,
    version: &str,
    pins: &[PathBuf],
    words: &[&str],
) -> Result<PathBuf> {
    let mut bytes = Vec::new();
    for pin in pins {
        bytes.extend(fs::read(pin).with_context(|| format!("{} cannot be read", pin.display()))?);
    }
    for word in words {
        // Two words are others than the same letters in one.
        bytes.push(0);
        bytes.extend(word.as_bytes());
    }
    let name = format!("v{version}-{:016x}", fnv1a(&bytes));
    Ok(Paths::cache()?.join(kind).join(name))
}

/// Makes a folder under another name and renames it, so that a folder of that name is whole.
pub(crate) fn make(
    home: &Path,
    is_whole: impl Fn() -> bool,
    make: impl FnOnce(&Path) -> Result<()>,
) -> Result<()> {
    if is_whole() {
        return Ok(());
    }
    let partial = home.with_extension(format!("partial-{}", std::process::id()));
    let made = fs::create_dir_all(&partial)
        .with_context(|| format!("{} cannot be created", partial.display()))
        .and_then(|()| make(&partial))
        .and_then(|()| take_into_use(&partial, home, &is_whole));
    fs::remove_dir_all(&partial).ok();
    made?;
    anyhow::ensure!(
        is_whole(),
        "{} was made, but it does not work",
        home.display()
    );
    Ok(())
}

fn take_into_use(partial: &Path, home: &Path, is_whole: impl Fn() -> bool) -> Result<()> {
    // Another process may have made the same in the meantime: that one stays, it may be in use.
    if is_whole() {
        return Ok(());
    }
    if home.exists() {
        fs::remove_dir_all(home)
            .with_context(|| format!("{} cannot be removed", home.display()))?;
    }
    fs::rename(partial, home).with_context(|| {
        format!(
            "{} cannot be renamed to {}",
            partial.display(),
            home.display()
        )
    })
}

/// Copies files of these names, so that a tool's additions to them stay out of the repository.
pub(crate) fn copy(names: &[&str], from: &Path, to: &Path) -> Result<()> {
    for name in names {
        let file = from.join(name);
        fs::copy(&file, to.join(name))
            .with_context(|| format!("{} cannot be copied", file.display()))?;
    }
    Ok(())
}

/// A hash that stays the same in every Rust version: its name outlives this build.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::fnv1a;

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
    }
}
