//! `RandomString`.

use pulumi_wasm_provider::prelude::*;

use crate::characters::Characters;
use crate::recorded;

/// A text of random characters, such as a suffix that makes a name unique.
///
/// It is made once and stays the same until an input changes. The characters come from a source that cannot
/// be guessed, but outputs and logs show the text: use `RandomPassword` for secrets.
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

    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        Characters::check(&mut request.inputs.characters, cx);
        Ok(())
    }

    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let result = request.inputs.characters.recipe()?.text(&mut cx.rng());
        Ok(Created::new(result.clone(), RandomStringOutputs { result }))
    }

    fn read(request: ReadRequest<Self>, _: &ReadContext) -> Result<Option<ReadResult<Self>>> {
        let id = request.id.as_str();
        let found = || Self {
            characters: Characters::found(id),
            result: id.to_owned(),
        };
        Ok(Some(ReadResult::new(request.old().unwrap_or_else(found))))
    }
}
