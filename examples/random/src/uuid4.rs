//! `RandomUuid4`.

use pulumi_wasm_provider::prelude::*;

use crate::keepers::{Keepers, ignore_same_keepers};
use crate::uuid::{imported, version_4};

/// A random UUID of version 4.
///
/// It is made once and stays the same until an input changes.
///
/// ## Import
///
/// By the UUID:
///
/// ```yaml
/// options: { import: 1d7e42c9-80f3-4b56-aa9e-c4417f5be038 }
/// ```
#[derive(Resource)]
#[resource(token = "random:index/randomUuid4:RandomUuid4")]
pub(crate) struct RandomUuid4 {
    /// Values that the UUID goes along with: when one of them changes, a new UUID is made.
    #[property(replace)]
    keepers: Keepers,
    /// The UUID, in lowercase and with hyphens.
    #[property(output)]
    result: String,
}

#[resource]
impl Lifecycle for RandomUuid4 {
    fn diff(change: &mut Diff<Self>, _: &Context) -> Result<()> {
        ignore_same_keepers!(change);
        Ok(())
    }

    fn create(inputs: RandomUuid4Inputs, cx: &Context) -> Result<Created<Self>> {
        let result = version_4(&mut cx.rng());
        Created::new(
            result.clone(),
            Self {
                keepers: inputs.keepers,
                result,
            },
        )
    }

    fn read(id: &str, state: Option<Self>, _: &Context) -> Result<Option<Read<Self>>> {
        if let Some(state) = state {
            return Ok(Some(Read::new(id, state)));
        }
        let result = imported(id)?;
        Ok(Some(Read::new(
            result.clone(),
            Self {
                keepers: Keepers::default(),
                result,
            },
        )))
    }
}
