//! The page about Terraform and OpenTofu, and the page of its tests.

use crate::{read, rows, tests_of};

/// Tests show each row of the mapping, of the operations and of the limits: `FILE::test` on the page for contributors.
#[test]
fn each_row_about_terraform_has_its_tests() {
    let users = read("docs/use/terraform.md");
    let contributors = read("docs/contribute/terraform.md");
    let mut shown = 0;
    for heading in ["What maps", "Operations", "Limits of the protocol"] {
        let first_cells = |page| -> Vec<String> {
            let rows = rows(page, heading).into_iter();
            rows.map(|row| row[0].to_owned()).collect()
        };
        assert_eq!(
            first_cells(&contributors),
            first_cells(&users),
            "the rows below {heading} are not the same on both pages"
        );
        for row in rows(&contributors, heading).into_iter().skip(1) {
            let tests: Vec<&str> = row[1].split('`').skip(1).step_by(2).collect();
            assert!(!tests.is_empty(), "no test shows this: {row:?}");
            for test in tests {
                let (file, name) = test.split_once("::").unwrap();
                assert!(tests_of(file).contains(name), "{file} has no test `{name}`");
                shown += 1;
            }
        }
    }
    assert!(shown > 25, "the tables were not found");
}
