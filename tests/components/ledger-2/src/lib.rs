//! Keeps entries nowhere: the second version, which has sizes as numbers, and counts what the first one recorded.

use pulumi_wasm_provider::prelude::*;

/// An entry.
#[derive(Resource)]
struct Entry {
    /// What it is called.
    label: String,
    /// How large it is.
    gigabytes: u32,
    /// How often it was changed.
    #[property(output)]
    changes: u32,
}

#[resource]
impl Lifecycle for Entry {
    fn migrations(steps: &mut Migrations) {
        steps.step(|old| {
            old.rename("size", "gigabytes");
            old.map("gigabytes", |size| {
                let text = size.as_str().unwrap_or_default();
                let number: u32 = text.trim_end_matches(" GB").parse().map_err(Error::other)?;
                Ok(number.into())
            })
        });
    }

    fn create(inputs: EntryInputs, _: &Context) -> Result<Created<Self>> {
        let EntryInputs { label, gigabytes } = inputs;
        let id = label.clone();
        let entry = Entry {
            label,
            gigabytes,
            changes: 0,
        };
        Created::new(id, entry)
    }

    fn update(_: &str, old: Entry, inputs: EntryInputs, _: &Context) -> Result<Self> {
        let EntryInputs { label, gigabytes } = inputs;
        let changes = old.changes + 1;
        Ok(Entry {
            label,
            gigabytes,
            changes,
        })
    }
}

provider! { name: "ledger", resources: [Entry] }
