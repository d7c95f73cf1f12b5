//! When two differently written texts are equal.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::format::{duration, network, url};
use crate::schema::values::json;

/// A rule that lets two different values count as equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// Equal apart from upper and lower case.
    IgnoreCase,
    /// Equal apart from white space at both ends.
    Trim,
    /// Equal apart from one dot at the end.
    TrailingDot,
    /// Equal apart from one slash at the end.
    TrailingSlash,
    /// Equal as JSON.
    Json,
    /// Equal as networks or addresses.
    Cidr,
    /// Equal as durations.
    Duration,
    /// Equal as URLs after normalization.
    Url,
    /// Equal as sets: neither order nor repetition counts.
    Set,
    /// Equal whenever both values are present.
    Presence,
    /// Equal if one value is absent and the other is an empty text, list or map.
    Empty,
}

impl Comparison {
    /// All rules by their names in a manifest.
    pub(super) const NAMES: [(&'static str, Comparison); 11] = [
        ("ignore-case", Comparison::IgnoreCase),
        ("trim", Comparison::Trim),
        ("trailing-dot", Comparison::TrailingDot),
        ("trailing-slash", Comparison::TrailingSlash),
        ("json", Comparison::Json),
        ("cidr", Comparison::Cidr),
        ("duration", Comparison::Duration),
        ("url", Comparison::Url),
        ("set", Comparison::Set),
        ("presence", Comparison::Presence),
        ("empty", Comparison::Empty),
    ];

    fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A set of rules that all apply together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comparisons(u16);

impl Comparisons {
    pub(super) const NONE: Comparisons = Comparisons(0);

    /// Adds a rule to the set.
    #[must_use]
    pub fn with(self, comparison: Comparison) -> Self {
        Self(self.0 | comparison.bit())
    }

    #[must_use]
    pub fn has(self, comparison: Comparison) -> bool {
        self.0 & comparison.bit() != 0
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Converts a text to its canonical form; `None` if the text has another format.
type Form = fn(&str) -> Option<String>;

const FORMS: [(Comparison, Form); 4] = [
    (Comparison::Json, json::canonical),
    (Comparison::Cidr, network::canonical),
    (Comparison::Duration, duration::canonical),
    (Comparison::Url, url::canonical),
];

/// The canonical form of a text: all equal texts have the same form.
pub(in crate::schema) fn canonical(text: &str, compare: Comparisons) -> Cow<'_, str> {
    if compare.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut text = Cow::Borrowed(text);
    if compare.has(Comparison::Trim) {
        text = text.trim().to_owned().into();
    }
    for (comparison, end) in [
        (Comparison::TrailingSlash, '/'),
        (Comparison::TrailingDot, '.'),
    ] {
        if compare.has(comparison)
            && let Some(shorter) = text.strip_suffix(end)
        {
            text = shorter.to_owned().into();
        }
    }
    for (comparison, form) in FORMS {
        // A text of another kind is only the same as itself.
        if compare.has(comparison)
            && let Some(form) = form(&text)
        {
            text = form.into();
        }
    }
    if compare.has(Comparison::IgnoreCase) {
        // Upper case first, because some lower-case letters have two forms.
        text = text.to_uppercase().to_lowercase().into();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Comparison::{
        Cidr, Duration, IgnoreCase, Json, TrailingDot, TrailingSlash, Trim, Url,
    };
    use super::*;

    #[test]
    fn texts_that_are_the_same_have_one_form() {
        let rows: [(&[Comparison], &str, &str, bool); 24] = [
            (&[], "a", "A", false),
            (&[IgnoreCase], "aß", "AẞÄ", false),
            (&[IgnoreCase], "Σας", "σασ", true),
            (&[IgnoreCase], "a", "A", true),
            (&[Trim], " a\n", "a", true),
            (&[Trim], "a b", "ab", false),
            (&[TrailingDot], "a.", "a", true),
            (&[TrailingDot], "a..", "a", false),
            (&[TrailingSlash], "a/", "a", true),
            (&[TrailingDot, IgnoreCase, Trim], " A. ", "a", true),
            (
                &[Json],
                r#"{"a":1,"b":[]}"#,
                "{ \"b\": [], \"a\": 1.0 }",
                true,
            ),
            (&[Json], "[1,2]", "[2,1]", false),
            (&[Json], "9007199254740993", "9007199254740992", false),
            (&[Json, IgnoreCase], r#"{"A":1}"#, r#"{"a":1}"#, true),
            (&[Json], "none", "other", false),
            (&[Cidr], "10.1.0.0/8", "10.0.0.0/8", true),
            (&[Cidr], "any", "any ", false),
            (&[Duration], "60s", "PT1M", true),
            (&[Duration], "60s", "61s", false),
            (&[Duration], "60000000000ns", "1m", true),
            (&[Url], "HTTP://a:80", "http://a/", true),
            (&[Url, TrailingSlash], "http://a/b/", "http://a/b", true),
            (&[Url, TrailingSlash], "http://a/", "http://a", true),
            (&[Url], "http://a/b/", "http://a/b", false),
        ];
        for (compare, left, right, same) in rows {
            let compare = compare
                .iter()
                .fold(Comparisons::NONE, |all, one| all.with(*one));
            assert_eq!(
                canonical(left, compare) == canonical(right, compare),
                same,
                "{left} {right}"
            );
        }
    }

    #[test]
    fn every_name_is_another_way() {
        for (index, (_, one)) in Comparison::NAMES.iter().enumerate() {
            for (_, other) in &Comparison::NAMES[index + 1..] {
                assert!(!Comparisons::NONE.with(*one).has(*other));
            }
        }
    }
}
