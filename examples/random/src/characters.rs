//! The common part of `RandomString` and `RandomPassword`: their characters.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

use crate::count;
use crate::generate::text::{Class, Recipe};

/// Which characters, and how many.
#[derive(Object, Clone)]
pub(crate) struct Characters {
    /// Values that the text goes along with: when one of them changes, a new text is made.
    #[property(replace, compare = "empty")]
    keepers: Option<BTreeMap<String, String>>,
    /// How many characters there are: at least 1, and at least the sum of `minLower`, `minUpper`, `minNumeric` and
    /// `minSpecial`, and at most 1048576.
    #[property(replace, minimum = 1, maximum = 1048576)]
    length: i64,
    /// Whether the letters `a` to `z` are among the characters.
    #[property(replace, default = true)]
    lower: bool,
    /// How many of the letters `a` to `z` there are at least.
    #[property(replace, default = 0, minimum = 0)]
    min_lower: i64,
    /// How many digits there are at least.
    #[property(replace, default = 0, minimum = 0)]
    min_numeric: i64,
    /// How many special characters there are at least.
    #[property(replace, default = 0, minimum = 0)]
    min_special: i64,
    /// How many of the letters `A` to `Z` there are at least.
    #[property(replace, default = 0, minimum = 0)]
    min_upper: i64,
    /// The old name of `numeric`. The text has digits only if both are true.
    #[property(replace, default = true, deprecated = "use `numeric`")]
    number: bool,
    /// Whether the digits `0` to `9` are among the characters.
    #[property(replace, default = true)]
    numeric: bool,
    /// The special characters to choose from, in place of the usual ones.
    #[property(replace, compare = "empty")]
    override_special: Option<String>,
    /// Whether special characters are among the characters: the characters in `overrideSpecial`, or by default
    /// `!@#$%&*()-_=+[]{}<>:?`.
    #[property(replace, default = true)]
    special: bool,
    /// Whether the letters `A` to `Z` are among the characters.
    #[property(replace, default = true)]
    upper: bool,
}

impl Characters {
    /// Checks the rules between several properties whose values are known.
    pub(crate) fn check(inputs: &mut CharactersDraft, cx: &CheckContext) {
        let minimums = [
            &inputs.min_lower,
            &inputs.min_upper,
            &inputs.min_numeric,
            &inputs.min_special,
        ];
        // An unknown minimum counts as 0: a higher one would only make it worse.
        let sum = minimums
            .into_iter()
            .filter_map(Value::get)
            .fold(0, |sum: i64, minimum| sum.saturating_add(*minimum));
        if let Some(length) = inputs.length.get().filter(|length| sum > **length) {
            cx.fail(
                Characters::LENGTH,
                format!(
                    "must be at least {sum}, the sum of `minLower`, `minUpper`, `minNumeric` and `minSpecial`, but it is {length}"
                ),
            );
        }
        // The input has two names, and both default to true; so a false one counts. From here on they agree.
        let numeric = match (inputs.number.get(), inputs.numeric.get()) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            // If one is true and the other is not known yet, the result is unknown.
            _ => None,
        };
        for name in [&mut inputs.number, &mut inputs.numeric] {
            match numeric {
                Some(numeric) => name.set(numeric),
                None if name.is_secret() => *name = Value::unknown().secret(),
                None => *name = Value::unknown(),
            }
        }
        let others = [&inputs.lower, &inputs.upper, &inputs.special];
        if numeric == Some(false) && others.iter().all(|class| class.get() == Some(&false)) {
            cx.fail(
                Characters::NUMERIC,
                "one of `lower`, `upper`, `numeric` and `special` must be true: \
                 the text needs characters to choose from",
            );
        }
    }

    /// An import can tell the length from the text. The rest has its default.
    pub(crate) fn found(text: &str) -> Self {
        Self {
            keepers: None,
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

    /// How to make the text.
    ///
    /// # Errors
    /// When there cannot be so many characters.
    pub(crate) fn recipe(&self) -> Result<Recipe> {
        let class = |included, minimum| {
            let minimum = count(minimum)?;
            Ok::<_, Error>(Class { included, minimum })
        };
        Ok(Recipe {
            length: count(self.length)?,
            lower: class(self.lower, self.min_lower)?,
            upper: class(self.upper, self.min_upper)?,
            numeric: class(self.number && self.numeric, self.min_numeric)?,
            special: class(self.special, self.min_special)?,
            override_special: self.override_special.clone(),
        })
    }
}
