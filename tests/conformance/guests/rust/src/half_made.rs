//! Resources whose checkpoint contains only some of their outputs.

use pulumi_wasm_provider::prelude::*;

/// Records a checkpoint with the first of its outputs.
#[derive(Resource)]
pub(crate) struct HalfMade {
    /// Its label.
    label: String,
    /// Whether its create succeeds.
    ends: bool,
    /// Known at once.
    #[property(output)]
    first: String,
    /// Known late.
    #[property(output)]
    second: String,
}

#[resource]
impl Lifecycle for HalfMade {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let id = format!("half-{}", inputs.label);
        let first = "disk".to_owned();
        let so_far = HalfMadePartial {
            first: first.clone().into(),
            ..Default::default()
        };
        cx.checkpoint(&id, &so_far)?;
        if !inputs.ends {
            Err("the second step failed")?;
        }
        let second = "started".into();
        Ok(Created::new(id, HalfMadeOutputs { first, second }))
    }

    fn resume(request: ResumeRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let saved = request.old_partial()?;
        let known = saved.second.into_known();
        let first = saved.first.into_known().unwrap_or_default();
        let second = format!("started after {}", known.as_deref().unwrap_or("nothing"));
        Ok(Updated::new(HalfMadeOutputs { first, second }))
    }

    fn delete(request: DeleteRequest<Self>, cx: &DeleteContext) -> Result<()> {
        let state = request.old_partial()?;
        let first = state.first.into_known().unwrap_or_default();
        let second = state.second.into_known();
        let second = second.as_deref().unwrap_or("nothing");
        cx.info(format!("deleting {first}, {second}"));
        Ok(())
    }
}
