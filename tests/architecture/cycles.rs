//! Checks that folders of a crate have no cycles: no file leads back to itself through files of other folders. The
//! files of one folder may use each other.
//!
//! A file uses another file if a path in it, outside of tests, names an item that the other file defines. Re-exports
//! are followed to the definition, so a file that only declares modules uses nothing. Method calls do not name a file.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

use super::modules::Modules;

/// The crates, by the folders of their sources. That of the plugin has the folders of other crates in it.
const CRATES: [&str; 20] = [
    "guest-sdk/rust/src",
    "guest-sdk/rust-macros/src",
    "guest-sdk/rust-testing/src",
    "guest-sdk/rust-ureq/src",
    "host",
    "host/archive/src",
    "host/capability/src",
    "host/conformance/src",
    "host/core/src",
    "host/network/src",
    "host/packages/src",
    "host/platform/src",
    "host/registry/src",
    "host/sandbox/src",
    "host/signature/src",
    "host/simulator/src",
    "host/stand-in/src",
    "host/terraform/src",
    "host/tool/src",
    "xtask/src",
];

/// The files that each file uses.
fn uses(modules: &Modules) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut uses = BTreeMap::<&str, BTreeSet<&str>>::new();
    for (path, module) in &modules.0 {
        let file = module.file.as_str();
        let used = modules.used_by(path, module);
        uses.entry(file)
            .or_default()
            .extend(used.filter(|used| *used != file));
    }
    uses
}

/// The folder that a file belongs to. A file belongs to the folder that has its name, if that exists.
fn folder(file: &str, files: &BTreeSet<&str>) -> String {
    let stem = file.trim_end_matches(".rs");
    let own = format!("{stem}/");
    let is_root = files
        .range(own.as_str()..)
        .next()
        .is_some_and(|next| next.starts_with(&own));
    if is_root {
        return stem.to_owned();
    }
    let (folder, _) = file.rsplit_once('/').unwrap_or_default();
    folder.to_owned()
}

/// The files that a file leads to.
fn reached<'a>(from: &str, uses: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(file) = open.pop() {
        for next in uses.get(file).into_iter().flatten() {
            if reached.insert(*next) {
                open.push(next);
            }
        }
    }
    reached
}

/// The files of a shortest cycle that leaves its folder, the first file at both ends.
fn cycle<'a>(uses: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Option<Vec<&'a str>> {
    let files: BTreeSet<&str> = uses.keys().copied().collect();
    let leaves = |from: &str, to: &str| folder(from, &files) != folder(to, &files);
    let reached: BTreeMap<&str, BTreeSet<&str>> = files
        .iter()
        .map(|file| (*file, reached(file, uses)))
        .collect();
    let edges = uses.iter().flat_map(|(from, used)| {
        let leads_back = |to: &&&str| {
            reached
                .get(**to)
                .is_some_and(|from_it| from_it.contains(from))
        };
        let used = used.iter().filter(|to| leaves(from, to)).filter(leads_back);
        used.map(|to| (*from, *to))
    });
    let cycles = edges.filter_map(|(from, to)| {
        let mut ways = VecDeque::from([vec![from, to]]);
        let mut seen = BTreeSet::from([to]);
        while let Some(way) = ways.pop_front() {
            for next in uses.get(way.last()?).into_iter().flatten() {
                let way = [way.as_slice(), &[*next]].concat();
                if *next == from {
                    return Some(way);
                }
                if seen.insert(*next) {
                    ways.push_back(way);
                }
            }
        }
        None
    });
    cycles.min_by_key(Vec::len)
}

#[test]
fn the_folders_of_a_crate_stand_on_each_other() {
    let (mut files_in_all, mut uses_in_all) = (0, 0);
    for sources in CRATES {
        let mut files = Vec::new();
        collect(sources, &mut files);
        let modules = Modules::of(sources, files);
        let uses = uses(&modules);
        files_in_all += uses.len();
        uses_in_all += uses.values().map(BTreeSet::len).sum::<usize>();
        let cycle = cycle(&uses).map(|cycle| cycle.join("\n  uses "));
        assert_eq!(
            cycle, None,
            "files of {sources} lead back to themselves by way of another folder"
        );
    }
    assert!(files_in_all > 800, "{files_in_all} files were found");
    assert!(
        uses_in_all > 2 * files_in_all,
        "{uses_in_all} uses were found"
    );
}

#[test]
fn each_crate_of_the_host_is_among_those_with_checked_folders() {
    let host = Path::new(env!("CARGO_MANIFEST_DIR")).join("host");
    let mut count = 0;
    for entry in fs::read_dir(host).unwrap() {
        let folder = entry.unwrap();
        if folder.path().join("Cargo.toml").is_file() {
            let sources = format!("host/{}/src", folder.file_name().into_string().unwrap());
            assert!(CRATES.contains(&sources.as_str()), "{sources} is missing");
            count += 1;
        }
    }
    assert!(count > 10, "{count} crates were found");
}

/// Whether a file or folder of this name is compiled for tests alone.
fn is_of_tests(name: &str) -> bool {
    ["tests", "tests.rs", "test_version"].contains(&name) || name.ends_with("_tests.rs")
}

/// The files of a crate below a folder with their text, except test files.
fn collect(folder: &str, files: &mut Vec<(String, String)>) {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR"));
    for entry in fs::read_dir(repository.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let path = format!("{folder}/{name}");
        match entry.path() {
            _ if is_of_tests(&name) => {}
            other if other.join("Cargo.toml").is_file() => {}
            folder if folder.is_dir() => collect(&path, files),
            file if name.ends_with(".rs") => files.push((path, fs::read_to_string(file).unwrap())),
            _ => {}
        }
    }
}

#[test]
fn a_cycle_is_found_through_re_exports_and_named() {
    let found = |above: &str| {
        let files = [
            ("a/src/lib.rs", "mod low; mod top;"),
            (
                "a/src/low/mod.rs",
                "mod deep; pub(crate) use deep::{Deep as Found, deep};",
            ),
            ("a/src/low/deep.rs", above),
            (
                "a/src/top.rs",
                "use crate::low::{self, Found}; pub fn top() { low::deep() }",
            ),
        ];
        let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
        let modules = Modules::of("a/src", files);
        cycle(&uses(&modules)).map(|cycle| cycle.join(" "))
    };
    let named = Some("a/src/low/deep.rs a/src/top.rs a/src/low/deep.rs".to_owned());
    assert_eq!(found("pub fn deep() { super::super::top::top() }"), named);
    assert_eq!(found("use crate::top::top as other;"), named);
    assert_eq!(
        found("use crate::top; macro_rules! x { () => { top::top() } }"),
        named
    );
    for test in [
        "mod tests { use crate::top::top; }",
        "use crate::top::{top};",
    ] {
        assert_eq!(
            found(&format!("#[cfg(test)] {test} pub fn deep() {{}}")),
            None
        );
    }
    assert_eq!(
        found("/// Of [`crate::top::top`].\npub fn deep() { _ = \"crate::top::top\" }"),
        None
    );
}

#[test]
fn files_of_one_folder_may_use_each_other() {
    let files = [
        ("a/src/lib.rs", "mod low;"),
        (
            "a/src/low.rs",
            "mod deep; mod other; pub struct Low(deep::Deep);",
        ),
        (
            "a/src/low/deep.rs",
            "use super::other::Other; pub struct Deep(Other);",
        ),
        (
            "a/src/low/other.rs",
            "use super::{Low, deep::Deep}; pub struct Other(Low, Deep);",
        ),
    ];
    let files = files.map(|(file, text)| (file.to_owned(), text.to_owned()));
    let modules = Modules::of("a/src", files);
    assert_eq!(cycle(&uses(&modules)), None);
}
