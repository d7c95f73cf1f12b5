//! Regular expressions.

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// How large a compiled expression may become, in bytes.
pub(super) const LARGEST_PATTERN: usize = 1 << 20;

/// A regular expression that must be found in a text. It is matched in time linear to the text.
#[derive(Debug, Clone)]
pub struct Pattern {
    expression: Regex,
    /// What it means, in words that follow "must".
    reason: Option<String>,
}

impl Pattern {
    /// Compiles an expression.
    ///
    /// # Errors
    /// Why it is none, or that it is too large.
    pub(super) fn parse(text: &str, reason: Option<&str>) -> Result<Pattern, String> {
        let expression = RegexBuilder::new(text)
            .size_limit(LARGEST_PATTERN)
            .build()
            .map_err(|error| match error {
                regex::Error::CompiledTooBig(_) => format!(
                    "the regular expression is too large: compiled, it may have {LARGEST_PATTERN} bytes"
                ),
                other => format!("not a regular expression: {}", innermost(&other.to_string())),
            })?;
        Ok(Pattern {
            expression,
            reason: reason.map(str::to_owned),
        })
    }

    /// Whether the expression is found in a text.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        self.expression.is_match(text)
    }

    /// What texts must be, for a message.
    pub(in crate::provider::schema) fn requirement(&self) -> String {
        match &self.reason {
            Some(reason) => reason.clone(),
            None => format!("must match `{}`", self.expression.as_str()),
        }
    }
}

/// As its text and its reason.
impl Serialize for Pattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.expression.as_str(), &self.reason).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Pattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (text, reason) = <(String, Option<String>)>::deserialize(deserializer)?;
        Pattern::parse(&text, reason.as_deref()).map_err(serde::de::Error::custom)
    }
}

/// The sentence at the end of a message that draws the expression.
fn innermost(message: &str) -> &str {
    let last = message.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or(last)
}
