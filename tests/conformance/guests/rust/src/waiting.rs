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
    fn create(inputs: WaitingInputs, cx: &Context) -> Result<Created<Self>> {
        let WaitingInputs { looks, patience } = inputs;
        let wait = Wait::every(Duration::from_millis(5))
            .factor(1.0)
            .timeout(Duration::from_millis(patience.into()));
        let ready = cx.wait(wait, |look| {
            Ok(if look < looks {
                Poll::Pending(format!("look {look} of {looks}"))
            } else {
                Poll::Ready(look)
            })
        })?;
        Ok(Created::new("waiting", WaitingOutputs { ready }))
    }
}
