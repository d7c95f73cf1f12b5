//! Guests that were built for a released version of the interface: `tests/guests-VERSION`.
//!
//! They are never rebuilt. `NAME.wasm.gz` is one of them, and `NAME.cases` names the cases that it passed then, one a
//! line. `NAME-shell.wasm.gz` has the parts that a host links of one that is too large to be kept, with functions that
//! end in a trap.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::json;

use super::case::Case;
use super::languages::{Language, usual};

/// How folders with such guests begin.
const FOLDERS: &str = "guests-";
const COMPRESSED: &str = ".wasm.gz";
/// How the names of shells end.
const SHELL: &str = "-shell";

/// A guest of an earlier release.
pub(crate) struct Kept {
    file: PathBuf,
    /// The place of the unpacked component.
    component: PathBuf,
    /// The names of its cases.
    pub(crate) cases: Vec<String>,
    /// Whether it can be linked, and does nothing.
    pub(crate) is_shell: bool,
}

/// All of them, each with a name such as `rust-0.1.0`.
pub(crate) fn all() -> Vec<(String, Kept)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut found = Vec::new();
    for folder in entries(&tests) {
        let Some(version) = name(&folder).strip_prefix(FOLDERS).map(str::to_owned) else {
            continue;
        };
        for file in entries(&folder) {
            if let Some(language) = name(&file).strip_suffix(COMPRESSED) {
                let name = format!("{language}-{version}");
                found.push((name.clone(), Kept::of(&file, language, &name)));
            }
        }
    }
    found
}

impl Kept {
    fn of(file: &Path, language: &str, name: &str) -> Self {
        let list = file.with_file_name(format!("{language}.cases"));
        let is_shell = language.ends_with(SHELL);
        let text = match is_shell {
            true => String::new(),
            false => fs::read_to_string(&list)
                .unwrap_or_else(|error| panic!("{}: {error}", list.display())),
        };
        let unpacked = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept-guests");
        Self {
            file: file.to_owned(),
            component: unpacked.join(format!("{name}.wasm")),
            cases: text.lines().map(str::to_owned).collect(),
            is_shell,
        }
    }

    /// Whether it passed this case when it was built.
    pub(crate) fn plays(&self, case: &Case) -> bool {
        self.cases.contains(&case.name)
    }

    /// The component, unpacked unless the last run left the same one.
    pub(crate) fn component(&self) -> PathBuf {
        let modified = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
        if modified(&self.component) > modified(&self.file) {
            return self.component.clone();
        }
        let folder = self.component.parent().expect("a folder");
        fs::create_dir_all(folder).expect("a folder");
        // No reader finds half of it.
        let mut part = tempfile::NamedTempFile::new_in(folder).expect("a file");
        let packed = File::open(&self.file).expect("the guest");
        io::copy(&mut GzDecoder::new(packed), &mut part).expect("a packed file");
        part.persist(&self.component).expect("a file in its place");
        self.component.clone()
    }
}

/// A shell is loaded and linked: a call enters it, and ends in its trap.
pub(crate) async fn links(shell: &Language) -> Result<(), String> {
    let plugin = shell.launch().await;
    let entered = plugin
        .call("CheckConfig", &json!({ "news": usual() }))
        .await;
    plugin.stop().await;
    match entered {
        Err(failure)
            if failure.code == "ABORTED" && failure.message.contains("the component crashed") =>
        {
            Ok(())
        }
        Err(failure) => Err(format!("{}: {}", failure.code, failure.message)),
        Ok(answer) => Err(format!("a shell answered {answer}")),
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

fn name(path: &Path) -> &str {
    path.file_name()
        .and_then(|name| name.to_str())
        .expect("a name in Unicode")
}
