//! `RandomPassword`.

use pulumi_wasm_provider::prelude::*;
use rand_core::RngCore;

use crate::generate::hash::bcrypt;
use crate::late::Late;
use crate::text_options::TextOptions;

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
    #[property(flatten)]
    options: TextOptions,
    /// The password.
    #[property(output, secret)]
    result: String,
}

/// The id of every password: ids are no secrets.
const ID: &str = "none";

impl RandomPassword {
    fn new(options: TextOptions, result: String, rng: &mut impl RngCore) -> Self {
        let mut salt = [0; 16];
        rng.fill_bytes(&mut salt);
        Self {
            bcrypt_hash: Late(bcrypt(&result, salt)),
            options: options.recorded(),
            result,
        }
    }
}

#[resource]
impl Lifecycle for RandomPassword {
    fn check(inputs: &mut RandomPasswordDraft, cx: &CheckContext) -> Result<()> {
        inputs.options.check(cx);
        Ok(())
    }

    fn diff(change: &mut Diff<Self>, _: &Context) -> Result<()> {
        for property in change.inputs.options.same_as(&change.old_inputs.options) {
            change.ignore(property);
        }
        Ok(())
    }

    fn create(inputs: RandomPasswordInputs, cx: &Context) -> Result<Created<Self>> {
        let mut rng = cx.rng();
        let password = inputs.options.recipe().text(&mut rng);
        Created::new(ID, Self::new(inputs.options, password, &mut rng))
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
            None => Self::new(TextOptions::found(id), id.to_owned(), &mut cx.rng()),
        };
        Ok(Some(Read::new(ID, state)))
    }
}
