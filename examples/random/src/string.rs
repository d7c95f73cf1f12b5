//! `RandomString`.

use pulumi_wasm_provider::prelude::*;

use crate::text_options::TextOptions;

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
    #[property(flatten)]
    options: TextOptions,
    /// The text.
    #[property(output)]
    result: String,
}

#[resource]
impl Lifecycle for RandomString {
    fn check(inputs: &mut RandomStringDraft, cx: &CheckContext) -> Result<()> {
        inputs.options.check(cx);
        Ok(())
    }

    fn diff(change: &mut Diff<Self>, _: &Context) -> Result<()> {
        for property in change.inputs.options.same_as(&change.old_inputs.options) {
            change.ignore(property);
        }
        Ok(())
    }

    fn create(inputs: RandomStringInputs, cx: &Context) -> Result<Created<Self>> {
        let result = inputs.options.recipe().text(&mut cx.rng());
        let options = inputs.options.recorded();
        Created::new(result.clone(), Self { options, result })
    }

    fn read(id: &str, state: Option<Self>, _: &Context) -> Result<Option<Read<Self>>> {
        let found = || Self {
            options: TextOptions::found(id),
            result: id.to_owned(),
        };
        Ok(Some(Read::new(id, state.unwrap_or_else(found))))
    }
}
