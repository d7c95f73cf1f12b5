//! Guests that are kept for a version of the interface: `tests/interface/guests-VERSION`. The release of the version freezes them.
//!
//! `NAME.wasm.gz` is a guest, and `NAME.cases` names the cases that it passed when it was built, one a line.
//! `NAME-shell.wasm.gz` has the parts that a host links of a guest that is too large to be kept, with functions that
//! end in a trap.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::read::GzDecoder;
use pulumi_wasm_conformance::{Case, usual_configuration};
use serde_json::json;

use super::languages::Language;

/// Set by `cargo xtask kept-guests`.
const WRITES_VARIABLE: &str = "PULUMI_WASM_TEST_WRITE_CASES";
/// The prefix of folders with such guests.
const FOLDERS: &str = "guests-";
const COMPRESSED: &str = ".wasm.gz";
/// The suffix of the names of shells.
const SHELL: &str = "-shell";

/// A kept guest.
pub(crate) struct Kept {
    file: PathBuf,
    list: PathBuf,
    /// The place of the unpacked component.
    component: PathBuf,
    /// The names of its cases.
    pub(crate) cases: Vec<String>,
    /// Whether it can only be linked, because all its functions end in a trap.
    pub(crate) is_shell: bool,
}

/// All kept guests, each with a name such as `rust-0.1.0`.
pub(crate) fn all() -> Vec<(String, Kept)> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface");
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
        let text = if is_shell {
            String::new()
        } else {
            fs::read_to_string(&list).unwrap_or_else(|error| panic!("{}: {error}", list.display()))
        };
        let unpacked = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept-guests");
        Self {
            file: file.to_owned(),
            list,
            component: unpacked.join(format!("{name}.wasm")),
            cases: text.lines().map(str::to_owned).collect(),
            is_shell,
        }
    }

    /// Whether it passed this case when it was built.
    pub(crate) fn plays(&self, case: &Case) -> bool {
        self.cases.contains(&case.name)
    }

    /// Gives the path of the component, and unpacks it unless the last run left the same one.
    pub(crate) fn unpacking(&self) -> impl Fn() -> anyhow::Result<PathBuf> + Send + Sync + 'static {
        let (file, component) = (self.file.clone(), self.component.clone());
        move || {
            let modified = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
            if modified(&component) > modified(&file) {
                return Ok(component.clone());
            }
            let folder = component.parent().expect("a folder");
            fs::create_dir_all(folder)?;
            // A reader never finds an incomplete file.
            let mut part = tempfile::NamedTempFile::new_in(folder)?;
            io::copy(&mut GzDecoder::new(File::open(&file)?), &mut part)?;
            part.persist(&component)?;
            Ok(component.clone())
        }
    }
}

/// Writes the lists of cases again, if `cargo xtask kept-guests` wants that: a guest that is built today passes all
/// cases of today, except the exceptions of its language.
pub(crate) fn writes_cases(cases: &[Arc<Case>], languages: &[Arc<Language>]) -> bool {
    if std::env::var_os(WRITES_VARIABLE).is_none() {
        return false;
    }
    let guests = languages
        .iter()
        .filter_map(|language| Some((language, language.kept.as_ref()?)));
    for (language, kept) in guests.filter(|(_, kept)| !kept.is_shell) {
        let (name, _) = language.name.split_once('-').expect("a version");
        let of_today = languages.iter().find(|other| other.name == name);
        let of_today = of_today.expect("a guest of today");
        let passed = cases
            .iter()
            .filter(|case| of_today.plays(case) && !of_today.exceptions.contains_key(&case.name));
        let lines: String = passed.map(|case| format!("{}\n", case.name)).collect();
        fs::write(&kept.list, lines).expect("a list");
    }
    true
}

/// A shell is loaded and linked: a call enters it, and ends in its trap.
pub(crate) async fn links(shell: &Language) -> Result<(), String> {
    let told = |error: anyhow::Error| format!("{error:#}");
    let plugin = shell.guest.launch().await.map_err(told)?;
    let request = json!({ "news": usual_configuration() });
    let entered = plugin.call("CheckConfig", &request).await.map_err(told)?;
    plugin.stop().await.map_err(told)?;
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
