//! Lets the engine's programs begin without tables that they seldom use.
//!
//! `pulumi config set` asks two versions of one library whether a plain value looks like a password. Both read their
//! lists of names and passwords whenever any `pulumi` command begins: 72 of the 93 ms of computing before its first
//! line runs (`GODEBUG=inittrace=1 pulumi version`, Pulumi 3.259). The library can read them with the first question
//! as well, and so it does here: the answers stay the same. The tests run some 1,500 commands.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use super::go;
use crate::process;

/// The modules of the library.
const MODULES: [&str; 2] = [
    "github.com/ccojocar/zxcvbn-go",
    "github.com/nbutton23/zxcvbn-go",
];

/// A file of the library, a text in it, and the text that takes its place.
const EDITS: [(&str, &str, &str); 3] = [
    ("frequency/frequency.go", "func init() {", "func Load() {"),
    (
        "matching/matching.go",
        "func init() {\n\tloadFrequencyList()\n}\n",
        "",
    ),
    (
        "matching/matching.go",
        "func loadFrequencyList() {\n",
        "func loadFrequencyList() {\n\tfrequency.Load()\n",
    ),
];

/// The edits as words: with other ones, other programs come about.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    EDITS
        .into_iter()
        .flat_map(|(file, from, to)| [file, from, to])
}

/// Puts changed copies of the library into a folder, and lets a `go.mod` take them. `module` is the folder of that
/// `go.mod`.
///
/// # Errors
/// When the library cannot be had, or its text is another one.
pub(super) fn apply(go: &Path, module: &Path, folder: &Path) -> Result<()> {
    for (number, name) in MODULES.into_iter().enumerate() {
        let source = source(go, module, name)?;
        let copy = folder.join(number.to_string());
        copy_tree(&source, &copy)?;
        let description = copy.join("go.mod");
        if !description.exists() {
            // A module from before there were modules.
            fs::write(&description, format!("module {name}\n"))
                .with_context(|| format!("{} cannot be written", description.display()))?;
        }
        for (file, from, to) in EDITS {
            let path = copy.join(file);
            let text = edited(name, file, &read(&path)?, from, to)?;
            fs::write(&path, text)
                .with_context(|| format!("{} cannot be written", path.display()))?;
        }
        let replace = format!("-replace={name}={}", copy.display());
        run(go, module, &["mod", "edit", &replace])?;
    }
    Ok(())
}

/// Copies the files of a folder that the module cache keeps read-only, so that they can be changed.
fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    let failed = || format!("{} cannot be copied to {}", from.display(), to.display());
    fs::create_dir_all(to).with_context(failed)?;
    for entry in fs::read_dir(from).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            // Without the permissions, which forbid writing.
            let bytes = fs::read(entry.path()).with_context(failed)?;
            fs::write(&target, bytes).with_context(failed)?;
        }
    }
    Ok(())
}

/// The folder of a required module, which is downloaded if it is missing.
fn source(go: &Path, module: &Path, name: &str) -> Result<PathBuf> {
    run(go, module, &["mod", "download", name])?;
    let folder = run(go, module, &["list", "-m", "-f", "{{.Dir}}", name])?;
    let folder = PathBuf::from(folder.trim());
    ensure!(folder.is_dir(), "the Go module {name} was not downloaded");
    Ok(folder)
}

fn run(go: &Path, module: &Path, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new(go);
    let command = command.current_dir(module).env("GOFLAGS", go::FLAGS);
    process::capture(command.env("GOWORK", "off").args(arguments))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}

/// A text with one change, which has one place.
fn edited(module: &str, file: &str, text: &str, from: &str, to: &str) -> Result<String> {
    let count = text.matches(from).count();
    ensure!(
        count == 1,
        "{file} of the Go module {module} has `{from}` {count} times, not once\n\
         hint: see xtask/src/setup/lazy_tables.rs"
    );
    Ok(text.replace(from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_not_there_once_is_told() {
        let edit = |text| edited("m", "f.go", text, "init()", "Load()");
        assert_eq!(edit("func init() {}").unwrap(), "func Load() {}");
        for text in ["", "init() init()"] {
            let error = edit(text).unwrap_err().to_string();
            assert!(
                error.contains("`init()`") && error.contains("hint: "),
                "{error}"
            );
        }
    }
}
