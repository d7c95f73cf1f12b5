//! The host's answers for missing hooks.

use pulumi_wasm_provider::prelude::*;

/// Has no hook but `create`.
#[derive(Resource)]
pub(crate) struct Bare {
    /// What it is called.
    label: String,
    /// How much it weighs.
    weight: Option<f64>,
    /// The label in capital letters.
    #[property(output)]
    shout: String,
}

#[resource]
impl Lifecycle for Bare {
    fn create(inputs: BareInputs, cx: &Context) -> Result<Created<Self>> {
        let BareInputs { label, weight } = inputs;
        let bare = Self {
            shout: label.to_uppercase(),
            label,
            weight,
        };
        Created::new(format!("bare-{}", cx.name()), bare)
    }
}

/// There can be only one at a time.
#[derive(Resource)]
#[resource(delete_before_replace, refresh_before_update)]
pub(crate) struct Exclusive {
    /// Where it is.
    #[property(replace)]
    place: String,
    /// What is inside, at any depth.
    #[property(replace)]
    inside: Option<Vec<Vec<String>>>,
    /// What is said of it.
    note: Option<String>,
}

#[resource]
impl Lifecycle for Exclusive {
    fn create(inputs: ExclusiveInputs, _: &Context) -> Result<Created<Self>> {
        let ExclusiveInputs {
            place,
            inside,
            note,
        } = inputs;
        let exclusive = Self {
            place,
            inside,
            note,
        };
        Created::new("the-one", exclusive)
    }

    fn update(_: &str, _: Self, inputs: ExclusiveInputs, _: &Context) -> Result<Self> {
        let ExclusiveInputs {
            place,
            inside,
            note,
        } = inputs;
        Ok(Self {
            place,
            inside,
            note,
        })
    }
}
