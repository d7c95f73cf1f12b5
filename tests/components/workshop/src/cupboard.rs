//! Parts, and a look before each change.

use pulumi_wasm_provider::prelude::*;

/// A cupboard with drawers, which Pulumi shows one by one. It is looked at before it is changed.
#[derive(Resource)]
pub(crate) struct Cupboard {
    drawers: Vec<String>,
}

#[derive(Arguments)]
struct Drawer {
    label: String,
    /// Opens it.
    #[property(secret)]
    code: String,
}

fn drawer(label: &str) -> Result<View> {
    let properties = Drawer {
        label: label.into(),
        code: format!("code of {label}"),
    };
    View::new("workshop:index:Drawer", label)
        .inputs(&properties)?
        .outputs(&properties)
}

/// From the drawers that were last shown to those that there are.
fn show(drawers: &[String], cx: &Context) -> Result<()> {
    let mut steps = cx.views();
    for old in cx.old_views() {
        if !drawers.iter().any(|label| label == old.name()) {
            steps = steps.delete(old.clone());
        }
    }
    for label in drawers {
        let is_old = cx.old_views().iter().any(|old| old.name() == label);
        steps = if is_old {
            steps.same(drawer(label)?)
        } else {
            steps.create(drawer(label)?)
        };
    }
    steps.publish().map(drop)
}

#[resource]
impl Lifecycle for Cupboard {
    fn create(inputs: CupboardInputs, cx: &Context) -> Result<Created<Self>> {
        show(&inputs.drawers, cx)?;
        Ok(Created::new("cupboard", CupboardOutputs).refresh_before_update())
    }

    fn preview_create(inputs: &CupboardDraft, _: &mut CupboardPreview, cx: &Context) -> Result<()> {
        show(inputs.drawers.get().map_or(&[], Vec::as_slice), cx)
    }

    fn read(id: &str, state: Option<Self>, cx: &Context) -> Result<Option<Read<Self>>> {
        let Some(cupboard) = state else {
            return Ok(None);
        };
        let mut steps = cx.views();
        for old in cx.old_views() {
            steps = steps.refresh(old.clone(), Some(old.clone()));
        }
        steps.publish()?;
        Ok(Some(Read::new(id, cupboard).refresh_before_update()))
    }

    fn update(_: &str, _: Self, inputs: CupboardInputs, cx: &Context) -> Result<Updated<Self>> {
        show(&inputs.drawers, cx)?;
        Ok(Updated::new(CupboardOutputs).refresh_before_update())
    }

    fn delete(_: &str, _: Self, cx: &Context) -> Result<()> {
        show(&[], cx)
    }
}
