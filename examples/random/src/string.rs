//! `RandomString`.

use pulumi_wasm_provider::prelude::*;

use crate::generate::text::Recipe;
use crate::keepers::{Keepers, ignore_same_keepers};
use crate::text_resource::text_resource;
use crate::text_rules::TextDraft;

/// A text of random characters, such as a suffix that makes a name unique.
///
/// It is made once and stays the same until an input changes. The characters come from a source that nobody can
/// guess, but the text is shown wherever the stack is: use `RandomPassword` for what must stay secret.
///
/// ## Import
///
/// By the text itself:
///
/// ```yaml
/// options: { import: k3x9w }
/// ```
#[derive(Resource)]
#[resource(token = "random:index/randomString:RandomString")]
pub(crate) struct RandomString {
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
    /// The text.
    #[property(output)]
    result: String,
    /// Whether special characters are among the characters: those of `overrideSpecial`, or else
    /// `!@#$%&*()-_=+[]{}<>:?`.
    #[property(replace, default = true)]
    special: bool,
    /// Whether the letters `A` to `Z` are among the characters.
    #[property(replace, default = true)]
    upper: bool,
}

text_resource!(RandomString, RandomStringInputs, RandomStringDraft);

impl RandomString {
    fn new(inputs: RandomStringInputs, result: String) -> Self {
        let numeric = inputs.number && inputs.numeric;
        Self {
            keepers: inputs.keepers,
            length: inputs.length,
            lower: inputs.lower,
            min_lower: inputs.min_lower,
            min_numeric: inputs.min_numeric,
            min_special: inputs.min_special,
            min_upper: inputs.min_upper,
            number: numeric,
            numeric,
            override_special: inputs.override_special,
            result,
            special: inputs.special,
            upper: inputs.upper,
        }
    }

    /// What an import can tell from the text: its length. The rest is taken for the default.
    fn found(text: &str) -> Self {
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
            result: text.to_owned(),
            special: true,
            upper: true,
        }
    }
}

#[resource]
impl Lifecycle for RandomString {
    fn check(inputs: &mut RandomStringDraft, cx: &CheckContext) -> Result<()> {
        for (property, reason) in TextDraft::from(&*inputs).problems() {
            cx.fail(property, reason);
        }
        agree(inputs);
        Ok(())
    }

    fn diff(change: &mut Diff<Self>, _: &Context) -> Result<()> {
        ignore_same_keepers!(change);
        settle(change);
        Ok(())
    }

    fn create(inputs: RandomStringInputs, cx: &Context) -> Result<Created<Self>> {
        let result = Recipe::from(&inputs).text(&mut cx.rng());
        Created::new(result.clone(), Self::new(inputs, result))
    }

    fn read(id: &str, state: Option<Self>, _: &Context) -> Result<Option<Read<Self>>> {
        Ok(Some(Read::new(
            id,
            state.unwrap_or_else(|| Self::found(id)),
        )))
    }
}
