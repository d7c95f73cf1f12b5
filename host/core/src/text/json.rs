//! JSON for a terminal.

use std::fmt::Write;

use super::printable::is_hazardous;

/// A JSON document in printable characters with the same meaning. Characters that a terminal must not receive occur
/// only in strings, and are escaped there.
#[must_use]
pub fn printable_json(document: &str) -> String {
    let mut whole = String::with_capacity(document.len());
    for character in document.chars() {
        if character == '\n' || !is_hazardous(character) {
            whole.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            // Writing to a string does not fail.
            _ = write!(whole, "\\u{unit:04x}");
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    proptest! {
        #[test]
        fn a_document_says_what_it_said(text in any::<String>()) {
            let value = json!({ text.as_str(): ["\u{202e}\u{9b}\u{7f}\u{e0041}", text] });
            let document = serde_json::to_string_pretty(&value).unwrap_or_default();
            let shown = printable_json(&document);
            let is_left = |character: char| character != '\n' && is_hazardous(character);
            prop_assert!(!shown.contains(is_left));
            prop_assert_eq!(serde_json::from_str::<Value>(&shown).ok(), Some(value));
        }
    }
}
