//! Things that take more than one step to be made.

use pulumi_wasm_provider::prelude::*;

/// Is noted half-way.
#[derive(Resource)]
pub(crate) struct Checkpointed {
    /// What it is called.
    label: String,
    /// How its making ends after the note: `fail`, `crash`, or well.
    ending: Option<String>,
    /// How far it is.
    #[property(output)]
    stage: String,
    /// Opens it.
    #[property(output, secret)]
    key: Option<String>,
}

impl Checkpointed {
    fn at(stage: &str, inputs: CheckpointedInputs) -> Self {
        let CheckpointedInputs { label, ending } = inputs;
        Self {
            label,
            ending,
            stage: stage.into(),
            key: Some("sesame".into()),
        }
    }
}

#[resource]
impl Lifecycle for Checkpointed {
    fn create(inputs: CheckpointedInputs, cx: &Context) -> Result<Created<Self>> {
        let id = format!("checkpointed-{}", cx.name());
        let mut made = Self::at("begun", inputs);
        cx.checkpoint(&id, &made)?;
        match made.ending.as_deref() {
            Some("fail") => Err("the second step failed")?,
            Some("crash") => panic!("the guest stumbled"),
            _ => made.stage = "done".into(),
        }
        Created::new(id, made)
    }

    fn resume(
        id: &str,
        saved: Self,
        inputs: CheckpointedInputs,
        _: &Context,
    ) -> Result<Created<Self>> {
        let stage = format!("resumed after {}", saved.stage);
        Created::new(id, Self::at(&stage, inputs))
    }

    fn update(id: &str, _: Self, inputs: CheckpointedInputs, cx: &Context) -> Result<Self> {
        let made = Self::at("updated", inputs);
        cx.checkpoint(
            id,
            &Self {
                stage: "updating".into(),
                label: made.label.clone(),
                ending: made.ending.clone(),
                key: made.key.clone(),
            },
        )?;
        match made.ending.as_deref() {
            Some("fail") => Err("the update failed")?,
            _ => Ok(made),
        }
    }
}
