//! `RandomString`.

use pulumi_wasm_provider::prelude::*;

use crate::characters::Characters;
use crate::recorded;

/// A text of random characters, such as a suffix that makes a name unique.
///
/// It is made once and stays the same until an input changes. The characters come from a source that cannot
/// be guessed, but the text is shown wherever the stack is: use `RandomPassword` for what must stay secret.
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
    #[property(flatten)]
    characters: Characters,
    /// The text.
    #[property(output)]
    result: String,
}

#[resource]
impl Lifecycle for RandomString {
    fn migrations(steps: &mut Migrations) {
        steps.step(recorded::text);
    }

    fn check(inputs: &mut RandomStringDraft, cx: &CheckContext) -> Result<()> {
        Characters::check(&mut inputs.characters, cx);
        Ok(())
    }

    fn create(inputs: RandomStringInputs, cx: &Context) -> Result<Created<Self>> {
        let result = inputs.characters.recipe()?.text(&mut cx.rng());
        Ok(Created::new(result.clone(), RandomStringOutputs { result }))
    }

    fn read(id: &str, state: Option<Self>, _: &Context) -> Result<Option<Read<Self>>> {
        let found = || Self {
            characters: Characters::found(id),
            result: id.to_owned(),
        };
        Ok(Some(Read::new(id, state.unwrap_or_else(found))))
    }
}
