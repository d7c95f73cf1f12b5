//! Waits with checkpoints.

use std::time::Duration;

use pulumi_wasm_provider::prelude::*;

/// Glue, which takes time to dry.
#[derive(Resource)]
pub(crate) struct Glue {
    /// How often somebody has to look until it is dry.
    #[property(replace)]
    looks: u32,
    /// How long to wait for it, in milliseconds.
    patience: u32,
    /// At which look the provider crashes.
    crash: Option<u32>,
    #[property(output)]
    dry: bool,
    /// How it came to be dry.
    #[property(output)]
    story: String,
}

fn dry(id: &str, inputs: GlueInputs, story: &str, cx: &CreateContext) -> Result<GlueOutputs> {
    let GlueInputs {
        looks,
        patience,
        crash,
    } = inputs;
    let mut glue = GlueOutputs {
        dry: false,
        story: story.into(),
    };
    cx.checkpoint(id, &glue)?;
    let backoff = Backoff::every(Duration::from_millis(5))
        .factor(1.5)
        .max_delay(Duration::from_millis(20))
        .timeout(Duration::from_millis(patience.into()));
    cx.wait(backoff, |look| {
        assert_ne!(Some(look), crash, "the glue is spilled");
        Ok(if look < looks {
            Progress::Pending(format!("{look} of {looks} looks"))
        } else {
            Progress::Ready(())
        })
    })?;
    glue.dry = true;
    Ok(glue)
}

#[resource]
impl Lifecycle for Glue {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let id = format!("glue-{}", cx.name());
        let glue = dry(&id, request.inputs, "at once", cx)?;
        Ok(Created::new(id, glue))
    }

    fn resume(request: ResumeRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::new(dry(
            &request.id,
            request.inputs,
            "in the end",
            cx,
        )?))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::new(request.old()?.into()))
    }
}
