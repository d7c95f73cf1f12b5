//! Regular expressions.
//!
//! One is compiled when it is read, to know that it can be and how large it becomes, and again when the first text is
//! held against it: a package has thousands of them, and a program needs few.

use std::fmt;
use std::sync::OnceLock;

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};

/// How large a compiled expression may become, in bytes.
pub(super) const LARGEST_PATTERN: usize = 1 << 20;
/// The sizes that expressions are told apart by.
const SIZES: [usize; 6] = [
    1 << 10,
    4 << 10,
    16 << 10,
    64 << 10,
    256 << 10,
    LARGEST_PATTERN,
];
/// What any expression counts for at least: it keeps what it finds out while it is matched.
const LEAST_COST: usize = 16 << 10;
/// The size of an expression times the length of a text, both in bytes, that is worked on: about two seconds at worst.
const MOST_WORK: usize = 1 << 34;

/// A regular expression that must be found in a text. It is matched in time linear to the text.
#[derive(Clone, Serialize, Deserialize)]
pub struct Pattern {
    text: String,
    /// What it means, in words that follow "must".
    reason: Option<String>,
    /// Which of the sizes it has when it is compiled.
    size: usize,
    #[serde(skip)]
    expression: OnceLock<Option<Regex>>,
}

/// Whether it was compiled yet is nothing to tell of.
impl fmt::Debug for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, reason, .. } = self;
        write!(formatter, "Pattern({text:?}, {reason:?})")
    }
}

/// What came of holding an expression against a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    Found,
    NotFound,
    /// The text is longer than this many bytes, which an expression of that size is not looked for in.
    TooLong(usize),
}

impl Pattern {
    /// Compiles an expression.
    ///
    /// # Errors
    /// Why it is none, or that it is too large.
    pub(super) fn parse(text: &str, reason: Option<&str>) -> Result<Pattern, String> {
        for size in SIZES {
            match compile(text, size) {
                Ok(_) => {
                    return Ok(Pattern {
                        text: text.to_owned(),
                        reason: reason.map(str::to_owned),
                        size,
                        expression: OnceLock::new(),
                    });
                }
                Err(regex::Error::CompiledTooBig(_)) => {}
                Err(other) => {
                    let problem = other.to_string();
                    return Err(format!("not a regular expression: {}", innermost(&problem)));
                }
            }
        }
        Err(format!(
            "the regular expression is too large: compiled, it may have {LARGEST_PATTERN} bytes"
        ))
    }

    /// The bytes that it counts for among all expressions of a manifest.
    pub(super) fn cost(&self) -> u64 {
        self.size.max(LEAST_COST) as u64
    }

    /// Looks for the expression in a text.
    #[must_use]
    pub fn look_in(&self, text: &str) -> Match {
        let longest = MOST_WORK / self.size.max(1);
        if text.len() > longest {
            return Match::TooLong(longest);
        }
        let expression = self
            .expression
            .get_or_init(|| compile(&self.text, LARGEST_PATTERN).ok());
        match expression {
            Some(expression) if expression.is_match(text) => Match::Found,
            _ => Match::NotFound,
        }
    }

    /// What texts must be, for a message.
    pub(in crate::provider::schema) fn requirement(&self) -> String {
        match &self.reason {
            Some(reason) => reason.clone(),
            None => format!("must match `{}`", self.text),
        }
    }
}

fn compile(text: &str, size: usize) -> Result<Regex, regex::Error> {
    RegexBuilder::new(text)
        .size_limit(size)
        .dfa_size_limit(size.max(LEAST_COST) * 2)
        .build()
}

/// The sentence at the end of a message that draws the expression.
fn innermost(message: &str) -> &str {
    let last = message.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expression_counts_for_what_it_takes_and_is_not_matched_without_end() {
        let small = Pattern::parse("^[a-z]+$", None).unwrap();
        assert_eq!(small.cost(), LEAST_COST as u64);
        assert_eq!(small.look_in("abc"), Match::Found);
        assert_eq!(small.look_in("ABC"), Match::NotFound);
        let large = Pattern::parse(r"\w{16}", None).unwrap();
        assert!(large.cost() >= 256 << 10, "{}", large.cost());
        let longest = MOST_WORK / large.size;
        let text = "a".repeat(longest + 1);
        assert_eq!(large.look_in(&text), Match::TooLong(longest));
        assert_eq!(small.look_in(&text), Match::Found);
        let refused = Pattern::parse(r"\w{1000}", None).unwrap_err();
        assert!(refused.contains("too large"), "{refused}");
    }
}
