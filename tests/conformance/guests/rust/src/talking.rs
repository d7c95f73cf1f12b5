//! Messages.

use pulumi_wasm_provider::prelude::*;

/// Says something in each way.
#[derive(Resource)]
pub(crate) struct Talking {
    /// The message.
    words: String,
    /// The printed text.
    print: Option<String>,
}

#[resource]
impl Lifecycle for Talking {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let TalkingInputs { words, print } = request.inputs;
        if let Some(text) = &print {
            println!("{text}");
        } else {
            cx.debug(format!("debug: {words}"));
            cx.info(format!("info: {words}"));
            cx.warn(format!("warning: {words}"));
            cx.error(format!("error: {words}"));
            cx.status(format!("status: {words}"));
            cx.info("the end");
        }
        Ok(Created::new("talking", TalkingOutputs))
    }
}
