//! The report about a case that failed.

use std::fmt::Write as _;

use serde_json::Value;

use super::case::Case;

/// Texts are cut here.
const MAX_LENGTH: usize = 200;

/// A value on one line.
pub(crate) fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}

/// A value on as many lines as it takes, each of them cut.
fn long(value: &Value) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    let mut lines = String::new();
    for line in text.lines() {
        let cut: String = line.chars().take(MAX_LENGTH).collect();
        let more = if cut.len() < line.len() { "…" } else { "" };
        writeln!(lines, "    {cut}{more}").expect("a text grows");
    }
    lines
}

/// The report of one call.
pub(crate) fn failure(
    case: &Case,
    number: usize,
    request: &Value,
    expected: &Value,
    given: &Value,
    differences: &[String],
) -> String {
    let call = &case.calls[number];
    format!(
        "{title}\n  rule: {rule}\n  file: tests/conformance/{name}/case.yaml, call {number}: {call}\n  \
         request:\n{request}  expected:\n{expected}  given:\n{given}  differences:\n    {differences}\n",
        title = case.title,
        rule = case.rule,
        name = case.name,
        number = number + 1,
        call = call.call,
        request = long(request),
        expected = long(expected),
        given = long(given),
        differences = differences.join("\n    "),
    )
}
