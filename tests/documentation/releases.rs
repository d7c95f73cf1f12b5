//! Pages say that no release exists exactly as long as `CHANGELOG.md` has no version with a date.

use regex::Regex;

use super::{pages, prose, read};

/// The sentences of pages before the first release.
const BEFORE: &str = r"(?i)\b(?:not released yet|not made a release|no release is made|workflow has not run|after the first release)\b";
/// The pages that a newcomer reads. They are also shown by the registries of packages.
const FIRST_PAGES: [&str; 5] = [
    "README.md",
    "SECURITY.md",
    "docs/author/quickstart.md",
    "docs/use/platforms.md",
    "docs/use/start.md",
];

#[test]
fn pages_say_that_nothing_is_released_until_a_version_has_a_date() {
    let dated = Regex::new(r"(?m)^## \d+\.\d+\.\d+\S* \(\d").unwrap();
    let is_released = dated.is_match(&read("CHANGELOG.md"));
    let before = Regex::new(BEFORE).unwrap();
    let mut found = Vec::new();
    for page in pages() {
        // Lines are joined, because a sentence may go on in the next line.
        let text = prose(&read(&page)).replace('\n', " ");
        let sentences = before.find_iter(&text);
        found.extend(
            sentences.map(|sentence| (page.display().to_string(), sentence.as_str().to_owned())),
        );
    }
    if is_released {
        assert!(found.is_empty(), "a release exists: {found:?}");
    } else {
        for page in FIRST_PAGES {
            let is_said = found.iter().any(|(name, _)| name == page);
            assert!(is_said, "{page} does not say that no release exists");
        }
    }
    // Both forms of the heading.
    assert!(dated.is_match("# Changelog\n\n## 0.1.0 (2026-12-01)\n"));
    assert!(!dated.is_match("# Changelog\n\n## 0.1.0 (unreleased)\n"));
}
