//! Keeps entries nowhere: the second version, which has sizes as numbers, and counts what the first one recorded.

use pulumi_wasm_provider::prelude::*;

/// An entry.
#[derive(Resource)]
struct Entry {
    /// Its name.
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
