//! The assignments in a file, by the names that get values.

use std::collections::BTreeMap;
use std::ops::Range;

use super::tokens::Placed;

/// The maximum length of the left side of an assignment.
const MAX_LENGTH: usize = 64;

/// An assignment such as `a, b := x, y`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Assignment {
    /// The position of the name.
    pub(super) at: usize,
    /// The position of the first name on the left side.
    pub(super) start: usize,
    /// The position of `=`, `:=` or `+=`.
    pub(super) sign: usize,
}

/// The assignments by names, each list in the order of the file.
pub(super) struct Assignments(BTreeMap<String, Vec<Assignment>>);

impl Assignments {
    pub(super) fn of(tokens: &[Placed]) -> Self {
        let mut all: BTreeMap<String, Vec<Assignment>> = BTreeMap::new();
        for (at, token) in tokens.iter().enumerate() {
            let Some(name) = token.name() else {
                continue;
            };
            if let Some(found) = assignment(tokens, at) {
                all.entry(name.to_owned()).or_default().push(found);
            }
        }
        Self(all)
    }

    /// The last assignment of a name in a range.
    pub(super) fn last(&self, name: &str, range: Range<usize>) -> Option<Assignment> {
        let all = self.0.get(name)?;
        let count = all.partition_point(|found| found.at < range.end);
        let last = all.get(count.checked_sub(1)?)?;
        (last.start >= range.start).then_some(*last)
    }
}

/// The assignment that gives the name at a position a value. A type may stand between the name and the sign.
fn assignment(tokens: &[Placed], at: usize) -> Option<Assignment> {
    let is_one_of = |at: usize, signs: &[&str]| {
        let token = tokens.get(at);
        token.is_some_and(|token| signs.iter().any(|sign| token.is(sign)))
    };
    let ends = ["=", ":=", "+=", ";", "(", ")", "{", "}"];
    let right = at + 1..tokens.len().min(at + MAX_LENGTH);
    let sign = right.into_iter().find(|at| is_one_of(*at, &ends))?;
    if !is_one_of(sign, &["=", ":=", "+="]) {
        return None;
    }
    let mut start = at;
    while start >= 2
        && at - start < MAX_LENGTH
        && is_one_of(start - 1, &[","])
        && tokens[start - 2].name().is_some()
    {
        start -= 2;
    }
    let is_begin = start.checked_sub(1).is_none_or(|before| {
        let words = ["var", "const", "for", "if", "switch"];
        let is_word = |word: &&str| tokens[before].is_name(word);
        is_one_of(before, &["{", "}", ";", "(", ":"]) || words.iter().any(is_word)
    });
    is_begin.then_some(Assignment { at, start, sign })
}
