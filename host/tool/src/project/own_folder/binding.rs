//! Whether the folder `.pulumi-wasm` of a project was made by this user's tool.
//!
//! A build believes the folder: the last component, the toolchain and the packages in it are not made again. A cloned
//! project may contain such a folder of its author, with a component that does not come from the sources. So the tool
//! marks the folder with a key from the user's folder, which no other author knows, and discards the contents of a
//! folder without the mark.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::Context;
use pulumi_wasm_packages::Digest;
use pulumi_wasm_platform::env;

use crate::files::bounded_file;
use crate::files::whole_file::{self, Audience};

/// The file with the mark.
pub(super) const MARK: &str = "machine";
/// The link to the environment of a toolchain.
pub(super) const ENVIRONMENT: &str = "venv";
/// The file with the key, in the folder of the user.
const KEY: &str = "build-key";
const KEY_BYTES: usize = 32;
/// The parts that a build or the author's Makefile believes.
const BELIEVED: [&str; 8] = [
    "build",
    "c",
    "loop",
    "mypy",
    "packages",
    "sdk",
    ENVIRONMENT,
    "wheels",
];

/// Marks the folder as made by this user at this path. If it has no such mark, first removes everything that a build
/// would trust, and the build makes it again. Called by one build at a time.
///
/// # Errors
/// When a part cannot be removed, or the mark cannot be written.
pub(crate) fn bind(own: &Path) -> anyhow::Result<()> {
    let real = own
        .canonicalize()
        .with_context(|| format!("cannot find {}", own.display()))?;
    let file = own.join(MARK);
    let expected = key().map(|key| mark(&key, &real));
    if let Some(expected) = &expected
        && bounded_file::text(&file).is_ok_and(|found| found == *expected)
    {
        return Ok(());
    }
    if forget(own)? {
        eprintln!(
            "note: your `pulumi-wasm` did not make `{}` at this path, so it makes the folder again",
            own.display()
        );
    }
    let Some(expected) = expected else {
        return Ok(());
    };
    whole_file::write(&file, expected.as_bytes(), Audience::Everybody)
        .with_context(|| format!("cannot write {}", file.display()))
}

/// The mark of a folder. It reveals nothing about the key.
fn mark(key: &str, real: &Path) -> String {
    let mut bytes = key.as_bytes().to_vec();
    bytes.extend(real.as_os_str().as_encoded_bytes());
    Digest::of(&bytes).hex().to_owned()
}

/// The key of the user, made at the first use. `None` if the key can be neither read nor stored: then no folder and no
/// note is trusted.
pub(super) fn key() -> Option<String> {
    let file = env::pulumi_home()?.join("wasm").join(KEY);
    if let Some(key) = read(&file) {
        return Some(key);
    }
    let mut drawn = [0_u8; KEY_BYTES];
    getrandom::fill(&mut drawn).ok()?;
    let key = Digest::of(&drawn).hex().to_owned();
    whole_file::write(&file, key.as_bytes(), Audience::Owner).ok()?;
    // Another process may have written one in the meantime.
    read(&file)
}

fn read(file: &Path) -> Option<String> {
    let key = bounded_file::text(file).ok()?;
    (key.len() == 2 * KEY_BYTES).then_some(key)
}

/// Removes everything that a build would trust, and returns whether it removed anything.
fn forget(own: &Path) -> anyhow::Result<bool> {
    let mut is_anything = false;
    for name in BELIEVED {
        is_anything |= remove(&own.join(name))?;
    }
    Ok(is_anything)
}

/// Removes a file, a folder, or a link without the folder that it leads to. Returns whether it was there.
pub(super) fn remove(part: &Path) -> anyhow::Result<bool> {
    let removed = match part.symlink_metadata() {
        Ok(found) if found.is_dir() => fs::remove_dir_all(part),
        Ok(_) => fs::remove_file(part),
        Err(error) => Err(error),
    };
    match removed {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| format!("cannot remove {}", part.display())),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_mark_is_of_one_key_and_one_path() {
        let of = |key: &str, path: &str| mark(key, Path::new(path));
        assert_eq!(of("a", "/srv/one"), of("a", "/srv/one"));
        assert_ne!(of("a", "/srv/one"), of("b", "/srv/one"));
        assert_ne!(of("a", "/srv/one"), of("a", "/srv/two"));
    }

    #[test]
    fn what_a_build_believes_is_forgotten_and_files_of_the_user_stay() {
        let project = tempfile::tempdir().unwrap();
        let own = project.path().join(".pulumi-wasm");
        for name in BELIEVED {
            fs::create_dir_all(own.join(name).join("inside")).unwrap();
        }
        fs::create_dir_all(own.join("test")).unwrap();
        fs::write(own.join("lock"), "").unwrap();
        // The author of a project plants an environment elsewhere.
        fs::remove_dir_all(own.join(ENVIRONMENT)).unwrap();
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("notes"), "mine").unwrap();
        symlink(outside.path(), own.join(ENVIRONMENT)).unwrap();
        assert!(forget(&own).unwrap());
        assert!(own.join("lock").is_file() && own.join("test").is_dir());
        assert!(
            BELIEVED
                .iter()
                .all(|name| own.join(name).symlink_metadata().is_err())
        );
        assert!(outside.path().join("notes").is_file());
        assert!(!forget(&own).unwrap());
    }
}
