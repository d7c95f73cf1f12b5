//! Regular expressions.
//!
//! An expression is compiled when it is read, to check it and measure its size, and again when the first text is
//! matched, because a package has thousands of expressions and a program needs few of them.

use std::fmt;
use std::sync::OnceLock;

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};

/// The maximum size of a compiled expression in bytes.
pub(super) const MAX_PATTERN_BYTES: usize = 1 << 20;
/// The compiled sizes that are tried, in bytes.
const SIZES: [usize; 6] = [
    1 << 10,
    4 << 10,
    16 << 10,
    64 << 10,
    256 << 10,
    MAX_PATTERN_BYTES,
];
/// The least cost of any expression: it caches states while it is matched.
const MIN_COST: usize = 16 << 10;
/// The longest text of an expression, in bytes. The parsed form is not bounded otherwise, and takes up to two thousand
/// times as much.
const MAX_PATTERN_TEXT_BYTES: usize = 4 << 10;
/// Groups that capture take memory for each state of an expression while it is matched.
const MAX_GROUPS: usize = 16;
/// The size of expressions times the length of texts, both in bytes, that one check works on, all together: some tenths of a
/// second at worst.
const MAX_WORK: u64 = 1 << 31;

/// The remaining work for expressions in one check.
#[derive(Debug)]
pub(in crate::schema) struct PatternWork(u64);

impl Default for PatternWork {
    fn default() -> Self {
        Self(MAX_WORK)
    }
}

impl PatternWork {
    /// The work while a manifest is read: its defaults and constants are checked against their rules.
    pub(in crate::schema) fn of_manifest() -> Self {
        Self(16 * MAX_WORK)
    }
}

/// The reason why an expression is refused.
pub(super) struct Refused {
    pub(super) message: String,
    /// The bytes that a refused expression costs, because compiling it took that much work.
    pub(super) cost: u64,
}

/// A regular expression that must match somewhere in a text. Matching takes linear time.
#[derive(Clone, Serialize, Deserialize)]
pub struct Pattern {
    text: String,
    /// A description of the text, for messages.
    reason: Option<String>,
    /// Which of the sizes it has when it is compiled.
    size: usize,
    #[serde(skip)]
    expression: OnceLock<Option<Regex>>,
}

/// Leaves out the compiled expression, because it may not exist yet.
impl fmt::Debug for Pattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, reason, .. } = self;
        write!(formatter, "Pattern({text:?}, {reason:?})")
    }
}

/// The result of matching an expression with a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::schema) enum Match {
    Found,
    NotFound,
    /// The match would need more work than the check has left.
    TooMuchWork,
}

impl Pattern {
    /// Compiles an expression.
    ///
    /// # Errors
    /// The reason why it is malformed, or that it is too large.
    pub(super) fn parse(text: &str, reason: Option<&str>) -> Result<Pattern, Refused> {
        if text.len() > MAX_PATTERN_TEXT_BYTES {
            return Err(Refused {
                message: format!(
                    "the regular expression has {} bytes; it may have {MAX_PATTERN_TEXT_BYTES}",
                    text.len()
                ),
                cost: 0,
            });
        }
        for size in SIZES {
            match compile(text, size) {
                Ok(expression) if expression.captures_len() > MAX_GROUPS + 1 => {
                    return Err(Refused {
                        message: format!(
                            "the regular expression has more than {MAX_GROUPS} groups that capture: write `(?:…)`"
                        ),
                        cost: MAX_PATTERN_BYTES as u64,
                    });
                }
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
                    return Err(Refused {
                        message: format!("not a regular expression: {}", innermost(&problem)),
                        cost: MIN_COST as u64,
                    });
                }
            }
        }
        Err(Refused {
            message: format!(
                "the regular expression is too large: compiled, it may have {MAX_PATTERN_BYTES} bytes"
            ),
            cost: MAX_PATTERN_BYTES as u64,
        })
    }

    /// The bytes that it counts for among all expressions of a manifest.
    pub(super) fn cost(&self) -> u64 {
        self.size.max(MIN_COST) as u64
    }

    /// Looks for the expression in a text, if the remaining work of the check is enough.
    #[must_use]
    pub(in crate::schema) fn look_in(&self, text: &str, work: &mut PatternWork) -> Match {
        let needed = (self.size as u64).saturating_mul(text.len() as u64);
        match work.0.checked_sub(needed) {
            Some(left) => work.0 = left,
            None => return Match::TooMuchWork,
        }
        let expression = self
            .expression
            .get_or_init(|| compile(&self.text, MAX_PATTERN_BYTES).ok());
        match expression {
            Some(expression) if expression.is_match(text) => Match::Found,
            _ => Match::NotFound,
        }
    }

    /// The requirement for texts, for a message.
    pub(in crate::schema) fn requirement(&self) -> String {
        match &self.reason {
            Some(reason) if reason.starts_with("must ") => reason.clone(),
            Some(reason) => format!("must be {reason}"),
            None => format!("must match `{}`", self.text),
        }
    }
}

fn compile(text: &str, size: usize) -> Result<Regex, regex::Error> {
    RegexBuilder::new(text)
        .size_limit(size)
        .dfa_size_limit(size.max(MIN_COST) * 2)
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

    fn parsed(text: &str) -> Pattern {
        Pattern::parse(text, None).unwrap_or_else(|refused| panic!("{}", refused.message))
    }

    #[test]
    fn an_expression_counts_for_what_it_takes_and_is_not_matched_without_end() {
        let small = parsed("^[a-z]+$");
        assert_eq!(small.cost(), MIN_COST as u64);
        let work = &mut PatternWork::default();
        assert_eq!(small.look_in("abc", work), Match::Found);
        assert_eq!(small.look_in("ABC", work), Match::NotFound);
        let large = parsed(r"\w{16}");
        assert!(large.cost() >= 256 << 10, "{}", large.cost());
        let half = "a".repeat(usize::try_from(MAX_WORK).unwrap() / large.size / 2);
        assert_eq!(large.look_in(&half, work), Match::Found);
        // Earlier texts have used up the work.
        assert_eq!(large.look_in(&half, work), Match::TooMuchWork);
        assert_eq!(
            large.look_in(&half, &mut PatternWork::default()),
            Match::Found
        );
        assert_eq!(small.look_in("abc", work), Match::Found);
    }

    #[test]
    fn what_takes_much_to_find_out_counts_although_it_is_refused() {
        let groups = "(a?)".repeat(MAX_GROUPS + 1);
        for (text, words, cost) in [
            (r"\w{1000}".to_owned(), "too large", MAX_PATTERN_BYTES),
            (r"\w".repeat(MAX_PATTERN_TEXT_BYTES), "it may have 4096", 0),
            (groups, "groups that capture", MAX_PATTERN_BYTES),
            ("(".to_owned(), "not a regular expression", MIN_COST),
        ] {
            let refused = Pattern::parse(&text, None).expect_err(words);
            assert!(refused.message.contains(words), "{}", refused.message);
            assert_eq!(refused.cost, cost as u64, "{words}");
        }
    }
}
