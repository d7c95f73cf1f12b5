//! The resources that every peer of the benchmark serves: one without hooks before `create`, and one with these hooks.

use std::collections::BTreeMap;

use pulumi_wasm_provider::prelude::*;

/// An entry of the list.
#[derive(Object, Clone)]
struct Item {
    name: String,
    size: f64,
    enabled: bool,
}

/// A thing that the host checks and compares alone.
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
    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let outputs = Self::of(&inputs);
        Ok(Created::new(inputs.label, outputs))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::new(Self::of(&request.inputs)))
    }
}

impl Thing {
    fn of(inputs: &ThingInputs) -> ThingOutputs {
        let total = inputs.items.iter().map(|item| item.size).sum();
        ThingOutputs { total }
    }
}

/// The same resource with a hook in each call.
#[derive(Resource)]
struct Hooked {
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
impl Lifecycle for Hooked {
    fn check(request: &mut CheckRequest<Self>, _: &CheckContext) -> Result<()> {
        let inputs = &mut request.inputs;
        if let Some(label) = inputs.label.get() {
            let trimmed = label.trim().to_owned();
            inputs.label.set(trimmed);
        }
        Ok(())
    }

    fn diff(_: &mut Diff<Self>, _: &DiffContext) -> Result<()> {
        Ok(())
    }

    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let inputs = request.inputs;
        let outputs = Self::of(&inputs);
        Ok(Created::new(inputs.label, outputs))
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::new(Self::of(&request.inputs)))
    }
}

impl Hooked {
    fn of(inputs: &HookedInputs) -> HookedOutputs {
        let total = inputs.items.iter().map(|item| item.size).sum();
        HookedOutputs { total }
    }
}

provider!(Provider::new("bench").resource::<Thing>().resource::<Hooked>());
