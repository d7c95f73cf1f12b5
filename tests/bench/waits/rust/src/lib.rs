//! A resource whose creation computes for longer than a short call, and then waits.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use pulumi_wasm_provider::prelude::*;

/// Some 10 ms of computing.
const ROUNDS: u64 = 20_000_000;
/// Longer than anybody watches.
const WAIT: Duration = Duration::from_secs(1800);

/// An entry of the list.
#[derive(Object, Clone)]
struct Item {
    name: String,
    size: f64,
    enabled: bool,
}

#[derive(Resource)]
struct Thing {
    label: String,
    #[property(secret)]
    secret: Option<String>,
    tags: BTreeMap<String, String>,
    items: Vec<Item>,
    /// The sum of the sizes.
    #[property(output)]
    total: f64,
}

#[resource]
impl Lifecycle for Thing {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let sum = (0..ROUNDS).fold(0, |sum: u64, round| black_box(sum.wrapping_add(round)));
        black_box(sum);
        cx.sleep(WAIT)?;
        let total = inputs.items.iter().map(|item| item.size).sum();
        Ok(Created::new(inputs.label, ThingOutputs { total }))
    }
}

provider!(Provider::new("bench").resource::<Thing>());
