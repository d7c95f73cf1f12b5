//! Plain English: new text does not contain constructions that make a reader read a sentence twice.
//!
//! `tests/documentation/prose.yaml` has the number of such sentences for each file that still has some. A file may have
//! fewer, and other files must not have any. With `PULUMI_WASM_WRITE=1` the test writes lower numbers.

use std::collections::BTreeMap;
use std::path::Path;

use regex::Regex;

use super::{read, root};

const COUNTS: &str = "tests/documentation/prose.yaml";
const WRITE: &str = "PULUMI_WASM_WRITE";
const AREAS: [&str; 10] = [
    "wit",
    "host",
    "guest-sdk",
    "tests",
    "docs",
    "xtask",
    "examples",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
];
const LEFT_OUT: [&str; 6] = [
    "node_modules",
    "target",
    "lib",
    "tool/lib",
    "corpora",
    "vendor",
];

/// A construction, and the advice for it.
const CONSTRUCTIONS: [(&str, &str); 8] = [
    (r"\b(?:but for|all but|nothing but)\b", "say `except`"),
    (
        r"(?i)\b(?:nobody|no one|whoever|whomever)\b",
        "negate the verb, or name the person",
    ),
    (
        r"\b(?:of|by|with|from|to|for|in|on|behind|below) (?:whose|whom)\b",
        "begin a new sentence",
    ),
    (r"\b(?:that|those) of\b", "repeat the noun"),
    (
        r"(?:^|[.:;] )(?:What|Who) (?:is|are|was|were|has|have|does|a|an|the|it|they) [^?]*$",
        "name the thing",
    ),
    (r"\b(?:is|are) (?:no|none)\b", "negate the verb"),
    (
        r"\bthere (?:is|are) (?:what|who)\b|\bby now\b|\bat hand\b|\bof its own\b",
        "say when, where or which",
    ),
    (
        r"(?:^|[.;:] )(?:Not|Nor|Neither) \w+ (?:is|are|does|do|has|have|can)\b",
        "put the subject first",
    ),
];

/// The texts of a file: comments and doc comments of code, paragraphs and cells of a page. Code in them is `X`.
fn texts(path: &Path, source: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut paragraph = String::new();
    let is_page = path.extension().is_some_and(|ending| ending == "md");
    let mark = match path.extension().and_then(|ending| ending.to_str()) {
        Some("py") => "#",
        _ => "//",
    };
    let mut is_code = false;
    for line in source.lines().chain([""]) {
        let line = line.trim();
        if line.trim_start_matches(['/', '!', ' ']).starts_with("```") {
            is_code = !is_code;
            continue;
        }
        let text = if is_page {
            (!is_code && !line.starts_with("<!--")).then_some(line)
        } else {
            line.strip_prefix(mark).filter(|_| !is_code)
        };
        let text = text.map_or("", |text| {
            text.trim_start_matches(['/', '!', '#', '*', '>', '-', ' '])
        });
        if is_page && line.starts_with('|') {
            texts.extend(text.split('|').map(|cell| cell.trim().to_owned()));
        } else if text.is_empty() {
            texts.push(std::mem::take(&mut paragraph));
        } else {
            paragraph.push_str(text);
            paragraph.push(' ');
        }
    }
    texts
}

fn sentences(path: &Path, source: &str) -> Vec<String> {
    let code = Regex::new("`[^`]*`").expect("a pattern");
    let texts = texts(path, source);
    let sentences = texts.iter().flat_map(|text| {
        let text = code.replace_all(text, "X").into_owned();
        let sentences = text
            .split_inclusive(['.', ';', '?'])
            .map(|part| part.trim().to_owned());
        sentences.collect::<Vec<_>>()
    });
    sentences
        .filter(|sentence| sentence.split(' ').count() > 2)
        .collect()
}

fn files(place: &Path, found: &mut Vec<String>) {
    let name = place.file_name().and_then(|name| name.to_str());
    if name.is_some_and(|name| LEFT_OUT.contains(&name)) {
        return;
    }
    if place.is_dir() {
        let entries = std::fs::read_dir(place).expect("a folder");
        for entry in entries {
            files(&entry.expect("an entry").path(), found);
        }
    } else if place
        .extension()
        .and_then(|ending| ending.to_str())
        .is_some_and(|ending| ["rs", "ts", "py", "wit", "md"].contains(&ending))
    {
        let path = place
            .strip_prefix(root())
            .expect("a path in the repository");
        found.push(path.to_str().expect("a path in Unicode").to_owned());
    }
}

#[test]
fn no_new_text_has_a_sentence_that_is_read_twice() {
    let constructions: Vec<(Regex, &str)> = CONSTRUCTIONS
        .iter()
        .map(|(pattern, advice)| (Regex::new(pattern).expect("a pattern"), *advice))
        .collect();
    let mut all = Vec::new();
    for area in AREAS {
        files(&root().join(area), &mut all);
    }
    assert!(all.len() > 1000, "{} files were found", all.len());
    all.sort();
    let kept: BTreeMap<String, usize> = serde_saphyr::from_str(&read(COUNTS)).expect("the counts");
    let mut now = String::from(
        "# Sentences to say again, by file: tests/documentation/prose.rs. The numbers only fall.\n",
    );
    let mut mistakes = Vec::new();
    for file in &all {
        // The list of constructions has them all.
        if file.ends_with("documentation/prose.rs") {
            continue;
        }
        let mut odd = Vec::new();
        for sentence in sentences(Path::new(file), &read(file)) {
            let found = constructions
                .iter()
                .find(|(pattern, _)| pattern.is_match(&sentence));
            if let Some((_, advice)) = found {
                odd.push(format!("  {advice}: {sentence}"));
            }
        }
        let allowed = kept.get(file).copied().unwrap_or_default();
        if odd.len() > allowed {
            mistakes.push(format!(
                "{file} has {} such sentences, and {allowed} are allowed:\n{}",
                odd.len(),
                odd.join("\n")
            ));
        }
        if !odd.is_empty() {
            now.push_str(&format!("{file}: {}\n", odd.len().min(allowed)));
        }
    }
    assert!(
        mistakes.is_empty(),
        "say these sentences as you would say them to a colleague\n{}",
        mistakes.join("\n")
    );
    if std::env::var_os(WRITE).is_some() {
        std::fs::write(root().join(COUNTS), now).expect("the counts");
    }
}

#[test]
fn each_construction_is_found_and_plain_sentences_are_not() {
    let odd = [
        "Nothing is sent but for reads.",
        "Nobody reads it.",
        "A file in whose head a version stands.",
        "The limit is that of the call.",
        "What is read twice is not plain.",
        "There is no such file, and it is no link.",
        "The name is of its own.",
        "Not promised is a speed.",
    ];
    let constructions: Vec<Regex> = CONSTRUCTIONS
        .iter()
        .map(|(pattern, _)| Regex::new(pattern).expect("a pattern"))
        .collect();
    for (text, pattern) in odd.iter().zip(&constructions) {
        let found = sentences(Path::new("a.md"), text);
        assert!(
            found.iter().any(|sentence| pattern.is_match(sentence)),
            "{text}"
        );
    }
    let plain = "The host sends reads only. `nobody` is a user. It sends the request, and waits for the answer.";
    for sentence in sentences(Path::new("a.md"), plain) {
        assert!(
            !constructions
                .iter()
                .any(|pattern| pattern.is_match(&sentence)),
            "{sentence}"
        );
    }
}
