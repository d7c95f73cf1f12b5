//! Parts that appear as views.

use pulumi_wasm_provider::prelude::*;

/// Has parts.
#[derive(Resource)]
pub(crate) struct Parts {
    /// The names of the parts.
    names: Vec<String>,
}

/// The inputs and outputs of a view.
#[derive(Arguments)]
struct Part {
    /// Its label.
    label: String,
}

fn part(name: &str) -> Result<View> {
    let part = Part { label: name.into() };
    View::new("conformance:index:Part", name)
        .inputs(&part)?
        .outputs(&part)
}

#[resource]
impl Lifecycle for Parts {
    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let mut steps = cx.views();
        for name in &request.inputs.names {
            steps = steps.create(part(name)?);
        }
        steps.publish()?;
        Ok(Created::new("parts", PartsOutputs))
    }

    fn update(request: UpdateRequest<Self>, cx: &UpdateContext) -> Result<Updated<Self>> {
        let inputs = request.inputs;
        let mut steps = cx.views();
        for old in cx.old_views() {
            if !inputs.names.iter().any(|name| name == old.name()) {
                steps = steps.delete(old.clone());
            }
        }
        for name in &inputs.names {
            let is_old = cx.old_views().iter().any(|old| old.name() == name);
            steps = if is_old {
                steps.same(part(name)?)
            } else {
                steps.create(part(name)?)
            };
        }
        steps.publish()?;
        Ok(Updated::new(PartsOutputs))
    }
}
