//! Keeps entries nowhere: a version that follows on the first one and has a serial number, without a migration.

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
    /// Its number.
    #[property(output)]
    serial: String,
}

#[resource]
impl Lifecycle for Entry {
    fn create(inputs: EntryInputs, _: &Context) -> Result<Created<Self>> {
        let serial = "1".to_owned();
        Ok(Created::new(
            inputs.label,
            EntryOutputs { changes: 0, serial },
        ))
    }

    fn update(_: &str, old: Entry, _: EntryInputs, _: &Context) -> Result<Updated<Self>> {
        let changes = old.changes + 1;
        Ok(Updated::new(EntryOutputs {
            changes,
            ..old.into()
        }))
    }

    fn delete(_: &str, _: Entry, _: &Context) -> Result<()> {
        Ok(())
    }
}

provider! { name: "ledger", resources: [Entry] }
