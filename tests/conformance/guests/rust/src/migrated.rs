//! State that earlier versions recorded.

use pulumi_wasm_provider::prelude::*;

/// Had a `size` as text once, and then no `kind`.
#[derive(Resource)]
pub(crate) struct Migrated {
    /// How much it holds.
    gigabytes: i64,
    /// Its kind.
    kind: String,
}

#[derive(OldProperties)]
struct Sized {
    size: String,
}

#[derive(OldProperties)]
struct Measured {
    gigabytes: i64,
}

#[resource]
impl Lifecycle for Migrated {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new("migrated", MigratedOutputs))
    }

    fn update(_: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::new(MigratedOutputs))
    }

    fn delete(request: DeleteRequest<Self>, cx: &DeleteContext) -> Result<()> {
        let state = request.old()?;
        cx.info(format!("{} GB of {}", state.gigabytes, state.kind));
        Ok(())
    }

    fn migrations(steps: &mut Migrations) {
        steps.step(|old| {
            let measure = |Sized { size }: Sized| {
                let number = size.trim_end_matches("GB").parse();
                Ok(Measured {
                    gigabytes: number.map_err(Error::other)?,
                })
            };
            old.convert_inputs(measure)?;
            old.convert_outputs(measure)
        });
        steps.step(|old| {
            old.set_default("kind", "disk");
            Ok(())
        });
    }
}
