//! The guests: one for each folder in `tests/conformance/guests`, and the kept guests of released interfaces.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use pulumi_wasm_conformance::{Case, Guest, Host, Server};
use serde::de::DeserializeOwned;

use super::released::{self, Kept};

/// The package of the guests.
const PACKAGE: &str = "conformance";
/// The folder of the components that `cargo xtask test` built.
const COMPONENTS_VARIABLE: &str = "PULUMI_WASM_TEST_COMPONENTS";

/// A language, with the guest that is written in it.
pub(crate) struct Language {
    pub(crate) name: String,
    /// Cases that it cannot pass, each with the reason.
    pub(crate) exceptions: BTreeMap<String, String>,
    /// The component of an earlier release, if this is a kept guest.
    pub(crate) kept: Option<Kept>,
    /// The cases that short runs play, if those are not all.
    pub(crate) short: Option<Vec<String>>,
    pub(crate) guest: Guest,
}

/// The plugin of this build. Compiling takes most of the time: it is done once for all runs, in the folder of the built guests.
fn host() -> Host {
    let compiled_code = concat!(env!("CARGO_TARGET_TMPDIR"), "/compiled-code");
    Host {
        plugin: env!("CARGO_BIN_EXE_pulumi-resource-wasm").into(),
        compiled_code: Some(compiled_code.into()),
    }
}

/// All languages, by name.
pub(crate) fn all(folder: &Path, server: &Server) -> Vec<Language> {
    let entries = fs::read_dir(folder.join("guests")).expect("the folder of the guests");
    let folders = entries.map(|entry| entry.expect("an entry").path());
    let mut languages: Vec<Language> = folders
        .filter(|path| path.is_dir())
        .map(|path| Language::of_today(&path, server))
        .collect();
    let released = released::all().into_iter();
    languages.extend(released.map(|(name, kept)| Language::of_a_release(name, kept, server)));
    languages.sort_by(|left, right| left.name.cmp(&right.name));
    languages
}

impl Language {
    /// A language whose guest is built from a folder.
    fn of_today(folder: &Path, server: &Server) -> Self {
        let name = folder.file_name().and_then(|name| name.to_str());
        let name = name.expect("a name").to_owned();
        let of_component = name.clone();
        let component = move || built(&of_component);
        Self {
            exceptions: read_if_there(&folder.join("exceptions.yaml")).unwrap_or_default(),
            kept: None,
            short: read_if_there(&folder.join("short.yaml")),
            guest: Guest::new(name.clone(), host(), server, component).expect("a folder"),
            name,
        }
    }

    fn of_a_release(name: String, kept: Kept, server: &Server) -> Self {
        let component = kept.unpacking();
        Self {
            exceptions: BTreeMap::new(),
            kept: Some(kept),
            short: None,
            guest: Guest::new(name.clone(), host(), server, component).expect("a folder"),
            name,
        }
    }

    /// Whether it can play a case: a guest of an earlier release can play the cases of its time. Cases of other packages are played in `tests/plugin`.
    pub(crate) fn plays(&self, case: &Case) -> bool {
        case.package == PACKAGE && self.kept.as_ref().is_none_or(|kept| kept.plays(case))
    }

    /// Whether only long runs play a case.
    pub(crate) fn is_long(&self, case: &str) -> bool {
        let short = self.short.as_ref();
        short.is_some_and(|short| !short.iter().any(|name| name == case))
    }
}

/// The component of a language that `cargo xtask test` built.
fn built(language: &str) -> anyhow::Result<PathBuf> {
    let folder = std::env::var_os(COMPONENTS_VARIABLE);
    let folder = folder.with_context(|| {
        format!("{COMPONENTS_VARIABLE} is not set: run cargo xtask test conformance")
    })?;
    let file = Path::new(&folder).join(format!("conformance-{language}.wasm"));
    ensure!(
        file.is_file(),
        "{} is missing: run cargo xtask test conformance",
        file.display()
    );
    Ok(fs::canonicalize(file)?)
}

fn read_if_there<T: DeserializeOwned>(file: &Path) -> Option<T> {
    let text = fs::read_to_string(file).ok()?;
    let read = serde_saphyr::from_str(&text);
    Some(read.unwrap_or_else(|error| panic!("{}: {error}", file.display())))
}
