//! Compares the pages in `docs/` and the READMEs with the code that they describe.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test"
)]

mod charts;
mod component_rules;
#[path = "../../examples/tutorial/player.rs"]
#[allow(unreachable_pub, dead_code, reason = "written for a build script")]
mod player;
mod speed;

mod engines;

mod prose;

mod releases;

mod terms;

mod terraform;

mod options;

mod runtimes;

mod synonyms;

mod workflows;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folders that a pattern names: `*` stands for each folder there.
fn folders(pattern: &str) -> Vec<PathBuf> {
    let mut found = vec![root().to_owned()];
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        let below = |folder: PathBuf| -> Vec<PathBuf> {
            if part != "*" {
                return vec![folder.join(part)];
            }
            let entries = fs::read_dir(folder).unwrap();
            let paths = entries.map(|entry| entry.unwrap().path());
            paths.filter(|path| path.is_dir()).collect()
        };
        found = found.into_iter().flat_map(below).collect();
    }
    found
}

/// Every page, by its path from the root.
fn pages() -> Vec<PathBuf> {
    let patterns = [
        "",
        "docs",
        "docs/*",
        "examples",
        "examples/*",
        "examples/*/*",
        "guest-sdk/*",
        "host/tool/src/templates",
        "host/tool/src/templates/*",
        "wit",
    ];
    let mut pages = Vec::new();
    for folder in patterns.into_iter().flat_map(folders) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    assert!(pages.len() > 8, "the pages were not found");
    pages
}

/// The text without blocks of code.
fn prose(page: &str) -> String {
    let mut in_code = false;
    let lines = page.lines().filter(|line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The targets of links, `[text](target)`.
fn links(page: &str) -> Vec<String> {
    let targets = page
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target.to_owned()).collect()
}

/// The anchors of headings in addresses.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = text
            .chars()
            .filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        kept.collect::<String>().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

/// The cells of a table's row, or `None` for another line and for the line below the titles.
fn cells(line: &str) -> Option<Vec<&str>> {
    let row = line.strip_prefix('|')?.strip_suffix('|')?;
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    (!cells.iter().all(|cell| *cell == "---")).then_some(cells)
}

/// The rows of the tables below a heading that begins with this text.
fn rows<'a>(page: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let mut sections = page.split("\n## ");
    let section = sections.find(|section| section.starts_with(heading));
    let section = section.unwrap_or_else(|| panic!("there is no heading `{heading}`"));
    section.lines().filter_map(cells).collect()
}

/// `pulumi package add` takes no reference without a version.
#[test]
fn a_package_is_added_with_its_version() {
    let mut without = Vec::new();
    let mut count = 0;
    for page in pages() {
        let text = read(&page);
        for line in text.lines() {
            for command in line.split("package add wasm ").skip(1) {
                let Some((_, reference)) = command.split_once("oci://") else {
                    continue;
                };
                let end = reference.find([' ', '`', '"', '\'']);
                let (reference, _) = reference.split_at(end.unwrap_or(reference.len()));
                count += 1;
                if !reference.contains([':', '@']) {
                    without.push(format!("{}: oci://{reference}", page.display()));
                }
            }
        }
    }
    assert!(count >= 8, "{count}");
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    for page in pages() {
        for link in links(&prose(&read(&page))) {
            if link.contains("://") || link.is_empty() {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => root().join(&page),
                file => root().join(&page).parent().unwrap().join(file),
            };
            // A link that rustdoc resolves has no path: `[`Error`](Error)`.
            let is_item = page.starts_with("guest-sdk") && !file.contains(['/', '.']);
            if is_item {
                continue;
            }
            let has_anchor =
                || anchors(&prose(&fs::read_to_string(&target).unwrap())).contains(anchor);
            if !target.exists() || (!anchor.is_empty() && !has_anchor()) {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(
        broken.is_empty(),
        "links that lead nowhere:\n{}",
        broken.join("\n")
    );
}

/// The functions of a file that are tests: those behind an attribute that says so, in `proptest!`, or named to a macro
/// that makes them (`fn name,`).
fn tests_of(file: &str) -> BTreeSet<String> {
    let mut tests = BTreeSet::new();
    let mut is_test = false;
    for line in read(file).lines().map(str::trim) {
        is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
        let name = line.trim_start_matches("async ").strip_prefix("fn ");
        if let Some((name, _)) = name.and_then(|name| name.split_once('(')) {
            if is_test {
                tests.insert(name.to_owned());
            }
            is_test = false;
        } else if let Some(name) = name.and_then(|name| name.strip_suffix([',', ';'])) {
            tests.insert(name.to_owned());
        }
    }
    tests
}

/// Tests prove the claims about this project, `[name](../../file.rs)`; a missing feature needs no test.
#[test]
fn each_row_of_the_comparison_links_to_a_test() {
    let page = read("docs/author/comparison.md");
    let mut shown = 0;
    for row in page
        .lines()
        .filter_map(cells)
        .filter(|row| row[1] != "here")
    {
        let (here, proof) = (row[1], row[row.len() - 1]);
        let link = proof
            .strip_prefix("[`")
            .and_then(|link| link.strip_suffix(')'));
        match link.and_then(|link| link.split_once("`](../../")) {
            Some((name, file)) => {
                assert!(tests_of(file).contains(name), "{file} has no test `{name}`");
                shown += 1;
            }
            None => {
                let lacks = here == "no" || here.starts_with("no:");
                assert!(lacks && proof.is_empty(), "no test shows this: {row:?}");
            }
        }
    }
    assert!(shown > 40, "the tables were not found");
}

/// Tests show the promises of the sandbox, `FILE::test`.
#[test]
fn each_promise_of_the_sandbox_names_a_test() {
    let page = read("docs/contribute/security-tests.md");
    let table = rows(&page, "Promises, and the tests that show them");
    let mut shown = 0;
    for row in table.iter().filter(|row| row[0] != "promise") {
        for test in row[1].split('`').skip(1).step_by(2) {
            let (file, name) = test.split_once("::").unwrap();
            let name = name.strip_prefix("tests::").unwrap_or(name);
            assert!(tests_of(file).contains(name), "{file} has no test `{name}`");
            shown += 1;
        }
    }
    assert!(shown > 90, "the table was not found");
}

/// Tests cover the rules of distribution, `FILE::test`; an open rule names the missing part.
#[test]
fn each_rule_of_distribution_names_a_test_or_says_what_lacks() {
    let page = read("docs/contribute/distribution.md");
    let table = rows(&page, "The rules");
    let mut shown = 0;
    for row in table.iter().filter(|row| row[1] != "rule") {
        shown += 1;
        assert_eq!(row[0], shown.to_string());
        if row[2].starts_with("open: ") {
            continue;
        }
        let tests: Vec<&str> = row[2].split('`').skip(1).step_by(2).collect();
        assert!(!tests.is_empty(), "rule {shown} has no test");
        for test in tests {
            let (file, name) = test.split_once("::").unwrap();
            assert!(tests_of(file).contains(name), "{file} has no test `{name}`");
        }
    }
    assert!(shown >= 30, "the table was not found");
}

/// The functions that a trait of the SDK has.
fn functions_of(file: &str, name: &str) -> Vec<String> {
    let source = read(file);
    let body = source.split(&format!("pub trait {name}")).nth(1).unwrap();
    let body = &body[..body.find("\n}").unwrap()];
    // Functions that only macros generate are on no page.
    let is_hidden = |before: &str| before.trim() == "#[doc(hidden)]";
    let lines = std::iter::once("").chain(body.lines()).zip(body.lines());
    let functions = lines
        .filter(|(before, _)| !is_hidden(before))
        .filter_map(|(_, line)| line.strip_prefix("    fn "));
    functions
        .map(|line| line.split('(').next().unwrap().to_owned())
        .collect()
}

#[test]
fn the_reference_has_every_hook() {
    let page = read("docs/author/reference.md");
    for (file, name, heading) in [
        (
            "guest-sdk/rust/src/resource/mod.rs",
            "Lifecycle",
            "Hooks of a resource",
        ),
        (
            "guest-sdk/rust/src/context/config.rs",
            "Configure",
            "Configuration",
        ),
    ] {
        let cells: Vec<&str> = rows(&page, heading).iter().map(|row| row[0]).collect();
        let functions = functions_of(file, name);
        assert!(!functions.is_empty());
        for function in functions {
            let wanted = format!("`{function}`");
            assert!(
                cells.iter().any(|cell| cell.contains(&wanted)),
                "docs/author/reference.md: no {wanted} below {heading}"
            );
        }
    }
}

#[test]
fn the_reference_has_every_function_of_the_context() {
    let source = read("guest-sdk/rust/src/context/mod.rs");
    let page = read("docs/author/reference.md");
    let table = rows(&page, "What hooks may do");
    let cells: Vec<&str> = table.iter().map(|row| row[0]).collect();
    for line in source
        .lines()
        .filter_map(|line| line.strip_prefix("    pub fn "))
    {
        let name = line.split(['(', '<']).next().unwrap();
        // The data for hooks of `read` is described at the hook.
        if name == "inputs" {
            continue;
        }
        let named = |cell: &&str| {
            cell.split(['`', ' ', '(', '<', ',', ':'])
                .any(|word| word == name)
        };
        assert!(
            cells.iter().any(named),
            "docs/author/reference.md: `{name}` is missing"
        );
    }
}

/// The last column names keys of the manifest, unless they are Pulumi's.
#[test]
fn the_reference_names_keys_that_the_manifest_has() {
    let manifest = read("docs/author/manifest.md");
    let page = read("docs/author/reference.md");
    let mut checked = 0;
    for heading in [
        "Properties",
        "Rules of properties",
        "Resources",
        "Constraints",
        "Functions",
    ] {
        for row in rows(&page, heading) {
            let key = row.last().unwrap();
            if key.starts_with("schema") {
                continue;
            }
            for key in key.split('`').skip(1).step_by(2) {
                let known = manifest.contains(&format!("`{key}`"))
                    || manifest.contains(&format!("\"{key}\""));
                assert!(known, "docs/author/manifest.md has no `{key}`");
                checked += 1;
            }
        }
    }
    assert!(checked > 25, "the keys were not found");
}

#[test]
fn the_tutorial_ends_with_the_example() {
    let sections = player::play(&read("docs/author/tutorial.md"), "Rust").unwrap();
    let files = &sections.last().unwrap().files;
    for file in ["src/lib.rs", "Pulumi.yaml"] {
        assert_eq!(
            files[file],
            read(format!("examples/bookmarks/{file}")),
            "{file}"
        );
    }
    let lives = read("guest-sdk/rust-testing/tests/bookmarks.rs");
    assert_eq!(files["tests/bookmarks.rs"], lives, "tests/bookmarks.rs");
    let lines = |text: &str| {
        text.lines()
            .filter(|line| !line.contains(['{', '.']))
            .map(str::to_owned)
            .collect::<BTreeSet<_>>()
    };
    let example = lines(&read("examples/bookmarks/Cargo.toml"));
    let missing: Vec<_> = lines(&files["Cargo.toml"])
        .difference(&example)
        .cloned()
        .collect();
    assert_eq!(
        missing,
        ["[dev-dependencies]", "edition = \"2024\""],
        "the test kit tests the example's whole life, and the workspace sets its edition"
    );
}

#[test]
fn a_tutorial_that_cannot_be_followed_is_refused() {
    let begin = "## 1\n<!-- a.rs -->\n```rust\none\n\ntwo\n```\n";
    for (page, reason) in [
        (
            "```rust\nx\n```",
            "tutorial.md:1: a block before the first heading",
        ),
        (
            "## 1\n```rust\nx\n```",
            "tutorial.md:2: nothing says where this rust belongs",
        ),
        (
            "## 1\n<!-- b.rs: at the end -->\n```rust\nx\n```",
            "there is no b.rs yet",
        ),
        (
            "<!-- a.rs: instead of `o` -->\n```rust\nx\n```",
            "`o` is not in exactly one paragraph of a.rs",
        ),
        (
            "<!-- a.rs: before `six` -->\n```rust\nx\n```",
            "`six` is not in exactly one paragraph of a.rs",
        ),
        (
            "<!-- a.rs: beneath `one` -->\n```rust\nx\n```",
            "`beneath` is not a place",
        ),
        (
            "<!-- a.rs: somewhere -->\n```rust\nx\n```",
            "`somewhere` is not a place",
        ),
    ] {
        let page = if page.starts_with("<!--") {
            format!("{begin}{page}")
        } else {
            page.to_owned()
        };
        let problem = player::play(&page, "Rust").unwrap_err();
        assert!(problem.contains(reason), "{page}\n{problem}");
    }
    let edits = "<!-- a.rs: instead of `one` -->\n```rust\nten\n```\n<!-- a.rs: before `two` -->\n```rust\nx\n```";
    let sections = player::play(&format!("{begin}{edits}"), "Rust").unwrap();
    assert_eq!(sections[0].files["a.rs"], "ten\n\nx\n\ntwo\n");
}

#[test]
fn each_language_of_the_tutorial_has_the_same_steps() {
    let page = read("docs/author/tutorial.md");
    let of = |language: &str| {
        let sections = player::play(&page, language).unwrap();
        // The commands and outputs, in order; a change may be one block in a language and three in another.
        let steps = sections.into_iter().map(|section| {
            let changes = section.events.iter().any(
                |event| matches!(event, player::Event::Write { file, .. } if file != "Pulumi.yaml"),
            );
            let seen = section.events.iter().filter_map(|event| match event {
                player::Event::See(lines) => Some(lines.join(" | ")),
                player::Event::Run { command, .. } if command.starts_with("pulumi") => {
                    Some(command.clone())
                }
                _ => None,
            });
            (section.title, changes, seen.collect::<Vec<_>>())
        });
        steps.collect::<Vec<_>>()
    };
    let rust = of("Rust");
    assert_eq!(rust.len(), 11, "the steps, and a beginning and an end");
    assert_eq!(of("Python"), rust);
    assert_eq!(of("TypeScript"), rust);
    for (language, file) in [("Python", "provider.py"), ("TypeScript", "src/index.ts")] {
        let sections = player::play(&page, language).unwrap();
        let files = &sections.last().unwrap().files;
        assert!(files[file].contains("description"), "{language}");
        assert!(!files.contains_key("src/lib.rs"), "{language}");
    }
}
