//! `RandomPet`.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

use crate::count;
use crate::generate::pet::name;
use crate::recorded;

/// A name like the names of pets: easy to read, to say and to remember.
///
/// The name is the resource's `id`. It is made once and stays the same until an input changes.
#[derive(Resource)]
#[resource(token = "random:index/randomPet:RandomPet")]
pub(crate) struct RandomPet {
    /// Values that the name goes along with: when one of them changes, a new name is made.
    #[property(replace, compare = "empty")]
    keepers: Option<BTreeMap<String, String>>,
    /// How many words the name has, at least 1 and at most 65536. The prefix does not count.
    #[property(replace, default = 2, minimum = 1, maximum = 65536)]
    length: i64,
    /// A word of your own that the name begins with.
    #[property(replace, compare = "empty")]
    prefix: Option<String>,
    /// The separator of the words.
    #[property(replace, default = "-")]
    separator: String,
}

#[resource]
impl Lifecycle for RandomPet {
    fn migrations(steps: &mut Migrations) {
        steps.step(recorded::keepers);
    }

    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let RandomPetInputs {
            keepers,
            length,
            prefix,
            separator,
        } = request.inputs;
        let pet = name(&mut cx.rng(), count(length)?, &separator);
        // An empty prefix counts as absent, and is not recorded.
        let prefix = prefix.filter(|prefix| !prefix.is_empty());
        let id = match &prefix {
            Some(prefix) => format!("{prefix}{separator}{pet}"),
            None => pet,
        };
        let state = Self {
            keepers,
            length,
            prefix,
            separator,
        };
        Ok(Created::with_state(id, state))
    }
}
