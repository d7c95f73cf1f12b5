//! State that earlier versions recorded.

use pulumi_wasm_provider::prelude::*;

/// Had a `size` as text once, and then no `kind`.
#[derive(Resource)]
pub(crate) struct Migrated {
    /// How much it holds.
    gigabytes: i64,
    /// What it is.
    kind: String,
}

#[derive(Recorded)]
struct Sized {
    size: String,
}

#[derive(Recorded)]
struct Measured {
    gigabytes: i64,
}

#[resource]
impl Lifecycle for Migrated {
    fn create(inputs: MigratedInputs, _: &Context) -> Result<Created<Self>> {
        let MigratedInputs { gigabytes, kind } = inputs;
        Created::new("migrated", Self { gigabytes, kind })
    }

    fn update(_: &str, _: Self, inputs: MigratedInputs, _: &Context) -> Result<Self> {
        let MigratedInputs { gigabytes, kind } = inputs;
        Ok(Self { gigabytes, kind })
    }

    fn delete(_: &str, state: Self, cx: &Context) -> Result<()> {
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
