//! Requests to GraphQL servers that calls without effects may send.

use pulumi_wasm_capability::http::graphql_refusal;
use serde_json::Value;

/// A content type, and after it the body of a POST request to a GraphQL server: in a body that counts as a query, no operation changes something.
pub fn graphql_request(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (content_type, body) = text.split_once('\n').unwrap_or(("application/json", &text));
    if let Some(reason) = graphql_refusal(content_type, body.as_bytes()) {
        return assert!(!reason.is_empty());
    }
    // A number may be too large for this reader.
    let Ok(read) = serde_json::from_str::<Value>(body) else {
        return;
    };
    let requests = match read {
        Value::Array(list) => list,
        one => vec![one],
    };
    assert!(!requests.is_empty());
    for request in requests {
        let document = request["query"].as_str().expect("a document");
        assert!(!may_change(document), "{document}");
    }
}

/// Whether a document has an operation that is not a query. Knows of GraphQL only texts, comments, names and brackets.
fn may_change(document: &str) -> bool {
    let mut rest = document;
    let mut depth = 0_usize;
    let mut before = String::new();
    while let Some(first) = rest.chars().next() {
        let is_letter = |letter: char| letter == '_' || letter.is_ascii_alphanumeric();
        let length = match first {
            '#' => rest.find(['\n', '\r']).unwrap_or(rest.len()),
            '"' => text_length(rest),
            _ if is_letter(first) => rest.find(|letter| !is_letter(letter)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        match first {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let is_operation = depth == 0 && ["mutation", "subscription"].contains(&token);
        // These words may also name a query, a fragment, a type or a directive.
        if is_operation && !["query", "fragment", "on", "@"].contains(&before.as_str()) {
            return true;
        }
        if !first.is_whitespace() && !['#', ',', '\u{feff}'].contains(&first) {
            before = token.to_owned();
        }
    }
    false
}

/// The length of the text at the beginning, with its quotation marks.
fn text_length(rest: &str) -> usize {
    let (mark, escaped) = if rest.starts_with("\"\"\"") {
        ("\"\"\"", "\\\"\"\"")
    } else {
        ("\"", "\\")
    };
    let mut at = mark.len();
    loop {
        let left = rest.get(at..).unwrap_or_default();
        if left.is_empty() || left.starts_with(mark) {
            return (at + mark.len()).min(rest.len());
        }
        let first = left.chars().next().map_or(1, char::len_utf8);
        if !left.starts_with(escaped) {
            at += first;
        } else if mark.len() == 3 {
            at += escaped.len();
        } else {
            // The escaped letter as well.
            at += 1 + left.chars().nth(1).map_or(0, char::len_utf8);
        }
    }
}
