//! Compares the table of engines with the tests of each engine.

use std::collections::BTreeSet;
use std::fs;

use super::{read, root, rows, tests_of};

/// The column of the engine of the tests in `tests/engine`.
const TODAY: &str = "3.259.0";

/// A test that a cell names.
struct Named {
    file: String,
    /// The beginning of its name.
    name: String,
}

impl Named {
    /// The tests in a cell: `MODULE::NAME`, with `*` in place of the version.
    fn of(cell: &str, folder: &str, version: &str) -> Vec<Self> {
        let version = format!("v{}", version.replace('.', "_"));
        let named = cell.split('`').skip(1).step_by(2).map(|test| {
            let (module, name) = test.split_once("::").unwrap();
            Self {
                file: format!("tests/{folder}/{module}.rs"),
                name: name.replace('*', &version),
            }
        });
        named.collect()
    }

    fn found(&self) -> Vec<String> {
        let tests = tests_of(&self.file).into_iter();
        tests.filter(|test| test.starts_with(&self.name)).collect()
    }
}

#[test]
fn each_cell_of_the_table_of_engines_has_its_test() {
    let page = read("docs/contribute/maintenance.md");
    let table = rows(&page, "Older engines");
    let (head, rows) = table.split_first().unwrap();
    let ages = &head[1..head.len() - 2];
    let versions: Vec<&str> = ages
        .iter()
        .map(|age| age.split(' ').next().unwrap())
        .collect();
    let mut shown = BTreeSet::new();
    for row in rows {
        let [past, today] = row[row.len() - 2..] else {
            panic!("not all columns: {row:?}");
        };
        for (version, cell) in versions.iter().zip(&row[1..]) {
            let named = match *version {
                TODAY => Named::of(today, "engine", version),
                _ => Named::of(past, "old_engines", version),
            };
            let found: Vec<String> = named.iter().flat_map(Named::found).collect();
            let is_tried = *cell != "not tried";
            assert_eq!(is_tried, !found.is_empty(), "{}, {version}: {cell}", row[0]);
            if is_tried {
                let is_shown = named.iter().all(|test| !test.found().is_empty());
                assert!(is_shown, "{}, {version}: a test is missing", row[0]);
            }
            shown.extend(found);
        }
    }
    assert!(rows.len() > 12, "the table was not found");

    // Every test and every engine is listed.
    for module in ["random", "powerdns", "forward", "half_made"] {
        for test in tests_of(&format!("tests/old_engines/{module}.rs")) {
            assert!(shown.contains(&test), "`{module}::{test}` is in no row");
        }
    }
    for entry in fs::read_dir(root().join("tests/old_engines")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_engine = root()
            .join("tests/old_engines")
            .join(&name)
            .join("go.mod")
            .is_file();
        let version = name.trim_start_matches('v');
        assert!(
            !is_engine || versions.contains(&version),
            "{name} has no column"
        );
    }
    let pins = read("tests/engine/go.mod");
    assert!(
        pins.contains(&format!("pulumi/pkg/v3 v{TODAY}")),
        "the tests use another version than {TODAY}"
    );
}
