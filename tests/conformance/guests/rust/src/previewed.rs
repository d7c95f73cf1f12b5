//! Previews, and the results after them.

use pulumi_wasm_provider::prelude::*;

/// Says more in previews than the host can know.
#[derive(Resource)]
pub(crate) struct Previewed {
    /// What it is called.
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
    fn preview_create(
        inputs: &PreviewedDraft,
        preview: &mut PreviewedPreview,
        cx: &Context,
    ) -> Result<()> {
        if let Some(label) = inputs.label.get() {
            preview.greeting.set(greeting(label));
        }
        cx.debug(format!("preview: {}", cx.preview()));
        Ok(())
    }

    fn create(inputs: PreviewedInputs, cx: &Context) -> Result<Created<Self>> {
        let previewed = PreviewedOutputs {
            greeting: greeting(&inputs.label),
            number: 7,
            birth: "today".into(),
        };
        Ok(Created::new(format!("previewed-{}", cx.name()), previewed))
    }

    fn preview_update(
        _: &str,
        _: Self,
        inputs: &PreviewedDraft,
        preview: &mut PreviewedPreview,
        _: &Context,
    ) -> Result<()> {
        if let Some(label) = inputs.label.get() {
            preview.greeting.set(greeting(label));
        }
        Ok(())
    }

    fn update(_: &str, old: Self, inputs: PreviewedInputs, _: &Context) -> Result<Updated<Self>> {
        Ok(Updated::new(PreviewedOutputs {
            greeting: greeting(&inputs.label),
            number: old.number + 1,
            ..old.into()
        }))
    }
}

/// Promises more than it keeps.
#[derive(Resource)]
#[resource(consistency = "error")]
pub(crate) struct Promising {
    /// What it is called.
    label: String,
    /// Whether the promise is kept.
    honest: bool,
    /// What was promised.
    #[property(output)]
    promise: String,
}

#[resource]
impl Lifecycle for Promising {
    fn preview_create(
        _: &PromisingDraft,
        preview: &mut PromisingPreview,
        _: &Context,
    ) -> Result<()> {
        preview.promise.set("gold".into());
        Ok(())
    }

    fn create(inputs: PromisingInputs, _: &Context) -> Result<Created<Self>> {
        let promise = if inputs.honest { "gold" } else { "lead" };
        let promise = promise.into();
        Ok(Created::new("promising", PromisingOutputs { promise }))
    }
}
