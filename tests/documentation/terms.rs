//! The table of terms, `docs/author/terms.yaml`: the page about adding a language shows it, and each SDK has the names in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use regex::Regex;
use serde::Deserialize;

use super::{read, root};

const TABLE: &str = "docs/author/terms.yaml";
const PAGE: &str = "docs/contribute/languages.md";
/// The variable that makes the test write the page again.
const WRITE: &str = "PULUMI_WASM_WRITE";
const BEGIN: &str = "<!-- terms.yaml -->\n";
const END: &str = "<!-- end of terms.yaml -->\n";

/// A concept and its names.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    concept: String,
    rust: String,
    python: String,
    typescript: String,
    go: String,
    c: String,
    #[serde(default)]
    exports: Exports,
}

/// The names that the package of each language exports for a concept.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exports {
    #[serde(default)]
    rust: Vec<String>,
    #[serde(default)]
    python: Vec<String>,
    #[serde(default)]
    typescript: Vec<String>,
    #[serde(default)]
    go: Vec<String>,
    #[serde(default)]
    c: Vec<String>,
}

/// The package of a language.
struct Package {
    name: &'static str,
    /// The file that lists the names that the package exports.
    exports: &'static [&'static str],
    /// The folders with its sources.
    sources: &'static [&'static str],
    names: fn(&Term) -> &str,
    exported: fn(&Term) -> &[String],
}

const PACKAGES: [Package; 5] = [
    Package {
        name: "Rust",
        exports: &["guest-sdk/rust/src/lib.rs"],
        sources: &["guest-sdk/rust/src", "guest-sdk/rust-macros/src"],
        names: |term| &term.rust,
        exported: |term| &term.exports.rust,
    },
    Package {
        name: "Python",
        exports: &["guest-sdk/python/src/pulumi_wasm_provider/__init__.py"],
        sources: &["guest-sdk/python/src/pulumi_wasm_provider"],
        names: |term| &term.python,
        exported: |term| &term.exports.python,
    },
    Package {
        name: "TypeScript",
        exports: &["guest-sdk/typescript/src/index.ts"],
        sources: &["guest-sdk/typescript/src"],
        names: |term| &term.typescript,
        exported: |term| &term.exports.typescript,
    },
    Package {
        name: "Go",
        exports: &[
            "guest-sdk/go/wasm/errors.go",
            "guest-sdk/go/wasm/hooks.go",
            "guest-sdk/go/wasm/permissions.go",
            "guest-sdk/go/wasm/running.go",
            "guest-sdk/go/wasm/shared.go",
            "guest-sdk/go/wasm/traits.go",
            "guest-sdk/go/wasm/values.go",
            "guest-sdk/go/wasm/views.go",
        ],
        sources: &["guest-sdk/go"],
        names: |term| &term.go,
        exported: |term| &term.exports.go,
    },
    Package {
        name: "C",
        exports: &["guest-sdk/c/pulumi_wasm.h"],
        sources: &["guest-sdk/c"],
        names: |term| &term.c,
        exported: |term| &term.exports.c,
    },
];

fn terms() -> Vec<Term> {
    serde_saphyr::from_str(&read(TABLE)).expect("the table of terms")
}

/// The words of code in a text: identifiers of any language.
pub(super) fn words(text: &str) -> BTreeSet<&str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
        .filter(|word| !word.is_empty())
        .collect()
}

pub(super) fn all_files(folder: &Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            all_files(&path, text);
        } else if path.extension().is_some_and(|ending| {
            ["rs", "py", "ts", "go", "c", "h"]
                .iter()
                .any(|known| ending == *known)
        }) {
            text.push_str(&std::fs::read_to_string(&path).expect("a source"));
        }
    }
}

/// The table of the page, between its two comments.
fn table(terms: &[Term]) -> String {
    let mut table = String::from(
        "\n| | [Rust](../../guest-sdk/rust/README.md) | [Python](../author/python.md) | [TypeScript](../author/typescript.md) | [Go](../author/go.md) | [C, C++, Zig](../author/c.md) |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for term in terms {
        let Term {
            concept,
            rust,
            python,
            typescript,
            go,
            c,
            ..
        } = term;
        writeln!(
            table,
            "| {concept} | {rust} | {python} | {typescript} | {go} | {c} |"
        )
        .expect("a string");
    }
    table.push('\n');
    table
}

#[test]
fn the_page_of_the_languages_shows_the_table_of_terms() {
    let page = read(PAGE);
    let (before, rest) = page.split_once(BEGIN).expect("the beginning of the table");
    let (now, after) = rest.split_once(END).expect("the end of the table");
    let expected = table(&terms());
    if now == expected {
        return;
    }
    if std::env::var_os(WRITE).is_some() {
        let page = [before, BEGIN, &expected, END, after].concat();
        std::fs::write(root().join(PAGE), page).expect("the page");
        return;
    }
    panic!(
        "{PAGE} does not show {TABLE}\nhint: run this test with {WRITE}=1 to write the page again"
    );
}

#[test]
fn each_package_exports_the_names_of_the_terms() {
    let mut mistakes = Vec::new();
    for package in &PACKAGES {
        let text: String = package.exports.iter().map(read).collect();
        let exported = words(&text);
        for term in terms() {
            for name in (package.exported)(&term) {
                if !exported.contains(name.as_str()) {
                    mistakes.push(format!(
                        "{}: `{name}` ({}) is not exported",
                        package.name, term.concept
                    ));
                }
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

/// The names that a cell's code calls, reads or writes: not the names and texts that its author makes up.
#[test]
fn names_in_the_table_of_terms_exist_in_the_sources() {
    let code = Regex::new("`+([^`]+)`").expect("a pattern");
    let name = Regex::new(r#"(?:cx|http|shared|child|output|Value|Created|Updated|ReadResult|Backoff|Progress|Error)(?:\(\))?(?:\.|::)([A-Za-z_]+)|^\.([A-Za-z_]+)\(|^([a-z_]+)$|\)\.([a-z_A-Z]+)\(|\b(pw_[a-z0-9_]+|PW_[A-Z_]+)"#)
        .expect("a pattern");
    let mut mistakes = Vec::new();
    for package in &PACKAGES {
        let mut text = String::new();
        for folder in package.sources {
            all_files(&root().join(folder), &mut text);
        }
        let sources = words(&text);
        for term in terms() {
            for span in code.captures_iter((package.names)(&term)) {
                for found in name.captures_iter(&span[1]) {
                    let found = found.iter().skip(1).flatten().next().expect("a name");
                    if !sources.contains(found.as_str()) {
                        mistakes.push(format!(
                            "{}: nothing is called `{}` ({})",
                            package.name,
                            found.as_str(),
                            term.concept
                        ));
                    }
                }
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn no_concept_has_two_rows() {
    let mut rows: BTreeMap<String, usize> = BTreeMap::new();
    for term in terms() {
        *rows.entry(term.concept).or_default() += 1;
    }
    rows.retain(|_, count| *count > 1);
    assert!(rows.is_empty(), "{rows:?}");
}
