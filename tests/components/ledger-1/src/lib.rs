//! Keeps entries nowhere: the first version, which has sizes as text.

use pulumi_wasm_provider::prelude::*;

/// An entry.
#[derive(Resource)]
struct Entry {
    /// Its name.
    label: String,
    /// How large it is, such as `5 GB`.
    size: String,
    /// How often it was changed.
    #[property(output)]
    changes: u32,
}

#[resource]
impl Lifecycle for Entry {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new(
            request.inputs.label,
            EntryOutputs { changes: 0 },
        ))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let changes = request.old()?.changes + 1;
        Ok(Updated::new(EntryOutputs { changes }))
    }
}

provider!(Provider::new("ledger").resource::<Entry>());
