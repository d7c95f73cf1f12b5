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
        let EntryInputs { label, size } = inputs;
        let id = label.clone();
        let entry = Entry {
            label,
            size,
            changes: 0,
        };
        Created::new(id, entry)
    }

    fn update(_: &str, old: Entry, inputs: EntryInputs, _: &Context) -> Result<Self> {
        let EntryInputs { label, size } = inputs;
        let changes = old.changes + 1;
        Ok(Entry {
            label,
            size,
            changes,
        })
    }
}

provider! { name: "ledger", resources: [Entry] }
