//! The host's answers for missing hooks.

use pulumi_wasm_provider::prelude::*;

/// Has no hook but `create`.
#[derive(Resource)]
pub(crate) struct Bare {
    /// Its label.
    label: String,
    /// How much it weighs.
    weight: Option<f64>,
    /// The label in capital letters.
    #[property(output)]
    shout: String,
}

#[resource]
impl Lifecycle for Bare {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let bare = BareOutputs {
            shout: request.inputs.label.to_uppercase(),
        };
        Ok(Created::new(format!("bare-{}", cx.name()), bare))
    }
}

/// There can be only one at a time.
#[derive(Resource)]
#[resource(delete_before_replace, refresh_before_update)]
pub(crate) struct Exclusive {
    /// Where it is.
    #[property(replace)]
    place: String,
    /// Its contents, at any depth.
    #[property(replace)]
    inside: Option<Vec<Vec<String>>>,
    /// A note about it.
    note: Option<String>,
}

#[resource]
impl Lifecycle for Exclusive {
    fn create(_: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new("the-one", ExclusiveOutputs))
    }

    fn update(_: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::new(ExclusiveOutputs))
    }
}
