//! Keeps entries nowhere: a version that follows on the first one and has a serial number, without a migration.

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
    /// Its number.
    #[property(output)]
    serial: String,
}

#[resource]
impl Lifecycle for Entry {
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let serial = "1".to_owned();
        Ok(Created::new(
            request.inputs.label,
            EntryOutputs { changes: 0, serial },
        ))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let old = request.old()?;
        let changes = old.changes + 1;
        Ok(Updated::new(EntryOutputs {
            changes,
            ..old.into()
        }))
    }

    fn delete(_: DeleteRequest<Self>, _: &DeleteContext) -> Result<()> {
        Ok(())
    }
}

provider!(Provider::new("ledger").resource::<Entry>());
