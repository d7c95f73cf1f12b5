//! Released versions of the provider interface do not change; `wit/README.md` has the rules.
//!
//! `tests/interface/wit/VERSION.wit` is the text of a version without its comments. One parser reads and prints both sides,
//! so that only a difference in meaning is a difference. The first release freezes the text. Until then, a commit that
//! changes the interface replaces the text, so that a review shows the change: remove the file, run this test, and keep
//! the text that it prints.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use wit_component::WitPrinter;
use wit_parser::{PackageId, Resolve};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The versions that there are, by the names of their folders.
fn versions() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("wit")).expect("the folder `wit`");
    let folders = entries.map(|entry| entry.expect("an entry").path());
    folders
        .filter(|path| path.is_dir())
        .map(|path| name(&path))
        .collect()
}

/// The version in the name of a folder or a file.
fn name(path: &Path) -> String {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.expect("a name in Unicode");
    name.strip_suffix(".wit").unwrap_or(name).to_owned()
}

/// The kept text of a version.
fn kept(version: &str) -> PathBuf {
    root().join(format!("tests/interface/wit/{version}.wit"))
}

/// The meaning of a version's files.
fn meaning_of_folder(version: &str) -> String {
    let wit = root().join("wit");
    let mut resolve = Resolve::default();
    for earlier in versions().range(..version.to_owned()) {
        resolve.push_path(wit.join(earlier)).expect("WIT");
    }
    let (package, _) = resolve.push_path(wit.join(version)).expect("WIT");
    written(&resolve, package)
}

/// The meaning of a version's text, which may include the kept texts of the versions before it.
fn meaning(version: &str, text: &str) -> String {
    let mut resolve = Resolve::default();
    for earlier in versions().range(..version.to_owned()) {
        let text = fs::read_to_string(kept(earlier)).expect("what was kept");
        resolve.push_str("earlier.wit", &text).expect("WIT");
    }
    let package = resolve.push_str("kept.wit", text).expect("WIT");
    written(&resolve, package)
}

/// A package without comments.
fn written(resolve: &Resolve, package: PackageId) -> String {
    let mut printer = WitPrinter::default();
    printer.emit_docs(false);
    printer.print(resolve, package, &[]).expect("a package");
    printer.output.into()
}

/// Fails with the first line that differs.
#[track_caller]
fn assert_same(version: &str, kept: &str, now: &str) {
    if kept == now {
        return;
    }
    let (mut old, mut new) = (kept.lines(), now.lines());
    let mut number = 1;
    loop {
        let (old, new) = (old.next(), new.next());
        assert!(
            old == new,
            "wit/{version} differs in meaning from the text that is kept, and a released version never changes, because \
             components use it\n  line {number} of tests/interface/wit/{version}.wit\n  was: {}\n  is:  {}\nhint: wit/README.md \
             says how the interface grows; before the release of {version}, remove the kept text, and run this test again",
            old.unwrap_or("(nothing)"),
            new.unwrap_or("(nothing)")
        );
        number += 1;
    }
}

#[test]
fn no_released_version_changes_its_meaning() {
    for version in versions() {
        let file = kept(&version);
        let text = fs::read_to_string(&file).unwrap_or_else(|error| {
            panic!(
                "{}: {error}\nhint: keep the text of wit/{version} there:\n{}",
                file.display(),
                meaning_of_folder(&version)
            )
        });
        let now = meaning_of_folder(&version);
        assert_same(&version, &meaning(&version, &text), &now);
    }
}

#[test]
fn no_released_version_goes_away() {
    let entries = fs::read_dir(root().join("tests/interface/wit")).expect("the folder");
    let kept: BTreeSet<String> = entries
        .map(|entry| name(&entry.expect("an entry").path()))
        .collect();
    assert_eq!(kept, versions());
    for version in kept {
        let host = format!("host/sandbox/src/guest/v{}", version.replace('.', "_"));
        assert!(root().join(&host).is_dir(), "{host} is gone");
    }
}

#[test]
fn a_comment_is_not_a_change_and_all_that_components_notice_is() {
    let text = fs::read_to_string(kept("0.1.0")).expect("what was kept");
    let original = meaning("0.1.0", &text);
    let changed = |old: &str, new: &str| {
        assert!(text.contains(old), "there is no `{old}`");
        meaning("0.1.0", &text.replacen(old, new, 1))
    };
    let commented = changed(
        "variant error {",
        "/// Why.\n  variant error { // all of it",
    );
    assert_eq!(commented, original);
    for (old, new) in [
        // A field more, a case more, two that changed places, a function more, another type, another name.
        ("time-left-ms: u32,", "time-left-ms: u32,\n    seed: u32,"),
        ("crashed(failure),", "crashed(failure),\n    busy(failure),"),
        ("debug,\n        info,", "info,\n        debug,"),
        (
            "now: func() -> instant;",
            "now: func() -> instant;\n  zone: func() -> string;",
        ),
        ("handle: u32", "handle: u64"),
        ("monotonic-ms", "monotonic-milliseconds"),
        ("import random;", ""),
        ("@0.1.0", "@0.1.1"),
    ] {
        assert_ne!(changed(old, new), original, "{old} → {new}");
    }
}
