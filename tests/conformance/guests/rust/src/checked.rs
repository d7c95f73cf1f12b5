//! Judging and completing inputs, and correcting a comparison.

use pulumi_wasm_provider::prelude::*;

/// Something that may pass.
#[derive(Object, Clone)]
pub(crate) struct Gate {
    /// Which.
    port: i64,
    /// For whom.
    guest: Option<String>,
}

/// Its inputs are judged, completed and compared in a way of their own.
#[derive(Resource)]
pub(crate) struct Checked {
    /// Written in small letters.
    label: String,
    /// Made of the label where it is not given.
    title: Option<String>,
    /// Ports up to 1024.
    gates: Option<Vec<Gate>>,
    /// May only grow in place.
    size: Option<i64>,
}

#[resource]
impl Lifecycle for Checked {
    fn check(inputs: &mut CheckedDraft, cx: &CheckContext) -> Result<()> {
        if let Some(label) = inputs.label.get() {
            if label.contains(' ') {
                cx.fail("label", "must have no space");
            }
            let lower = label.to_lowercase();
            if inputs.title.is_absent() {
                inputs.title.set(format!("The {lower}"));
            }
            if *inputs.label.get().context("a label")? != lower {
                inputs.label.set(lower);
            }
        }
        for (index, gate) in inputs.gates.get().into_iter().flatten().enumerate() {
            if gate.port > 1024 {
                cx.fail(format!("gates[{index}].port"), "must be at most 1024");
            }
        }
        if let (Some(size), Some(old)) = (inputs.size.get(), cx.old_inputs::<CheckedDraft>()?)
            && old.size.get().is_some_and(|old| *size > 10 * old)
        {
            cx.fail("size", "must not grow tenfold at once");
        }
        Ok(())
    }

    fn diff(change: &mut Diff<Self>, _: &Context) -> Result<()> {
        let size = |draft: &CheckedDraft| draft.size.get().copied().unwrap_or_default();
        if size(&change.inputs) < size(&change.old_inputs) {
            change.replace("size");
            change.delete_before_replace = true;
        }
        // A title is only shown.
        change.ignore("title");
        Ok(())
    }

    fn create(_: CheckedInputs, cx: &Context) -> Result<Created<Self>> {
        Ok(Created::new(
            format!("checked-{}", cx.name()),
            CheckedOutputs,
        ))
    }

    fn update(_: &str, _: Self, _: CheckedInputs, _: &Context) -> Result<Updated<Self>> {
        Ok(Updated::new(CheckedOutputs))
    }
}
