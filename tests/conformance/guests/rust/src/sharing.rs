//! The values that instances share.

use std::cell::Cell;
use std::time::Duration;

use pulumi_wasm_provider::Made;
use pulumi_wasm_provider::prelude::*;

/// Knows a token that a server gave to one of them.
#[derive(Resource)]
pub(crate) struct Sharing {
    /// Where the token is.
    url: String,
    /// Whether it is forgotten afterwards.
    forgets: Option<bool>,
    /// Whether its maker asks for it as well.
    nested: Option<bool>,
    /// Whether this one asked the server.
    #[property(output)]
    made: bool,
}

const MINUTE: Duration = Duration::from_secs(60);

#[resource]
impl Lifecycle for Sharing {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let made = Cell::new(false);
        let token = cx.shared().get_or_make("token", MINUTE, || {
            if inputs.nested == Some(true) {
                cx.shared().get_or_make("token", MINUTE, || Ok("another"))?;
            }
            made.set(true);
            let answer = cx.http().get(&inputs.url).send()?.error_for_status()?;
            Ok(Made::new(answer.text()?).lives(MINUTE))
        })?;
        cx.info(format!("the token is {token}"));
        if inputs.forgets == Some(true) {
            cx.shared().forget("token", &token)?;
        }
        cx.shared().rate("makes", 100.0).burst(2).wait()?;
        let made = made.get();
        Ok(Created::new("sharing", SharingOutputs { made }))
    }
}
