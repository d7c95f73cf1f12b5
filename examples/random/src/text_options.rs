//! What `RandomString` and `RandomPassword` do alike: their inputs.

use pulumi_wasm_provider::prelude::*;

use crate::generate::text::{Class, Recipe};
use crate::keepers::{Keepers, are_same};
use crate::text_rules::{TextDraft, numeric, same_special};

/// The inputs of a text.
#[derive(Object, Clone)]
pub(crate) struct TextOptions {
    /// Values that the text goes along with: when one of them changes, a new text is made.
    #[property(replace)]
    keepers: Keepers,
    /// How many characters the text has: at least 1, and at least the sum of `minLower`, `minUpper`, `minNumeric` and
    /// `minSpecial`.
    #[property(replace)]
    length: i64,
    /// Whether the letters `a` to `z` are among the characters.
    #[property(replace, default = true)]
    lower: bool,
    /// How many of the letters `a` to `z` there are at least.
    #[property(replace, default = 0)]
    min_lower: i64,
    /// How many digits there are at least.
    #[property(replace, default = 0)]
    min_numeric: i64,
    /// How many special characters there are at least.
    #[property(replace, default = 0)]
    min_special: i64,
    /// How many of the letters `A` to `Z` there are at least.
    #[property(replace, default = 0)]
    min_upper: i64,
    /// The old name of `numeric`. When either is false, there are no digits.
    #[property(replace, default = true, deprecated = "use `numeric`")]
    number: bool,
    /// Whether the digits `0` to `9` are among the characters.
    #[property(replace, default = true)]
    numeric: bool,
    /// The special characters to choose from, in place of the usual ones.
    #[property(replace)]
    override_special: Option<String>,
    /// Whether special characters are among the characters: those of `overrideSpecial`, or else
    /// `!@#$%&*()-_=+[]{}<>:?`.
    #[property(replace, default = true)]
    special: bool,
    /// Whether the letters `A` to `Z` are among the characters.
    #[property(replace, default = true)]
    upper: bool,
}

impl TextOptions {
    /// What an import can tell from the text: its length. The rest is taken for the default.
    pub(crate) fn found(text: &str) -> Self {
        Self {
            keepers: Keepers::default(),
            length: i64::try_from(text.chars().count()).unwrap_or(i64::MAX),
            lower: true,
            min_lower: 0,
            min_numeric: 0,
            min_special: 0,
            min_upper: 0,
            number: true,
            numeric: true,
            override_special: None,
            special: true,
            upper: true,
        }
    }

    /// The same, with both names for digits saying the same.
    pub(crate) fn recorded(mut self) -> Self {
        self.numeric = self.number && self.numeric;
        self.number = self.numeric;
        self
    }

    pub(crate) fn recipe(&self) -> Recipe {
        let class = |included, minimum| Class {
            included,
            minimum: count(minimum),
        };
        Recipe {
            length: count(self.length),
            lower: class(self.lower, self.min_lower),
            upper: class(self.upper, self.min_upper),
            numeric: class(self.number && self.numeric, self.min_numeric),
            special: class(self.special, self.min_special),
            override_special: self.override_special.clone(),
        }
    }
}

/// A number of characters; the rules have seen to it that it is one.
fn count(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

impl TextOptionsDraft {
    /// Reports what is wrong, and lets the two names of one input say the same from here on, so that inputs are as
    /// outputs will be.
    pub(crate) fn check(&mut self, cx: &CheckContext) {
        let numeric = numeric(&self.number, &self.numeric);
        let draft = TextDraft {
            length: self.length.get().copied(),
            lower: self.lower.get().copied(),
            upper: self.upper.get().copied(),
            numeric,
            special: self.special.get().copied(),
            min_lower: self.min_lower.get().copied(),
            min_upper: self.min_upper.get().copied(),
            min_numeric: self.min_numeric.get().copied(),
            min_special: self.min_special.get().copied(),
        };
        for (property, reason) in draft.problems() {
            cx.fail(property, reason);
        }
        if let Some(numeric) = numeric {
            self.number.set(numeric);
            self.numeric.set(numeric);
        }
    }

    /// The properties that only look different.
    pub(crate) fn same_as(&self, old: &Self) -> Vec<&'static str> {
        let before = numeric(&old.number, &old.numeric);
        let same_numeric = before.is_some() && before == numeric(&self.number, &self.numeric);
        let same = [
            ("keepers", are_same(&old.keepers, &self.keepers)),
            ("number", same_numeric),
            ("numeric", same_numeric),
            (
                "overrideSpecial",
                same_special(&old.override_special, &self.override_special),
            ),
        ];
        let same = same.into_iter().filter(|(_, same)| *same);
        same.map(|(property, _)| property).collect()
    }
}
