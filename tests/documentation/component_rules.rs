//! Compares the list of rules in `docs/contribute/components.md` with the tests: every rule has a test or a reason why
//! a test is missing, and every test belongs to a rule.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders with tests of rules, and the prefixes of their files in the list. The core's files have no prefix. Each
/// of these tests belongs to a rule.
const TESTS: [(&str, &str); 3] = [
    ("host/core/src/operations/construct/tests", ""),
    ("host/pulumi/rpc/construct/tests", "pulumi::"),
    ("tests/plugin/construct", "plugin::"),
];
/// Tests of guests. Rules may name some of them.
const SANDBOX_TESTS: (&str, &str) = ("host/sandbox/src/guest/session/tests", "sandbox::");
/// Tests of components under a real engine. Rules may name some of them.
const ENGINE_TESTS: [(&str, &str); 3] = [
    (
        "tests/engine/components/children.rs",
        "engine::components::children",
    ),
    (
        "tests/engine/components/commands.rs",
        "engine::components::commands",
    ),
    (
        "tests/engine/components/component.rs",
        "engine::components::component",
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// A row of the list: its number, and its tests or what it waits for.
struct Row {
    number: usize,
    cell: String,
}

fn rows() -> Vec<Row> {
    let text = fs::read_to_string(root().join("docs/contribute/components.md")).unwrap();
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [number, rule, cell] = cells[..] else {
            panic!("not three cells: {line}");
        };
        if let Ok(number) = number.parse() {
            assert!(!rule.is_empty(), "{line}");
            let cell = cell.to_owned();
            rows.push(Row { number, cell });
        }
    }
    rows
}

/// The tests that belong to rules, as the list names them.
fn tests() -> BTreeSet<String> {
    TESTS.into_iter().flat_map(tests_in).collect()
}

/// The tests in a folder, as the list names them.
fn tests_in((folder, before): (&str, &str)) -> BTreeSet<String> {
    let mut tests = BTreeSet::new();
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_stem().unwrap().to_str().unwrap();
        let file = format!("{before}{file}");
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            !text.contains("#[ignore"),
            "{file} has a test that is not run"
        );
        for part in text.split("#[tokio::test]").skip(1) {
            let name = part.trim().strip_prefix("async fn ").unwrap();
            tests.insert(format!("{file}::{}", name.split('(').next().unwrap()));
        }
    }
    tests
}

/// The tests with a real engine, as the list names them.
fn engine_tests() -> BTreeSet<String> {
    let mut tests = BTreeSet::new();
    for (file, before) in ENGINE_TESTS {
        let text = fs::read_to_string(root().join(file)).unwrap();
        for part in text.split("#[test]").skip(1) {
            let name = part.trim().strip_prefix("fn ").unwrap();
            let name = name.split('(').next().unwrap();
            tests.insert(format!("{before}::{name}"));
        }
    }
    tests
}

#[test]
fn every_rule_has_a_test_or_says_what_it_waits_for() {
    let (rows, mut tests) = (rows(), tests());
    tests.extend(tests_in(SANDBOX_TESTS));
    tests.extend(engine_tests());
    let numbers: Vec<usize> = rows.iter().map(|row| row.number).collect();
    assert_eq!(numbers, (1..=rows.len()).collect::<Vec<_>>());
    assert!(rows.len() > 80, "the list was not found");
    for Row { number, cell } in rows {
        if let Some(reason) = cell.strip_prefix("open: ") {
            assert!(reason.len() > 5, "what does {number} wait for?");
            continue;
        }
        let named: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "rule {number} has no test");
        for test in named {
            assert!(
                tests.contains(test),
                "rule {number}: there is no test `{test}`"
            );
        }
    }
}

#[test]
fn every_test_belongs_to_a_rule() {
    let cells: String = rows().into_iter().map(|row| row.cell).collect();
    for test in tests() {
        assert!(
            cells.contains(&format!("`{test}`")),
            "no rule names `{test}`"
        );
    }
}
