//! Rules for the cases as a whole.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use pulumi_wasm_conformance::Case;

use super::languages::Language;

/// Fewer would leave something of the protocol to each SDK.
const MIN_CASES: usize = 60;

/// Each case names a rule of `docs/contribute/protocol-rules.md` or `docs/contribute/components.md`, or `docs/author/manifest.md: KEY` for a row of a
/// table there.
pub(crate) fn rules_exist(cases: &[Arc<Case>]) -> Result<(), String> {
    let mut rules = cells("docs/contribute/protocol-rules.md", 0);
    // The first cell has the number of the rule.
    rules.extend(cells("docs/contribute/components.md", 1));
    let keys = cells("docs/author/manifest.md", 0);
    let is_known = |rule: &str| match rule.strip_prefix("docs/author/manifest.md: ") {
        Some(key) => keys.iter().any(|cell| cell.contains(&format!("`{key}`"))),
        None => rules.iter().any(|cell| cell == rule),
    };
    let unknown = cases.iter().filter(|case| !is_known(&case.rule));
    let lines: Vec<String> = unknown
        .map(|case| format!("{}: no document has `{}`", case.name, case.rule))
        .collect();
    nothing_wrong(&lines)
}

/// The cells at this position in the rows of all tables on a page.
fn cells(page: &str, position: usize) -> Vec<String> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page));
    let text = text.unwrap_or_else(|error| panic!("{page}: {error}"));
    let rows = text.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = rows.filter_map(|row| row.split(" |").nth(position));
    cells.map(|cell| cell.trim().to_owned()).collect()
}

/// An exception names an existing case, and has a reason; the list of a short run names existing cases.
pub(crate) fn exceptions_are_about_cases(
    cases: &[Arc<Case>],
    languages: &[Arc<Language>],
) -> Result<(), String> {
    let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    let mut lines = Vec::new();
    for language in languages {
        for (case, reason) in &language.exceptions {
            if !names.contains(&case.as_str()) || reason.trim().is_empty() {
                lines.push(format!(
                    "{}: {case}: no such case, or no reason",
                    language.name
                ));
            }
        }
        for case in language.short.iter().flatten() {
            if !names.contains(&case.as_str()) {
                lines.push(format!("{}: {case}: no such case", language.name));
            }
        }
    }
    nothing_wrong(&lines)
}

/// Each case that a component of an earlier release passed still exists, and the component plays enough of them.
pub(crate) fn kept_components_play(
    cases: &[Arc<Case>],
    languages: &[Arc<Language>],
) -> Result<(), String> {
    let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    let mut lines = Vec::new();
    for language in languages {
        let Some(kept) = &language.kept else { continue };
        if kept.cases.len() < MIN_CASES && !kept.is_shell {
            lines.push(format!(
                "{}: only {} cases",
                language.name,
                kept.cases.len()
            ));
        }
        let gone = kept
            .cases
            .iter()
            .filter(|case| !names.contains(&case.as_str()));
        lines.extend(gone.map(|case| {
            format!(
                "{}: the case {case} is missing: a changed case needs another name",
                language.name
            )
        }));
    }
    if languages.iter().all(|language| language.kept.is_none()) {
        lines.push("there is no component of an earlier release".to_owned());
    }
    nothing_wrong(&lines)
}

/// There are many cases, and each title is unique.
pub(crate) fn there_are_enough(cases: &[Arc<Case>]) -> Result<(), String> {
    let mut lines = Vec::new();
    if cases.len() < MIN_CASES {
        lines.push(format!("{} cases, of at least {MIN_CASES}", cases.len()));
    }
    let mut titles: BTreeMap<&str, &str> = BTreeMap::new();
    for case in cases {
        if let Some(other) = titles.insert(&case.title, &case.name) {
            lines.push(format!("{} and {other} have one title", case.name));
        }
    }
    nothing_wrong(&lines)
}

fn nothing_wrong(lines: &[String]) -> Result<(), String> {
    if lines.is_empty() {
        Ok(())
    } else {
        Err(lines.join("\n    "))
    }
}
