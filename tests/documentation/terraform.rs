//! The page about Terraform and OpenTofu.

use crate::{read, rows, tests_of};

/// Tests show each row of the mapping, of the operations and of the limits, `FILE::test`.
#[test]
fn each_row_about_terraform_names_its_tests() {
    let page = read("docs/use/terraform.md");
    let mut shown = 0;
    for heading in ["What maps", "Operations", "Limits of the protocol"] {
        for row in rows(&page, heading) {
            let proof = row[row.len() - 1];
            if proof == "test" {
                continue;
            }
            let tests: Vec<&str> = proof.split('`').skip(1).step_by(2).collect();
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
