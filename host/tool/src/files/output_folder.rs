//! The folder that a command writes its files into.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, bail};

/// Checks, before the command does any work, that files can be put into the folder. It may be missing.
///
/// # Errors
/// If something other than a folder has the name, or no folder can have it.
pub(crate) fn check(folder: &Path) -> anyhow::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let shown = folder.display();
    let reason = match folder.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).with_context(|| format!("cannot write into `{shown}`")),
        Ok(found) if found.is_symlink() && !folder.exists() => {
            "because it is a link that leads to nothing"
        }
        Ok(_) => "because it is not a folder",
    };
    bail!("cannot write into `{shown}`, {reason}\nhint: give the name of another folder")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;
    use crate::terminal::Failure;

    #[test]
    fn a_name_that_no_folder_can_have_is_told_with_the_next_step() {
        let home = tempfile::tempdir().unwrap();
        let at = |name: &str| home.path().join(name);
        fs::create_dir(at("folder")).unwrap();
        fs::write(at("file"), "text").unwrap();
        for (target, link) in [("folder", "good"), ("file", "bad"), ("nothing", "dangling")] {
            symlink(target, at(link)).unwrap();
        }
        for name in ["folder", "good", "missing", "missing/too", "good/missing"] {
            check(&at(name)).unwrap();
        }
        let long = "x".repeat(300);
        for (name, expected) in [
            ("file", "because it is not a folder"),
            ("bad", "because it is not a folder"),
            ("dangling", "because it is a link that leads to nothing"),
            ("file/below", "Not a directory"),
            (&long, "too long"),
        ] {
            let error = Failure(&check(&at(name)).unwrap_err()).to_string();
            assert!(error.starts_with("cannot write into `"), "{error}");
            assert!(error.contains(expected), "{error}");
            assert!(error.contains("\nhint: give "), "{error}");
        }
    }
}
