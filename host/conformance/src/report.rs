//! The report about a case that failed.

use std::fmt::Write as _;

use serde_json::Value;

use crate::case::Case;

/// The length after which a text is cut.
const MAX_LENGTH: usize = 200;

/// A value on one line.
pub(crate) fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(MAX_LENGTH) {
        Some((end, _)) => format!(
            "{}… ({} bytes)",
            text.get(..end).unwrap_or_default(),
            text.len()
        ),
        None => text,
    }
}

/// A value on as many lines as it needs, each of them cut.
fn long(value: &Value) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    let mut lines = String::new();
    for line in text.lines() {
        let cut: String = line.chars().take(MAX_LENGTH).collect();
        let more = if cut.len() < line.len() { "…" } else { "" };
        // Writing to a text cannot fail.
        let _ = writeln!(lines, "    {cut}{more}");
    }
    lines
}

/// A call with its answers.
pub(crate) struct Played<'a> {
    pub(crate) case: &'a Case,
    /// The position of the call in the case.
    pub(crate) number: usize,
    pub(crate) call: &'a str,
    pub(crate) request: &'a Value,
    pub(crate) expected: &'a Value,
    pub(crate) given: &'a Value,
}

/// The report of a call whose answer differs.
pub(crate) fn failure(played: &Played<'_>, differences: &[String]) -> String {
    format!(
        "{title}\n  rule: {rule}\n  file: tests/conformance/cases/{name}.yaml, call {number}: {call}\n  \
         request:\n{request}  expected:\n{expected}  given:\n{given}  differences:\n    {differences}\n",
        title = played.case.title,
        rule = played.case.rule,
        name = played.case.name,
        number = played.number + 1,
        call = played.call,
        request = long(played.request),
        expected = long(played.expected),
        given = long(played.given),
        differences = differences.join("\n    "),
    )
}
