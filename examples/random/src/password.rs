//! `RandomPassword`.

use pulumi_wasm_provider::prelude::*;
use rand_core::RngCore;

use crate::characters::Characters;
use crate::generate::hash::bcrypt;
use crate::recorded;

/// A password of random characters, kept as a secret.
///
/// It is made once and stays the same until an input changes. The characters come from a source that cannot be guessed. The password is in the stack's state, encrypted as every secret there.
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
    /// The password's bcrypt hash, with a random salt. bcrypt looks at the first 72 bytes only.
    #[property(output, secret)]
    bcrypt_hash: String,
    #[property(flatten)]
    characters: Characters,
    /// The password.
    #[property(output, secret)]
    result: String,
}

/// The id of every password: ids are not secrets.
const ID: &str = "none";

/// The password's hash, with a new salt.
fn hash(password: &str, rng: &mut impl RngCore) -> String {
    let mut salt = [0; 16];
    rng.fill_bytes(&mut salt);
    bcrypt(password, salt)
}

#[resource]
impl Lifecycle for RandomPassword {
    fn migrations(steps: &mut Migrations) {
        steps.step(recorded::password);
    }

    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        Characters::check(&mut request.inputs.characters, cx);
        Ok(())
    }

    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let mut rng = cx.rng();
        let result = request.inputs.characters.recipe()?.text(&mut rng);
        let bcrypt_hash = hash(&result, &mut rng);
        Ok(Created::new(
            ID,
            RandomPasswordOutputs {
                bcrypt_hash,
                result,
            },
        ))
    }

    fn read(request: ReadRequest<Self>, cx: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let state = request.old();
        let id = request.id.as_str();
        let state = match state {
            Some(state) => state,
            // Every password has this id: who asks by it alone does not mean a password of four letters.
            None if id == ID => {
                return Err(Error::invalid(
                    "",
                    "a password is imported by the password itself",
                ));
            }
            None => Self {
                bcrypt_hash: hash(id, &mut cx.rng()),
                characters: Characters::found(id),
                result: id.to_owned(),
            },
        };
        Ok(Some(ReadResult::new(state).with_id(ID)))
    }
}
