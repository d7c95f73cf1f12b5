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

/// A resource whose hooks check, complete and compare its inputs.
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
    fn check(request: &mut CheckRequest<Self>, cx: &CheckContext) -> Result<()> {
        let old = request.old_inputs()?;
        let inputs = &mut request.inputs;
        if let Some(label) = inputs.label.get() {
            if label.contains(' ') {
                cx.fail(Checked::LABEL, "must have no space");
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
                let port = Checked::GATES.index(index).field(Gate::PORT);
                cx.fail(port, "must be at most 1024");
            }
        }
        if let (Some(size), Some(old)) = (inputs.size.get(), old)
            && old.size.get().is_some_and(|old| *size > 10 * old)
        {
            cx.fail(Checked::SIZE, "must not grow tenfold at once");
        }
        Ok(())
    }

    fn diff(diff: &mut Diff<Self>, _: &DiffContext) -> Result<()> {
        let size = |draft: &CheckedDraft| draft.size.get().copied().unwrap_or_default();
        if size(&diff.inputs) < size(&diff.old_inputs) {
            diff.replace(Checked::SIZE);
            diff.delete_before_replace = true;
        }
        // A title is only shown.
        diff.ignore(Checked::TITLE);
        Ok(())
    }

    fn create(_: CreateRequest<Self>, cx: &CreateContext) -> Result<Created<Self>> {
        Ok(Created::new(
            format!("checked-{}", cx.name()),
            CheckedOutputs,
        ))
    }

    fn update(_: UpdateRequest<Self>, _: &UpdateContext) -> Result<Updated<Self>> {
        Ok(Updated::new(CheckedOutputs))
    }
}
