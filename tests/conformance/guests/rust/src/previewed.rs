//! Previews, and the results after them.

use pulumi_wasm_provider::prelude::*;

/// Previews outputs that only its code can compute.
#[derive(Resource)]
pub(crate) struct Previewed {
    /// Its label.
    label: String,
    /// How often it is there.
    copies: Option<i64>,
    /// Known before it is made.
    #[property(output)]
    greeting: String,
    /// Known when it is made.
    #[property(output)]
    number: i64,
    /// Never changes.
    #[property(output, stable)]
    birth: String,
}

fn greeting(label: &str) -> String {
    format!("Hello, {label}!")
}

#[resource]
impl Lifecycle for Previewed {
    fn preview_create(request: &mut PreviewCreateRequest<Self>, cx: &PreviewContext) -> Result<()> {
        let preview = &mut request.outputs;
        if let Some(label) = request.inputs.label.get() {
            preview.greeting.set(greeting(label));
        }
        cx.debug(format!("preview: {}", cx.preview()));
        Ok(())
    }

    fn create(request: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        let previewed = PreviewedOutputs {
            greeting: greeting(&request.inputs.label),
            number: 7,
            birth: "today".into(),
        };
        Ok(Created::new(format!("previewed-{}", cx.name()), previewed))
    }

    fn preview_update(request: &mut PreviewUpdateRequest<Self>, _: &PreviewContext) -> Result<()> {
        if let Some(label) = request.inputs.label.get() {
            request.outputs.greeting.set(greeting(label));
        }
        Ok(())
    }

    fn update(request: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        let old = request.old()?;
        Ok(Updated::new(PreviewedOutputs {
            greeting: greeting(&request.inputs.label),
            number: old.number + 1,
            ..old.into()
        }))
    }
}

/// Previews a value that its create may not return.
#[derive(Resource)]
#[resource(consistency = "error")]
pub(crate) struct Promising {
    /// Its label.
    label: String,
    /// Whether create returns the promised value.
    honest: bool,
    /// The promised value.
    #[property(output)]
    promise: String,
}

#[resource]
impl Lifecycle for Promising {
    fn preview_create(request: &mut PreviewCreateRequest<Self>, _: &PreviewContext) -> Result<()> {
        request.outputs.promise.set("gold".into());
        Ok(())
    }

    fn create(request: CreateRequest<Self>, _: &CreateContext) -> Result<Created<Self>> {
        let promise = if request.inputs.honest {
            "gold"
        } else {
            "lead"
        };
        let promise = promise.into();
        Ok(Created::new("promising", PromisingOutputs { promise }))
    }
}
