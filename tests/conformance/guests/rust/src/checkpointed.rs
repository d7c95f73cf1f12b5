//! Resources that take several steps to create.

use pulumi_wasm_provider::prelude::*;

/// Records a checkpoint during its create.
#[derive(Resource)]
pub(crate) struct Checkpointed {
    /// Its label.
    label: String,
    /// How its create ends after the checkpoint. `fail` and `crash` end it early.
    ending: Option<String>,
    /// How far it is.
    #[property(output)]
    stage: String,
    /// Opens it.
    #[property(output, secret)]
    key: Option<String>,
}

impl Checkpointed {
    fn at(stage: &str) -> CheckpointedOutputs {
        CheckpointedOutputs {
            stage: stage.into(),
            key: Some("sesame".into()),
        }
    }
}

#[resource]
impl Lifecycle for Checkpointed {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let id = format!("checkpointed-{}", cx.name());
        cx.checkpoint(&id, &Self::at("begun"))?;
        match request.inputs.ending.as_deref() {
            Some("fail") => Err("the second step failed")?,
            Some("crash") => panic!("the guest stumbled"),
            _ => Ok(Created::new(id, Self::at("done"))),
        }
    }

    fn resume(request: ResumeRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let stage = format!("resumed after {}", request.old()?.stage);
        Ok(Updated::new(Self::at(&stage)))
    }

    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        cx.checkpoint(&request.id, &Self::at("updating"))?;
        match request.inputs.ending.as_deref() {
            Some("fail") => Err("the update failed")?,
            _ => Ok(Updated::new(Self::at("updated"))),
        }
    }
}
