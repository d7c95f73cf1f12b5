//! Keeps entries nowhere: the first version, which has sizes as text.

use pulumi_wasm_provider::prelude::*;

/// An entry.
#[derive(Resource)]
struct Entry {
    /// What it is called.
    label: String,
    /// How large it is, such as `5 GB`.
    size: String,
    /// How often it was changed.
    #[property(output)]
    changes: u32,
}

#[resource]
impl Lifecycle for Entry {
    fn create(inputs: EntryInputs, _: &Context) -> Result<Created<Self>> {
        Ok(Created::new(inputs.label, EntryOutputs { changes: 0 }))
    }

    fn update(_: &str, old: Entry, _: EntryInputs, _: &Context) -> Result<Updated<Self>> {
        let changes = old.changes + 1;
        Ok(Updated::new(EntryOutputs { changes }))
    }
}

provider! { name: "ledger", resources: [Entry] }
