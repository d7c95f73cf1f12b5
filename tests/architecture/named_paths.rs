//! Paths and modules that comments and pages name must exist: a move of a file leaves their texts behind.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders at whose paths a text refers to this repository.
const FOLDERS: [&str; 9] = [
    "docs",
    "examples",
    "fuzz",
    "guest-sdk",
    "host",
    "proto",
    "tests",
    "wit",
    "xtask",
];

/// Paths of other places: of an author's project, and of a registry.
const ELSEWHERE: [&str; 7] = [
    "docs/index.html",
    "host/namespace",
    "host/namespace/repository",
    "tests/greeting.yaml",
    "tests/notes.rs",
    "tests/test_greeting.py",
    "tests/website.yaml",
];

/// Folders whose files come from elsewhere or are generated.
const SKIPPED: [&str; 6] = ["corpora", "lib", "node_modules", "target", "tool", "vendor"];

/// The texts of the repository, by their paths in it.
fn texts() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = FOLDERS.iter().map(|folder| root.join(folder)).collect();
    let mut files: Vec<PathBuf> = ["CONTRIBUTING.md", "README.md", "SECURITY.md"]
        .map(|page| root.join(page))
        .to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let (kind, name) = (entry.file_type().unwrap(), entry.file_name());
            let name = name.to_str().unwrap();
            let is_skipped = SKIPPED.contains(&name) && !entry.path().ends_with("host/tool");
            if kind.is_dir() && !is_skipped && !name.starts_with('.') {
                folders.push(entry.path());
            } else if kind.is_file() {
                files.push(entry.path());
            }
        }
    }
    let endings = [
        "c", "go", "h", "hpp", "md", "py", "rs", "toml", "ts", "wit", "yaml",
    ];
    files.retain(|file| {
        let ending = file.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| endings.contains(&ending))
    });
    let texts = files.into_iter().map(|file| {
        let path = file.strip_prefix(root).unwrap().to_owned();
        (path, fs::read_to_string(file).unwrap())
    });
    texts.collect()
}

/// The texts between backticks in a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Whether a part stands for other words: `LANGUAGE`, `NAME.yaml`, `X.Y.Z`.
fn is_placeholder(part: &str) -> bool {
    let stem = part.split('.').next().unwrap();
    let first = stem
        .split(['-', '_'])
        .any(|word| word.chars().all(char::is_uppercase));
    !stem.is_empty() && (first || stem.ends_with("VERSION"))
}

/// The path of the repository that a quoted text is, if it is one.
fn named_path(text: &str) -> Option<&str> {
    let path = text.trim_end_matches('/');
    let parts: Vec<&str> = path.split('/').collect();
    let is_plain = path
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || "/._-".contains(letter));
    let is_ours = parts.len() > 1
        && FOLDERS.contains(&parts[0])
        && is_plain
        && !parts.iter().any(|part| is_placeholder(part))
        && !ELSEWHERE.contains(&path);
    is_ours.then_some(path)
}

#[test]
fn each_path_in_a_comment_or_a_page_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut seen, mut missing) = (BTreeSet::new(), Vec::new());
    for (file, text) in texts() {
        for (number, line) in (1..).zip(text.lines()) {
            for path in quoted(line).filter_map(named_path) {
                seen.insert(path.to_owned());
                if !root.join(path).exists() {
                    missing.push(format!("{}:{number}: {path}", file.display()));
                }
            }
        }
    }
    assert!(seen.len() > 150, "the paths were not found");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// A comment's table of modules begins with such a title.
const TITLES: [&str; 3] = ["| module |", "| file |", "| part | responsibility |"];

#[test]
fn each_module_in_the_table_of_a_folder_exists_and_each_module_is_in_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut tables = 0;
    let mut wrong = Vec::new();
    for (file, text) in texts() {
        let is_code = file.extension().is_some_and(|ending| ending != "md");
        let lines = text
            .lines()
            .map(|line| line.trim_start_matches(['/', '!', '*', ' ']));
        let mut rows = lines.skip_while(|line| !TITLES.iter().any(|title| line.starts_with(title)));
        if !is_code || rows.next().is_none() {
            continue;
        }
        let cells = rows.take_while(|line| line.starts_with('|'));
        let cells = cells.map(|line| line.split('|').nth(1).unwrap());
        let named: BTreeSet<&str> = cells.flat_map(quoted).collect();
        let folder = root.join(&file).parent().unwrap().to_owned();
        let entries = fs::read_dir(folder).unwrap();
        let own = file.file_name().unwrap().to_str().unwrap().to_owned();
        let modules: BTreeSet<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| *name != own && !name.starts_with('_') && !name.contains("test"))
            .filter_map(|name| name.split('.').next().map(str::to_owned))
            .collect();
        tables += 1;
        let inline = |name: &str| text.contains(&format!("pub mod {name} {{"));
        let gone = named
            .iter()
            .filter(|name| !modules.contains(**name) && !inline(name));
        wrong.extend(gone.map(|name| format!("{}: `{name}` is gone", file.display())));
        let lacking = modules.iter().filter(|name| !named.contains(name.as_str()));
        wrong.extend(lacking.map(|name| format!("{} lacks `{name}`", file.display())));
    }
    assert!(tables > 6, "the tables were not found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
