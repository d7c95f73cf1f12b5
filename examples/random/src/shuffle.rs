//! `RandomShuffle`.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

use crate::count;
use crate::generate::sampling::deal;
use crate::generate::seed::seeded;
use crate::recorded;

/// A list in a random order, or some of its items, such as two of all zones.
///
/// The order is made once and stays the same until an input changes. Every order is equally likely.
#[derive(Resource)]
#[resource(token = "random:index/randomShuffle:RandomShuffle")]
pub(crate) struct RandomShuffle {
    /// The list.
    #[property(replace)]
    inputs: Vec<String>,
    /// Values that the order goes along with: when one of them changes, a new order is made.
    #[property(replace, compare = "empty")]
    keepers: Option<BTreeMap<String, String>>,
    /// How many items the result has: as many as the list, when it is not given. When there are more, items come up
    /// again, but none comes up again before all came up.
    #[property(replace, minimum = 0, maximum = 1048576)]
    result_count: Option<i64>,
    /// The items in their random order.
    #[property(output)]
    results: Vec<String>,
    /// A text that the order follows from: with the same seed, the same list comes into the same order again.
    #[property(replace, compare = "empty")]
    seed: Option<String>,
}

#[resource]
impl Lifecycle for RandomShuffle {
    fn migrations(steps: &mut Migrations) {
        steps.step(recorded::keepers);
    }

    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let items = &inputs.inputs;
        let count = match inputs.result_count {
            Some(wanted) => count(wanted)?,
            None => items.len(),
        };
        let results = match inputs.seed.as_deref() {
            None | Some("") => deal(&mut cx.rng(), items, count),
            Some(seed) => deal(&mut seeded(seed), items, count),
        };
        Ok(Created::new("-", RandomShuffleOutputs { results }))
    }
}
