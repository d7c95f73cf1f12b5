//! The list of rules in `docs/contribute/protocol-rules.md` against the tests: every rule has a test that exists and
//! runs, and every test here belongs to a rule.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A row of the list: the rule, its source, and its tests.
struct Row {
    rule: String,
    origin: String,
    tests: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(root().join("docs/contribute/protocol-rules.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| "));
    let cells = rows.map(|line| {
        let cells = line.trim_matches('|').split(" | ");
        cells.map(str::trim).collect::<Vec<_>>()
    });
    let rules = cells.filter(|cells| cells[0] != "rule" && !cells[0].starts_with("---"));
    rules
        .map(|cells| {
            let [rule, origin, tests] = cells[..] else {
                panic!("not three cells: {cells:?}");
            };
            Row {
                rule: rule.to_owned(),
                origin: origin.to_owned(),
                tests: tests
                    .split('`')
                    .skip(1)
                    .step_by(2)
                    .map(str::to_owned)
                    .collect(),
            }
        })
        .collect()
}

/// The tests of a file, and its ignored tests.
fn tests_in(path: &Path) -> (BTreeSet<String>, Vec<String>) {
    let text = fs::read_to_string(path).unwrap_or_default();
    let (mut tests, mut ignored) = (BTreeSet::new(), Vec::new());
    let (mut is_test, mut is_ignored) = (false, false);
    for line in text.lines().map(str::trim) {
        is_test |= line == "#[test]" || line.starts_with("#[tokio::test");
        is_ignored |= line.starts_with("#[ignore");
        let declared = line.strip_prefix("async ").unwrap_or(line);
        if let Some(name) = declared.strip_prefix("fn ") {
            let name = name.split('(').next().unwrap().to_owned();
            if is_test && is_ignored {
                ignored.push(name.clone());
            }
            if is_test {
                tests.insert(name);
            }
            (is_test, is_ignored) = (false, false);
        }
    }
    (tests, ignored)
}

/// The file of a test that is named `FILE::TEST`, `FOLDER::FILE::TEST` or `engine::FOLDER::FILE::TEST`, as the test runner names it;
/// without a folder it is in `guide`.
fn place(test: &str) -> (PathBuf, String) {
    let parts: Vec<&str> = test.split("::").collect();
    let tests = root().join("tests");
    let (path, name) = match parts[..] {
        [file, name] => (tests.join("plugin/guide").join(format!("{file}.rs")), name),
        [folder, file, name] => {
            let suite = match folder {
                "packages" | "state" => "",
                "bad_input" | "limits" => "hostile",
                _ => "plugin",
            };
            let folder = tests.join(suite).join(folder);
            (folder.join(format!("{file}.rs")), name)
        }
        ["engine", folder, file, name] => {
            let folder = tests.join("engine").join(folder);
            (folder.join(format!("{file}.rs")), name)
        }
        _ => panic!("`{test}` names no test"),
    };
    (path, name.to_owned())
}

#[test]
fn every_rule_has_a_test_that_runs() {
    let rows = rows();
    assert!(rows.len() > 80, "the list was not found");
    for Row {
        rule,
        origin,
        tests,
    } in rows
    {
        assert!(!origin.is_empty(), "where does it come from? {rule}");
        assert!(!tests.is_empty(), "no test: {rule}");
        for test in tests {
            let (path, name) = place(&test);
            let (found, ignored) = tests_in(&path);
            assert!(found.contains(&name), "there is no test `{test}`: {rule}");
            assert!(!ignored.contains(&name), "`{test}` is not run: {rule}");
        }
    }
}

#[test]
fn every_test_belongs_to_a_rule() {
    let listed: BTreeSet<(PathBuf, String)> = rows()
        .iter()
        .flat_map(|row| row.tests.iter().map(|test| place(test)))
        .collect();
    for entry in fs::read_dir(root().join("tests/plugin/guide")).unwrap() {
        let path = entry.unwrap().path();
        if path.file_stem().is_some_and(|name| name == "table") {
            continue;
        }
        for name in tests_in(&path).0 {
            let is_listed = listed.contains(&(path.clone(), name.clone()));
            assert!(is_listed, "`{name}` in {} is not a rule's", path.display());
        }
    }
}

#[test]
fn no_rule_is_listed_twice() {
    let mut seen = BTreeSet::new();
    for row in rows() {
        assert!(seen.insert(row.rule.clone()), "twice: {}", row.rule);
    }
}
