//! Waits.

use std::time::Duration;

use pulumi_wasm_provider::prelude::*;

/// Is ready after some looks.
#[derive(Resource)]
pub(crate) struct Waiting {
    /// At which look it is ready.
    looks: u32,
    /// For how many milliseconds somebody looks.
    patience: u32,
    /// At which look it was ready.
    #[property(output)]
    ready: u32,
}

#[resource]
impl Lifecycle for Waiting {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let WaitingInputs { looks, patience } = request.inputs;
        let wait = Backoff::every(Duration::from_millis(5))
            .factor(1.0)
            .timeout(Duration::from_millis(patience.into()));
        let ready = cx.wait(wait, |look| {
            Ok(if look < looks {
                Progress::Pending(format!("look {look} of {looks}"))
            } else {
                Progress::Ready(look)
            })
        })?;
        Ok(Created::new("waiting", WaitingOutputs { ready }))
    }
}
