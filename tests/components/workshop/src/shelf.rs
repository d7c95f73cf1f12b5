//! A component whose children take their time.

use pulumi_wasm_provider::prelude::*;

use crate::glue::Glue;

/// Boards that are glued one after the other.
#[derive(Component)]
pub(crate) struct Shelf {
    /// How often somebody has to look until the first board is dry.
    looks: Input<u32>,
    /// How long to wait for each board, in milliseconds.
    #[property(default = 60000)]
    patience: Input<u32>,
    /// At which look at the first board the provider crashes.
    crash: Input<Option<u32>>,
    /// Whether there is a board that waits for no other.
    #[property(default = false)]
    beside: bool,
    story: Output<String>,
}

impl Construct for Shelf {
    fn construct(inputs: ShelfInputs, cx: &ComponentContext) -> Result<ShelfOutputs> {
        let quick = || properties! { looks: 1, patience: inputs.patience };
        let slow =
            properties! { looks: inputs.looks, patience: inputs.patience, crash: inputs.crash };
        let slow = cx.child("slow", of::<Glue>(), slow)?;
        if inputs.beside {
            cx.child("beside", of::<Glue>(), quick())?;
        }
        let then = cx.options().depends_on(&slow);
        let after = then.child("after", of::<Glue>(), quick())?;
        Ok(ShelfOutputs {
            story: after.output("story"),
        })
    }
}
