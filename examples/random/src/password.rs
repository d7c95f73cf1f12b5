//! `RandomPassword`.

use pulumi_wasm_provider::prelude::*;
use rand_core::RngCore;

use crate::generate::hash::bcrypt;
use crate::generate::text::Recipe;
use crate::keepers::{Keepers, ignore_same_keepers};
use crate::late::Late;
use crate::text_resource::text_resource;
use crate::text_rules::TextDraft;

/// A password of random characters, kept as a secret.
///
/// It is made once and stays the same until an input changes. The characters come from a source that nobody can
/// guess. The password is in the stack's state, encrypted as every secret there.
///
/// ## Import
///
/// By the password itself:
///
/// ```yaml
/// options: { import: 'my-old-password' }
/// ```
#[derive(Resource)]
#[resource(token = "random:index/randomPassword:RandomPassword")]
pub(crate) struct RandomPassword {
    /// The password's bcrypt hash, with a cost of 10 and a random salt. bcrypt looks at the first 72 bytes only.
    #[property(output, secret)]
    bcrypt_hash: Late,
    /// Values that the password goes along with: when one of them changes, a new password is made.
    #[property(replace)]
    keepers: Keepers,
    /// How many characters the password has: at least 1, and at least the sum of `minLower`, `minUpper`, `minNumeric` and
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
    /// The password.
    #[property(output, secret)]
    result: String,
    /// Whether special characters are among the characters: those of `overrideSpecial`, or else
    /// `!@#$%&*()-_=+[]{}<>:?`.
    #[property(replace, default = true)]
    special: bool,
    /// Whether the letters `A` to `Z` are among the characters.
    #[property(replace, default = true)]
    upper: bool,
}

/// The id of every password: ids are no secrets.
const ID: &str = "none";

text_resource!(RandomPassword, RandomPasswordInputs, RandomPasswordDraft);

impl RandomPassword {
    fn new(inputs: RandomPasswordInputs, result: String, rng: &mut impl RngCore) -> Self {
        let numeric = inputs.number && inputs.numeric;
        Self {
            bcrypt_hash: hash(&result, rng),
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

    /// What an import can tell from the password: its length. The rest is taken for the default.
    fn found(password: &str, rng: &mut impl RngCore) -> Self {
        Self {
            bcrypt_hash: hash(password, rng),
            keepers: Keepers::default(),
            length: i64::try_from(password.chars().count()).unwrap_or(i64::MAX),
            lower: true,
            min_lower: 0,
            min_numeric: 0,
            min_special: 0,
            min_upper: 0,
            number: true,
            numeric: true,
            override_special: None,
            result: password.to_owned(),
            special: true,
            upper: true,
        }
    }
}

fn hash(password: &str, rng: &mut impl RngCore) -> Late {
    let mut salt = [0; 16];
    rng.fill_bytes(&mut salt);
    Late(bcrypt(password, salt))
}

#[resource]
impl Lifecycle for RandomPassword {
    fn check(inputs: &mut RandomPasswordDraft, cx: &CheckContext) -> Result<()> {
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

    fn create(inputs: RandomPasswordInputs, cx: &Context) -> Result<Created<Self>> {
        let mut rng = cx.rng();
        let password = Recipe::from(&inputs).text(&mut rng);
        Created::new(ID, Self::new(inputs, password, &mut rng))
    }

    fn read(id: &str, state: Option<Self>, cx: &Context) -> Result<Option<Read<Self>>> {
        let state = match state {
            Some(state) => state,
            // Every password has this id: who asks by it alone does not mean a password of four letters.
            None if id == ID => {
                return Err(Error::invalid(
                    "",
                    "a password is imported by the password itself",
                ));
            }
            None => Self::found(id, &mut cx.rng()),
        };
        Ok(Some(Read::new(ID, state)))
    }
}
