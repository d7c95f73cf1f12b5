//! Leaves something behind that is as large as it is told.

use pulumi_wasm_provider::prelude::*;

/// Cargo, which may be too heavy.
#[derive(Resource)]
pub(crate) struct Cargo {
    /// The kind of goods.
    goods: String,
    /// How the first attempt to make it ends: `checkpoint` saves it and crashes, `partial` says that it is there in
    /// part; otherwise it is made.
    ending: String,
    /// How many bytes are on board.
    #[property(output)]
    weight: f64,
    /// How it came on board.
    #[property(output)]
    story: String,
}

fn loaded(inputs: &CargoInputs, story: &str) -> CargoOutputs {
    CargoOutputs {
        weight: inputs.goods.len() as f64,
        story: story.to_owned(),
    }
}

#[resource]
impl Lifecycle for Cargo {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let id = format!("cargo-{}", cx.name());
        let cargo = loaded(&inputs, "at once");
        match inputs.ending.as_str() {
            "checkpoint" => {
                cx.checkpoint(&id, &cargo)?;
                panic!("the crane broke");
            }
            "partial" => Err(Error::partial(id, &cargo, ["the crane broke"])),
            _ => Ok(Created::new(id, cargo)),
        }
    }

    fn resume(request: ResumeRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let story = format!("{} bytes were there", request.old()?.goods.len());
        Ok(Updated::new(loaded(&request.inputs, &story)))
    }
}
