//! Mistakes in YAML, in words for the person who wrote the file instead of words for programmers.

/// Words of the parser, and ours.
const WORDS: [(&str, &str); 5] = [
    // Advice for programmers.
    (
        "; use from_str_multiple or from_str_multiple_with_options",
        "",
    ),
    (
        "expected mapping start",
        "a mapping with lines such as `KEY: VALUE` belongs here",
    ),
    (
        "expected sequence start",
        "a list such as `[A, B]` belongs here",
    ),
    (
        "expected string scalar",
        "a single value belongs here, not a list or a mapping",
    ),
    ("invalid boolean", "`true` or `false` belongs here"),
];

/// A text in the wrong form.
#[derive(Debug)]
pub(crate) struct Malformed {
    pub(crate) line: Option<u64>,
    pub(crate) reason: String,
}

impl From<serde_saphyr::Error> for Malformed {
    fn from(error: serde_saphyr::Error) -> Self {
        let line = error.location().map(|location| location.line());
        let reason = error.without_snippet().to_string();
        let reason = reason
            .rsplit_once(" at line ")
            .map_or(reason.as_str(), |(reason, _)| reason);
        // The rest is advice for programmers.
        let advice = [", set Duplicate", "; use "];
        let reason = advice
            .iter()
            .filter_map(|start| reason.split_once(start))
            .map(|(reason, _)| reason)
            .next()
            .unwrap_or(reason);
        Self {
            line,
            reason: in_plain_words(reason),
        }
    }
}

/// A message of the parser, with the kind of value that belongs in a place and without advice for programmers.
#[must_use]
pub fn in_plain_words(message: &str) -> String {
    let mut said = message.to_owned();
    for (theirs, ours) in WORDS {
        said = said.replace(theirs, ours);
    }
    said
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Document {
        #[allow(dead_code, reason = "only parsed")]
        lists: BTreeMap<String, Vec<String>>,
        #[allow(dead_code, reason = "only parsed")]
        switch: Option<bool>,
    }

    #[test]
    fn a_value_of_the_wrong_kind_is_said_with_the_kind_that_belongs_there() {
        for (text, line, expected) in [
            ("- a\n", 1, "a mapping with lines"),
            ("hello\n", 1, "a mapping with lines"),
            ("\n\n3\n", 3, "a mapping with lines"),
            ("lists: [a]\n", 1, "a mapping with lines"),
            ("lists:\n  a: b\n", 2, "a list such as"),
            ("lists:\n  a:\n  - b: c\n", 3, "a single value"),
            ("lists: {}\nswitch: maybe\n", 2, "`true` or `false`"),
        ] {
            let error = serde_saphyr::from_str::<Document>(text).expect_err(text);
            let found = Malformed::from(error);
            assert_eq!(found.line, Some(line), "{text}: {found:?}");
            assert!(found.reason.contains(expected), "{text}: {found:?}");
            assert!(!found.reason.contains("expected "), "{text}: {found:?}");
        }
    }
}
