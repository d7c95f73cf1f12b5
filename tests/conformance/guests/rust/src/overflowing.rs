//! Outputs that Pulumi cannot hold.

use pulumi_wasm_provider::prelude::*;

/// Counts beyond the integers that a double holds exactly, if its label says so.
#[derive(Resource)]
pub(crate) struct Overflowing {
    /// `high` is too much.
    label: String,
    /// The count.
    #[property(output)]
    count: u64,
    /// An output that can always be recorded.
    #[property(output)]
    unit: String,
}

impl Overflowing {
    fn of(inputs: &OverflowingInputs) -> OverflowingOutputs {
        let count = if inputs.label == "high" {
            (1 << 53) + 2
        } else {
            1
        };
        let unit = "piece".to_owned();
        OverflowingOutputs { count, unit }
    }
}

#[resource]
impl Lifecycle for Overflowing {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new("over", Self::of(&request.inputs)))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::new(Self::of(&request.inputs)))
    }
}
