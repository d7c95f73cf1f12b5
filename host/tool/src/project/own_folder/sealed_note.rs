//! Notes of builds that a later build trusts. Each has a seal by the user's key.
//!
//! Anyone who can change a project can put a note into its folder `.pulumi-wasm`, for example by a commit that the user
//! pulls. They do not have the key, so their note lacks the seal for its path, and a build ignores it.

use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::Context;
use pulumi_wasm_packages::Digest;
use serde_json::{Value, json};

use super::binding::key;
use crate::component;
use crate::files::source_tree;
use crate::project::project_files::read_note;

/// Folders with code that Python compiled.
const COMPILED: &str = "__pycache__";

/// Reads a note. Null if it is missing, or this user's tool did not write it at this path.
pub(crate) fn read(file: &Path) -> Value {
    let found = read_note(file);
    let note = &found["note"];
    match seal(file, note) {
        Some(expected) if found["seal"] == expected => note.clone(),
        _ => Value::Null,
    }
}

/// Writes a note. If the user's key cannot be kept, a later build ignores the note.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write(file: &Path, note: &Value) -> anyhow::Result<()> {
    let seal = seal(file, note);
    let sealed = json!({ "note": note, "seal": seal });
    component::write(file, sealed.to_string().as_bytes())
}

/// The seal of a note at a path.
fn seal(file: &Path, note: &Value) -> Option<String> {
    let folder = file.parent()?.canonicalize().ok()?;
    let place = folder.join(file.file_name()?);
    let place = Digest::of(place.as_os_str().as_encoded_bytes());
    let text = Digest::of(note.to_string().as_bytes());
    let parts = format!("{}{}{}", key()?, place.hex(), text.hex());
    Some(Digest::of(parts.as_bytes()).hex().to_owned())
}

/// Identifies a file by its size and its time of change. A file that another program writes gets another time.
///
/// # Errors
/// When the file cannot be read.
pub(crate) fn state_of(file: &Path) -> anyhow::Result<String> {
    let read = || {
        let found = file.metadata()?;
        let time = found.modified()?;
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok::<_, std::io::Error>(format!("{} {}", found.len(), since.as_nanos()))
    };
    read().with_context(|| format!("cannot read {}", file.display()))
}

/// Identifies all files below a folder except one, by their paths, sizes and times of change. Removes code that Python
/// compiled, because Python runs it instead of the source.
///
/// # Errors
/// When a file or folder cannot be read or removed.
pub(crate) fn state_below(folder: &Path, except: &Path) -> anyhow::Result<String> {
    let cannot = || format!("cannot read {}", folder.display());
    let mut lines = Vec::new();
    let files = source_tree::files(folder, &|path| path != except).with_context(cannot)?;
    for file in files {
        let compiled = file.ancestors().find(|path| path.ends_with(COMPILED));
        match compiled {
            Some(compiled) if compiled.exists() => {
                fs::remove_dir_all(compiled)
                    .with_context(|| format!("cannot remove {}", compiled.display()))?;
            }
            Some(_) => {}
            None => lines.push(format!("{} {}", file.display(), state_of(&file)?)),
        }
    }
    Ok(Digest::of(lines.join("\n").as_bytes()).hex().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_at_the_path_that_it_was_written_to_and_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one.json", "other.json"].map(|name| folder.path().join(name));
        let note = json!({ "component": "ab" });
        write(&one, &note).unwrap();
        assert_eq!(read(&one), note);
        fs::copy(&one, &other).unwrap();
        assert_eq!(read(&other), Value::Null);
        let changed = fs::read_to_string(&one).unwrap().replace("ab", "cd");
        fs::write(&one, changed).unwrap();
        assert_eq!(read(&one), Value::Null);
        fs::write(&one, note.to_string()).unwrap();
        assert_eq!(read(&one), Value::Null);
        assert_eq!(read(&folder.path().join("missing.json")), Value::Null);
    }

    #[test]
    fn a_file_that_is_added_changed_or_removed_changes_the_state_of_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mark = path("mark");
        fs::write(path("a.py"), "a").unwrap();
        let state = || state_below(folder.path(), &mark).unwrap();
        let first = state();
        fs::write(&mark, "").unwrap();
        assert_eq!(state(), first);
        fs::write(path("b.py"), "b").unwrap();
        assert_ne!(state(), first);
        fs::remove_file(path("b.py")).unwrap();
        assert_eq!(state(), first);
        fs::create_dir(path(COMPILED)).unwrap();
        fs::write(path(COMPILED).join("a.cpython-314.pyc"), "planted").unwrap();
        assert_eq!(state(), first);
        assert!(!path(COMPILED).exists());
        fs::write(path("a.py"), "bb").unwrap();
        assert_ne!(state(), first);
        fs::remove_file(path("a.py")).unwrap();
        assert_ne!(state(), first);
    }
}
