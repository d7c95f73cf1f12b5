//! The site of this repository.

#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_site_has_every_page_of_the_documentation_and_every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = std::env::temp_dir().join(format!("xtask-book-test-{}", std::process::id()));
    let site = folder.join("site");
    let made = Command::new(env!("CARGO_BIN_EXE_xtask-book"))
        .arg(&root)
        .arg(&site)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{errors}");
    for folder in [
        "docs",
        "docs/use",
        "docs/author",
        "docs/contribute",
        "docs/decisions",
    ] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let is_page =
                path.extension().is_some_and(|ending| ending == "md") && name != "SUMMARY";
            let name = if name == "README" { "index" } else { name };
            let page = site.join(folder).join(format!("{name}.html"));
            assert!(
                !is_page || page.is_file(),
                "docs/SUMMARY.md does not list {}",
                path.display()
            );
        }
    }
    let first = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(first.contains("Pulumi providers as sandboxed WebAssembly components"));
    let index = fs::read_dir(&site).unwrap();
    let has_search = index
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .any(|name| name.starts_with("searchindex"));
    assert!(has_search, "the site has no search");
    fs::remove_dir_all(&folder).unwrap();
}
