//! Keeps entries nowhere: the first version with another name for the type, and an amount.

use pulumi_wasm_provider::prelude::*;

/// An entry.
#[derive(Resource)]
#[resource(alias = "ledger:index:Entry")]
struct Posting {
    /// Its name.
    label: String,
    /// How large it is, such as `5 GB`.
    size: String,
    /// Its value.
    amount: Option<f64>,
    /// How often it was changed.
    #[property(output)]
    changes: u32,
}

#[resource]
impl Lifecycle for Posting {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new(
            request.inputs.label,
            PostingOutputs { changes: 0 },
        ))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let changes = request.old()?.changes + 1;
        Ok(Updated::new(PostingOutputs { changes }))
    }
}

provider!(Provider::new("ledger").resource::<Posting>());
